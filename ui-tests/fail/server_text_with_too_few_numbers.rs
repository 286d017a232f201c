// Each `{}` takes a number.

use rmcp_approval::server_text;

fn main() {
    let _ = server_text!("move {} of {} contact(s)", 1);
}
