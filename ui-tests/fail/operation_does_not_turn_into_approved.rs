// An operation does not turn into its own approval.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe};

fn main() {
    Disks.wipe(Wipe { disk: 7 }.into());
}
