// Server words are a constant, which has no variables.

#![allow(unused_variables)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given};
use rmcp_approval::{ServerText, prompt::Words};

fn main() {
    let card: Card = given();
    let name: &'static str = String::leak(card.name);
    struct Leaked;
    impl Words for Leaked {
        const WORDS: &'static str = name;
    }
    let _ = ServerText::of::<Leaked>(Vec::new());
}
