// A call is not data.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Parameters;

fn main() {
    let _ = serde_json::from_str::<Parameters<Wipe>>("{}");
}
