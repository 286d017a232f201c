// Only the arguments of a tool make a `Caller`.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::Caller;

fn main() {
    let card: Card = given();
    let _ = Caller(card.name);
}
