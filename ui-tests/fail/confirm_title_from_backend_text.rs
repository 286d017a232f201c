// What stands beside the tick is server words.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::{Prompt, server_text};

fn main() {
    let card: Card = given();
    let _ = Prompt::new(server_text!("delete a contact")).confirm_title(card.name);
}
