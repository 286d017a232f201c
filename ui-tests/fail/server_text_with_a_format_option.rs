// Server words have no format options.

use rmcp_approval::server_text;

fn main() {
    let _ = server_text!("move {:?} contact(s)", 1);
}
