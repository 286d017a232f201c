// The parameters of a tool come with its call.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Parameters;

fn main() {
    let _ = Parameters { args: Wipe { disk: 7 } };
}
