// A request is sent once.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::Request;

fn main() {
    let request: Request = given();
    let _ = request.clone();
}
