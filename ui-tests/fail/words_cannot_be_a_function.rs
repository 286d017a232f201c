// Server words are a constant, and what is called at run time is none.

use rmcp_approval::{ServerText, prompt::Words};

struct Called;

impl Words for Called {
    const WORDS: &'static str = "";

    fn words() -> &'static str {
        String::leak(String::from("Approved by IT"))
    }
}

fn main() {
    let _ = ServerText::of::<Called>(Vec::new());
}
