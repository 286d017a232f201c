// An approver that is not awaited asks nobody.

#![deny(unused_must_use)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, run};
use rmcp_approval::{Approver, Call};

#[allow(dead_code)]
async fn tool(approver: Approver, call: Call) {
    approver.request_from_person(Wipe { disk: 7 }, call, run);
}

fn main() {}
