// A static that is filled at run time is no constant.

use std::sync::OnceLock;

use rmcp_approval::{ServerText, prompt::Words};

static NAME: OnceLock<&str> = OnceLock::new();

struct Filled;

impl Words for Filled {
    const WORDS: &'static str = NAME.get().unwrap();
}

fn main() {
    let _ = ServerText::of::<Filled>(Vec::new());
}
