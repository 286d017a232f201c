// A number in a question comes from an integer.

#![allow(unreachable_code)]

use rmcp_approval::prompt::Count;

fn main() {
    let _ = Count { negative: todo!(), magnitude: todo!() };
}
