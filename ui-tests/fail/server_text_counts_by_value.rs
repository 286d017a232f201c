// A counted number is handed over by value.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::server_text;

fn main() {
    let card: Card = given();
    let _ = server_text!("delete {} contact(s)", &card.members);
}
