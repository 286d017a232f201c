// The verbs of the client are not those of the backend.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::Backend;

fn main() {
    let backend: Backend = given();
    let _ = backend.delete("https://disks.example/7");
}
