// Who has handed an approval over has none.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    Disks.wipe(approved);
    let _ = approved.spend();
}
