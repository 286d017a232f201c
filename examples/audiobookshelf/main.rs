//! An MCP server over an Audiobookshelf server. Eight of its 44 tools can
//! take something away, and each of those asks a person first: two of them only
//! when their arguments do.
//!
//! ```text
//! cargo run --example audiobookshelf
//! cargo run --example audiobookshelf -- --http 127.0.0.1:8000
//! ```
//!
//! It serves on stdio, or over streamable HTTP: there with sessions for MCP 2025-11-25, or,
//! with `--stateless`, without.
//!
//! Without `AUDIOBOOKSHELF_URL` it serves a small sample library from memory. Else:
//!
//! - `AUDIOBOOKSHELF_URL`: the server's address, `https://`, or `http://` to this machine;
//! - `AUDIOBOOKSHELF_API_KEY`: an API key of the account to act for;
//! - `AUDIOBOOKSHELF_READ_ONLY=true`: only the tools that read;
//! - `ELICITATION=false`: no dialogs, the two-call token instead;
//! - `MCP_BEARER_TOKENS=alice:TOKEN,bob:TOKEN`: who may call over HTTP;
//! - `MCP_APPROVAL_KEYS` and `REDIS_URL`: for several processes of this server, what they share;
//! - `RUST_LOG=rmcp_approval=info`: who was asked and what they answered, on stderr.

mod server;

fn main() -> std::process::ExitCode {
    server::run(std::env::args_os().skip(1))
}
