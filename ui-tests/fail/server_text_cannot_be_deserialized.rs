// Server words are not data.

use rmcp_approval::ServerText;
use serde::Deserialize;

fn main() {
    let _ = ServerText::deserialize(serde_json::Value::Null);
}
