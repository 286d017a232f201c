// Evidence stays with its approval.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::{Approved, Person};

fn main() {
    let approved: Approved<Wipe, Person> = given();
    let _: Person = approved.by;
}
