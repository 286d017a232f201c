// An argument that may be missing is shown with `caller_each`.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::{Caller, Prompt, server_text};

fn main() {
    let uid: Option<Caller<String>> = given();
    let _ = Prompt::new(server_text!("delete a contact")).caller(server_text!("UID"), &uid);
}
