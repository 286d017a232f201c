// One yes is one approval: there is no second copy of it.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    Disks.wipe(approved.clone());
}
