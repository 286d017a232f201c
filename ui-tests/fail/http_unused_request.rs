// A request that is not sent does nothing.

#![deny(unused_must_use)]

#[path = "../fixture.rs"]
mod fixture;

use fixture::Wipe;
use reqwest::Method;
use rmcp_approval::{Approved, Error, http::Backend};

#[allow(dead_code)]
fn wipe(backend: Backend, approved: Approved<Wipe>) -> Result<(), Error> {
    backend.write(&approved, Method::DELETE, "https://disks.example/7")?;
    Ok(())
}

fn main() {}
