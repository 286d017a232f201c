// An approval is not data: no text is parsed into one.

#[path = "../fixture.rs"]
mod fixture;

use std::str::FromStr;

use fixture::Wipe;
use rmcp_approval::Approved;

fn main() {
    let _ = Approved::<Wipe>::from_str("approved");
}
