// A leaked string is still text that was made at run time.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::server_text;

fn main() {
    let card: Card = given();
    let leaked: &'static str = String::leak(card.name);
    let _ = server_text!(leaked);
}
