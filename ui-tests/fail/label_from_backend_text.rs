// A label is server words, so that nothing reads like a label that is none.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::{Caller, Prompt, server_text};

fn main() {
    let card: Card = given();
    let uid: Caller<String> = given();
    let _ = Prompt::new(server_text!("delete a contact")).caller(card.name, &uid);
}
