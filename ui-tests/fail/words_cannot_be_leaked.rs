// A leaked string is no constant, without the macro either.

use rmcp_approval::{ServerText, prompt::Words};

struct Leaked;

impl Words for Leaked {
    const WORDS: &'static str = String::leak(String::from("Approved by IT"));
}

fn main() {
    let _ = ServerText::of::<Leaked>(Vec::new());
}
