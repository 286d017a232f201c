// An approval is for one kind of operation.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Eject, given};
use rmcp_approval::Approved;

fn main() {
    let to_eject: Approved<Eject> = given();
    Disks.wipe(to_eject);
}
