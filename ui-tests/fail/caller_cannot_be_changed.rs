// What is shown as the caller's is what the caller sent.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::Caller;

fn main() {
    let card: Card = given();
    let uid: Caller<String> = given();
    *uid.get() = card.name;
}
