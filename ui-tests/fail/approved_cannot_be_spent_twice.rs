// An approval is spent once.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    let _first = approved.spend();
    let _second = approved.spend();
}
