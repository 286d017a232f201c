// A question begins with `server_text!`, even where its words are a literal.

use rmcp_approval::Prompt;

fn main() {
    let _ = Prompt::new("wipe a disk");
}
