// One call gets one decision.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Eject, Wipe, run};
use rmcp_approval::{Approver, Call};

#[allow(dead_code)]
async fn tool(approver: Approver, call: Call) {
    let _wiped = approver.request(Wipe { disk: 7 }, call, run).await;
    let _ejected = approver.request(Eject { disk: 7 }, call, run).await;
}

fn main() {}
