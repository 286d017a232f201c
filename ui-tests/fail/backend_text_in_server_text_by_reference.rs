// Server words are constants: what was read at run time is none.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::server_text;

fn main() {
    let card: Card = given();
    let name: &str = &card.name;
    let _ = server_text!(name);
}
