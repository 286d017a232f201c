// A string may have come from anywhere, so it is not the caller's.

use rmcp_approval::{Prompt, server_text};

fn main() {
    let _ = Prompt::new(server_text!("delete a contact")).caller(server_text!("UID"), "7");
}
