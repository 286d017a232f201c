//! An MCP server on stdio over a CardDAV server. Five of its tools destroy
//! something, and each of those asks a person first.
//!
//! ```text
//! cargo run --example carddav
//! ```
//!
//! Without `CARDDAV_URL` it serves a small sample address book from memory. Else:
//!
//! - `CARDDAV_URL`: the server's address, `https://`, or `http://` to this machine;
//! - `CARDDAV_USERNAME` and `CARDDAV_PASSWORD`: both or neither;
//! - `CARDDAV_READ_ONLY=true`: no tools that write;
//! - `CARDDAV_ADDRESSBOOKS=/a/b/,/a/c/`: no other address books than these;
//! - `ELICITATION=false`: no dialogs, the two-call token instead;
//! - `RUST_LOG=rmcp_approval=info`: who was asked and what they answered, on stderr.

mod server;

fn main() -> std::process::ExitCode {
    server::run()
}
