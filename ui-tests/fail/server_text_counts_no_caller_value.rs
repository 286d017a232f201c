// A value of the caller's stands on a labelled line, not among the server's words.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::{Caller, server_text};

fn main() {
    let uid: Caller<String> = given();
    let _ = server_text!("delete {}", uid);
}
