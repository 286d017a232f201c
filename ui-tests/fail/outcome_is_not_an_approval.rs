// What a call came to is for the caller. Whether it was approved is not to be read from it.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe, run};
use rmcp_approval::{Approver, Call, Error};

#[allow(dead_code)]
async fn tool(approver: Approver, call: Call) -> Result<(), Error> {
    let outcome = approver.request(Wipe { disk: 7 }, call, run).await?;
    Disks.wipe(outcome);
    Ok(())
}

fn main() {}
