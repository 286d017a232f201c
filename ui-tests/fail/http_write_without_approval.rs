// A request that destroys takes an approval.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use reqwest::Method;
use rmcp_approval::http::Backend;

fn main() {
    let backend: Backend = given();
    let _ = backend.write(Method::DELETE, "https://disks.example/7");
}
