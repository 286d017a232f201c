// A question begins with server words.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::Prompt;

fn main() {
    let card: Card = given();
    let _ = Prompt::new(card.name.as_str());
}
