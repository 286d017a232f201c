// A string may have come from anywhere, so it is not the caller's.

use rmcp_approval::{Prompt, server_text};

fn main() {
    let uid = String::from("7");
    let _ = Prompt::new(server_text!("delete a contact")).caller(server_text!("UID"), &uid);
}
