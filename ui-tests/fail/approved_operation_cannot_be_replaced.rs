// What runs is what was asked about: it cannot be put in place afterwards.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let mut approved: Approved<Wipe> = given();
    approved.operation = Wipe { disk: 7 };
}
