// What a person is asked about is an `Operation`.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Card, given, run};
use rmcp_approval::Approver;

#[allow(dead_code)]
async fn tool(approver: Approver, card: Card) {
    let _ = approver.request(card, given(), run).await;
}

fn main() {}
