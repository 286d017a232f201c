// Evidence is not data: no text turns into a `Token`, not even a token.

use rmcp_approval::Token;

fn main() {
    let _ = serde_json::from_str::<Token>("{}");
}
