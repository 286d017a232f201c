// A person's approval is turned into one of either kind with `into`.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::{Approved, Person};

fn main() {
    let approved: Approved<Wipe, Person> = given();
    Disks.wipe(approved);
}
