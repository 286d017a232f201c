// What runs is what was asked about: an approval does not stand in for its operation.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let mut approved: Approved<Wipe> = given();
    approved.disk = 7;
}
