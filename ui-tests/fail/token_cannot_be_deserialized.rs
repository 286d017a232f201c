// Evidence is not data: no text turns into a `Token`, not even a token.

use rmcp_approval::Token;
use serde::Deserialize;

fn main() {
    let _ = Token::deserialize(serde_json::Value::Null);
}
