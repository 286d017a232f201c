// A request keeps the method that its door let through.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::http::Request;

fn main() {
    let request: Request = given();
    let _: reqwest::RequestBuilder = request.into();
}
