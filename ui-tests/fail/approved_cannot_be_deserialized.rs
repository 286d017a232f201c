// An approval is not data: no text turns into one.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Approved;

fn main() {
    let _ = serde_json::from_str::<Approved<Wipe>>("{}");
}
