//! A person's approval serves where a token would be enough.

use super::fixture::{Disks, Wipe};
use rmcp_approval::{Approved, Person};

fn wipe(approved: Approved<Wipe, Person>) {
    Disks.wipe(approved.into());
}

fn wipe_by_name(approved: Approved<Wipe, Person>) {
    Disks.wipe(Approved::from(approved));
}

#[test]
fn it_compiles() {
    let _ = (wipe, wipe_by_name);
}
