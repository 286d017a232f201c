// Server words capture nothing.

#![allow(unused_variables)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::server_text;

fn main() {
    let card: Card = given();
    let name = card.name;
    let _ = server_text!("delete {name}");
}
