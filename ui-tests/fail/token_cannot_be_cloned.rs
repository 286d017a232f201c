// Evidence is for one approval.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given};
use rmcp_approval::{Approved, Token};

fn main() {
    let approved: Approved<Wipe, Token> = given();
    let _: Token = approved.by().clone();
}
