// A counted number is a number: a name that was read is none.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::server_text;

fn main() {
    let card: Card = given();
    let _ = server_text!("delete {}", card.name.as_str());
}
