// A counted number is a number: a letter is none.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::server_text;

fn main() {
    let card: Card = given();
    let letter: char = card.name.chars().next().unwrap();
    let _ = server_text!("delete {}", letter);
}
