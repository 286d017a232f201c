// Only a quoted token makes a `Token`.

#![allow(unreachable_code)]

use rmcp_approval::Token;

fn main() {
    let _ = Token { fingerprint: todo!() };
}
