// Only a decision makes a refusal.

#![allow(unreachable_code)]

use rmcp_approval::NotApproved;

fn main() {
    let _ = NotApproved { reason: todo!(), response: todo!() };
}
