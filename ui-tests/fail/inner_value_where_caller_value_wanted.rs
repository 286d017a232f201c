// What was taken out of a `Caller` is no longer known to be the caller's.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::{Caller, Prompt, server_text};

fn main() {
    let uid: Caller<String> = given();
    let _ = Prompt::new(server_text!("delete a contact")).caller(server_text!("UID"), uid.get());
}
