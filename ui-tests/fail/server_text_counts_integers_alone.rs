// What is counted is an integer.

use rmcp_approval::server_text;

fn main() {
    let _ = server_text!("delete {} percent", 12.5);
}
