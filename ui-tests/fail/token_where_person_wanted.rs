// Where a person is required, a token is not enough.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, given};
use rmcp_approval::{Approved, Token};

fn main() {
    let approved: Approved<Wipe, Token> = given();
    Disks.wipe_by_person(approved);
}
