// An approval rests on a person or a token, and on nothing else.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::Approved;

fn main() {
    let approved: Approved<Wipe, String> = given();
    let _ = approved.spend();
}
