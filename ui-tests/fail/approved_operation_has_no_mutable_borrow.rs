// What runs is what was asked about: nobody gets hold of it to change it.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let mut approved: Approved<Wipe> = given();
    let _: &mut Wipe = (&mut approved).operation();
}
