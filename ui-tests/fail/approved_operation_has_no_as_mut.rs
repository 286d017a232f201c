// What runs is what was asked about: an approval does not lend its operation for changes.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let mut approved: Approved<Wipe> = given();
    let _: &mut Wipe = approved.as_mut();
}
