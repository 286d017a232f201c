// A request that destroys takes an approval by a person or a token.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use reqwest::Method;
use rmcp_approval::{Approved, http::Backend};

fn main() {
    let backend: Backend = given();
    let approved: Approved<Wipe, String> = given();
    let _ = backend.write(&approved, Method::DELETE, "https://disks.example/7");
}
