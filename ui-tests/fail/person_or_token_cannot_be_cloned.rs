// Evidence is for one approval, of whichever kind it is.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::{Approved, PersonOrToken};

fn main() {
    let approved: Approved<Wipe> = given();
    let _: PersonOrToken = approved.by().clone();
}
