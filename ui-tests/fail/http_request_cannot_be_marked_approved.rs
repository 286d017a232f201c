// A request that reads does not turn into one that was approved.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::Request;

fn main() {
    let mut request: Request = given();
    request.approved = true;
}
