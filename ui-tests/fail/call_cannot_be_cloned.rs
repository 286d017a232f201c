// One call gets one decision.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::Call;

fn main() {
    let call: Call = given();
    let _ = call.clone();
}
