// An outcome that is not returned may be a question that nobody sees.

#![deny(unused_must_use)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, run};
use rmcp_approval::{Approver, Call, Error};

#[allow(dead_code)]
async fn tool(approver: Approver, call: Call) -> Result<String, Error> {
    approver.request(Wipe { disk: 7 }, call, run).await?;
    Ok("wiped".to_owned())
}

fn main() {}
