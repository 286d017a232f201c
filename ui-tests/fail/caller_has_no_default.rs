// There is no value of the caller's by default.

use rmcp_approval::Caller;

fn main() {
    let _ = Caller::<String>::default();
}
