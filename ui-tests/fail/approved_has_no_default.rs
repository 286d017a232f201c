// There is no approval by default.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Approved;

fn main() {
    let _: Approved<Wipe> = Default::default();
}
