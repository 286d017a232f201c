// Server words have no public field.

#![allow(unreachable_code)]

use rmcp_approval::ServerText;

fn main() {
    let _ = ServerText { words: todo!(), counts: todo!() };
}
