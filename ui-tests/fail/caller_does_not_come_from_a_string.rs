// No text turns into the caller's.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::Caller;

fn main() {
    let card: Card = given();
    let _: Caller<String> = card.name.into();
}
