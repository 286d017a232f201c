// A request that destroys takes an approval, and an operation is none.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use reqwest::Method;
use rmcp_approval::http::Backend;

fn main() {
    let backend: Backend = given();
    let operation = Wipe { disk: 7 };
    let _ = backend.write(&operation, Method::DELETE, "https://disks.example/7");
}
