// A backend does not turn into a client that writes.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::Backend;

fn main() {
    let backend: Backend = given();
    let _: reqwest::Client = backend.into();
}
