//! What the misuses are tried on. The operations have every trait that a type can derive, so that
//! an `impl` on `Approved` for such operations alone would be seen.

#![allow(dead_code)]

use rmcp_approval::{Approved, Error, Operation, Person, Prompt, server_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct Wipe {
    pub disk: u32,
}

impl Operation for Wipe {
    const NAME: &'static str = "wipe";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("wipe disk {}", self.disk))
    }
}

#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
pub struct Eject {
    pub disk: u32,
}

impl Operation for Eject {
    const NAME: &'static str = "eject";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("eject disk {}", self.disk))
    }
}

/// A backend.
pub struct Disks;

impl Disks {
    pub fn wipe(&self, approved: Approved<Wipe>) {
        let _ = approved.spend();
    }

    pub fn wipe_by_person(&self, approved: Approved<Wipe, Person>) {
        let _ = approved.spend();
    }
}

/// What a tool does with an approval.
pub async fn run<Op, By>(_approved: Approved<Op, By>) -> Result<String, Error> {
    Ok("done".to_owned())
}

/// What a backend has read.
pub struct Card {
    pub name: String,
    pub members: usize,
}

/// Something that a server has rightly come by.
pub fn given<T>() -> T {
    unimplemented!()
}
