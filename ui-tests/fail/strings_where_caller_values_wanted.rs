// Strings may have come from anywhere, so they are not the caller's.

use rmcp_approval::{Prompt, server_text};

fn main() {
    let uids = vec![String::from("7")];
    let _ = Prompt::new(server_text!("delete a contact")).caller_each(server_text!("UID"), &uids);
}
