// Nobody adds a kind of evidence.

use rmcp_approval::Evidence;

struct Assistant;

impl Evidence for Assistant {}

fn main() {}
