// A refusal that goes unused is a question that nobody sees.

#![deny(unused_must_use)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::NotApproved;

fn main() {
    given::<NotApproved>();
}
