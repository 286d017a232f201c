// Evidence stays with its approval.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::{Approved, PersonOrToken};

fn main() {
    let approved: Approved<Wipe> = given();
    let PersonOrToken::Person(_person) = *approved.by() else { return };
}
