// Minting is the crate's own, and takes evidence.

#![allow(unreachable_code)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Approved;

fn main() {
    let _ = Approved::<Wipe>::mint(todo!(), Wipe { disk: 7 }, todo!());
}
