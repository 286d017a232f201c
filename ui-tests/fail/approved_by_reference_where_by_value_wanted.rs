// What destroys takes the approval itself, so that it runs once.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    Disks.wipe(&approved);
}
