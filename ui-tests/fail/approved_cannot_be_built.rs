// An approval has no public field, so nobody builds one.

#![allow(unreachable_code)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Approved;

fn main() {
    let _: Approved<Wipe> = Approved { operation: todo!(), by: todo!(), settings: todo!() };
}
