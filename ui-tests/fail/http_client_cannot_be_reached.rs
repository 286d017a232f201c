// The client behind a backend is out of reach.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::Backend;

fn main() {
    let backend: Backend = given();
    let _ = backend.client;
}
