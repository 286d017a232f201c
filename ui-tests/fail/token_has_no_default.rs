// There is no token by default.

use rmcp_approval::Token;

fn main() {
    let _ = Token::default();
}
