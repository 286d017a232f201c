// One approval opens the door once.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    Disks.wipe(approved);
    Disks.wipe(approved);
}
