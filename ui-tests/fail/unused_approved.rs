// An approval that goes unused was asked for in vain.

#![deny(unused_must_use)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    given::<Approved<Wipe>>();
}
