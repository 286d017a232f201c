// What remembers spent nonces is a `Ledger`.

use rmcp_approval::Approver;

#[derive(Debug)]
struct Forgetful;

fn main() {
    let _ = Approver::builder("disks-mcp").ledger(Forgetful);
}
