// A backend makes its client itself.

#![allow(unreachable_code)]

use rmcp_approval::http::Backend;

fn main() {
    let _ = Backend { client: todo!() };
}
