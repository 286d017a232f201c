// A call is not data.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Parameters;
use serde::Deserialize;

fn main() {
    let _ = Parameters::<Wipe>::deserialize(serde_json::Value::Null);
}
