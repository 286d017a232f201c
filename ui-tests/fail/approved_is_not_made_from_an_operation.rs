// An operation is not its own approval.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Approved;

fn main() {
    let _ = Approved::<Wipe>::from(Wipe { disk: 7 });
}
