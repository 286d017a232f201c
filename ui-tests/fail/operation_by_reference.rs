// An operation is handed over, so that nothing else changes it.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Wipe, given, run};
use rmcp_approval::Approver;

#[allow(dead_code)]
async fn tool(approver: Approver, wipe: Wipe) {
    let _ = approver.request(&wipe, given(), run).await;
}

fn main() {}
