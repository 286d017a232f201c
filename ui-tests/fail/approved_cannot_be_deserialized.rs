// An approval is not data: no text turns into one.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Approved;
use serde::Deserialize;

fn main() {
    let _ = Approved::<Wipe>::deserialize(serde_json::Value::Null);
}
