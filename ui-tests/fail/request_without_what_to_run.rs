// What runs is named where it is asked for, so that no tool has to know what to do without a yes.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe};
use rmcp_approval::{Approver, Call, Error};

#[allow(dead_code)]
async fn tool(approver: Approver, call: Call) -> Result<(), Error> {
    let approved = approver.request(Wipe { disk: 7 }, call).await?;
    Disks.wipe(approved);
    Ok(())
}

fn main() {}
