// What destroys takes an approval, and an operation is none.

#[path = "../fixture.rs"]
mod fixture;

use fixture::{Disks, Wipe};

fn main() {
    Disks.wipe(Wipe { disk: 7 });
}
