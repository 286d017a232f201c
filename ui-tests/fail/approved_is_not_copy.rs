// Using an approval moves it.

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use rmcp_approval::Approved;

fn main() {
    fn needs_copy<T: Copy>() {}
    needs_copy::<Approved<Wipe>>();
}
