// Adding has no method that destroys.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::{Add, Backend};

fn main() {
    let backend: Backend = given();
    let _ = backend.add(Add::Patch, "https://disks.example/7");
}
