// The number on a counted line is a number.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::{Prompt, server_text};

fn main() {
    let card: Card = given();
    let _ = Prompt::new(server_text!("delete a contact")).counted(server_text!("Name"), card.name);
}
