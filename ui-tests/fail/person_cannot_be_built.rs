// Only an answer makes a `Person`.

#![allow(unreachable_code)]

use rmcp_approval::Person;

fn main() {
    let _ = Person { fingerprint: todo!() };
}
