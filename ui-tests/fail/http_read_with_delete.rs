// Reading has no method that destroys.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use reqwest::Method;
use rmcp_approval::http::Backend;

fn main() {
    let backend: Backend = given();
    let _ = backend.read(Method::DELETE, "https://disks.example/7");
}
