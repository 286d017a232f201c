// A decision that goes unused leaves a call without its answer.

#![deny(unused_must_use)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::{Approver, Call, Error};

#[allow(dead_code)]
async fn tool(approver: Approver, call: Call) -> Result<(), Error> {
    approver.request(Wipe { disk: 7 }, call).await?;
    Ok(())
}

fn main() {}
