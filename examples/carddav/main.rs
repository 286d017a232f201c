//! An MCP server over a CardDAV server. Five of its tools destroy
//! something, and each of those asks a person first.
//!
//! ```text
//! cargo run --example carddav
//! cargo run --example carddav -- --http 127.0.0.1:8000
//! ```
//!
//! It serves on stdio, or over streamable HTTP: there with sessions for MCP 2025-11-25, or,
//! with `--stateless`, without.
//!
//! Without `CARDDAV_URL` it serves a small sample address book from memory. Else:
//!
//! - `CARDDAV_URL`: the server's address, `https://`, or `http://` to this machine;
//! - `CARDDAV_USERNAME` and `CARDDAV_PASSWORD`: both or neither;
//! - `CARDDAV_READ_ONLY=true`: no tools that write;
//! - `CARDDAV_ADDRESSBOOKS=/a/b/,/a/c/`: no other address books than these;
//! - `ELICITATION=false`: no dialogs, the two-call token instead;
//! - `MCP_BEARER_TOKENS=alice:TOKEN,bob:TOKEN`: who may call over HTTP;
//! - `MCP_APPROVAL_KEYS` and `REDIS_URL`: for several processes of this server, what they share;
//! - `RUST_LOG=rmcp_approval=info`: who was asked and what they answered, on stderr.

mod server;

fn main() -> std::process::ExitCode {
    server::run(std::env::args_os().skip(1))
}
