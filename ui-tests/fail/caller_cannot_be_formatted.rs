// A value of the caller's is not written into other text by accident.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::Caller;

fn main() {
    let uid: Caller<String> = given();
    let _ = format!("delete {}", uid);
}
