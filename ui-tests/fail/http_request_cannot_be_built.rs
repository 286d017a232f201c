// Only a door of the backend makes a request.

#![allow(unreachable_code)]

use rmcp_approval::http::Request;

fn main() {
    let _ = Request { builder: todo!(), approved: todo!(), only_new: todo!() };
}
