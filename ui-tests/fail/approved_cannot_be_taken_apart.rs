// An approval does not come apart: its evidence is for no other operation.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe> = given();
    let Approved { by: _evidence, .. } = approved;
}
