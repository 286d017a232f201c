// An approval that may rest on a token does not turn into a person's.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    Disks.wipe_by_person(approved.into());
}
