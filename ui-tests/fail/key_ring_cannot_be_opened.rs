// The keys stay inside: who has them seals answers.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::KeyRing;

fn main() {
    let keys: KeyRing = given();
    let _ = keys.0;
}
