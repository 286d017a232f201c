// A brace is written twice.

use rmcp_approval::server_text;

fn main() {
    let _ = server_text!("move } contact(s)");
}
