// Text that was read from the backend has no way into a question.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::{Prompt, server_text};

fn main() {
    let card: Card = given();
    let _ = Prompt::new(server_text!("delete a contact")).caller(server_text!("Name"), &card.name);
}
