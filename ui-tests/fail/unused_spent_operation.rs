// An approval that is spent may turn out not to hold.

#![deny(unused_must_use)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    approved.spend();
}
