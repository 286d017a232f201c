// What is shown of a caller's value is its `Display`.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::{Caller, Prompt, server_text};

fn main() {
    let wipe: Caller<Wipe> = given();
    let _ = Prompt::new(server_text!("delete a contact")).caller(server_text!("Disk"), &wipe);
}
