// Server words are not data.

use rmcp_approval::ServerText;

fn main() {
    let _ = serde_json::from_str::<ServerText>("{}");
}
