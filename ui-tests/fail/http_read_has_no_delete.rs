// Reading has no method that destroys.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::{Backend, Read};

fn main() {
    let backend: Backend = given();
    let _ = backend.read(Read::Delete, "https://disks.example/7");
}
