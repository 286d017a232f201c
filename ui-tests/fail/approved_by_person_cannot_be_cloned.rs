// One yes is one approval, whoever gave it.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::{Approved, Person};

fn main() {
    let approved: Approved<Wipe, Person> = given();
    Disks.wipe_by_person(approved.clone());
}
