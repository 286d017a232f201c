// Keys that outlive the process come with a ledger that does: else an approval works once more after
// each restart.

use rmcp_approval::{Approver, KeyRing};

fn main() {
    let keys = KeyRing::random().unwrap();
    let _ = Approver::builder("disks-mcp").shared(keys);
}
