//! The server, file by file: `tools` are what a client calls. `plan` makes the
//! operation that a person is asked about, `operations` holds the questions, and
//! `write` the five doors that only an approval opens. `books` finds the address
//! books, `cards` the cards in them, and `read` answers with what they say. Below
//! all of these, `fetch` and `store` speak to the CardDAV server.

use std::{ffi::OsString, process::ExitCode};

#[path = "../../shared/answer_body.rs"]
mod answer_body;
mod answers;
#[path = "../../shared/approver.rs"]
mod approver;
mod arguments;
mod books;
#[path = "../../shared/callers.rs"]
mod callers;
mod card;
mod cards;
mod changes;
mod config;
mod create;
mod dav;
mod edit;
mod embedded;
mod error;
mod fence;
mod fetch;
mod info;
#[path = "../../shared/log.rs"]
mod log;
mod multistatus;
mod operations;
#[path = "../../shared/options.rs"]
mod options;
mod photo;
mod plan;
mod queries;
mod read;
mod samples;
#[path = "../../shared/schemas.rs"]
mod schemas;
#[path = "../../shared/serve.rs"]
mod serve;
#[path = "../../shared/server_url.rs"]
mod server_url;
#[path = "../../shared/sessions.rs"]
mod sessions;
mod store;
mod tools;
mod tools_read;
mod tools_write;
mod values;
#[path = "../../shared/variable.rs"]
mod variable;
mod write;

use books::AddressBooks;
use config::{Config, Remote};
use dav::Dav;
use options::Transport;
use tools::CardDav;

const NAME: &str = "carddav-mcp";

type StartError = Box<dyn std::error::Error + Send + Sync>;

/// Serves MCP as the command line says.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    log::to_stderr();
    match start(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{NAME}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start(arguments: impl IntoIterator<Item = OsString>) -> Result<(), StartError> {
    let transport = options::parse(arguments)?;
    let config = config::from_env()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(serve(config, transport));
    // Tokio reads stdin on a thread that a plain drop would wait for.
    runtime.shutdown_background();
    served
}

async fn serve(config: Config, transport: Transport) -> Result<(), StartError> {
    let approver = approver::from_env(NAME).await?;
    let remote = match config.remote {
        Some(remote) => remote,
        None => {
            tracing::info!("CARDDAV_URL is not set: serving sample contacts from memory");
            Remote { url: embedded::start().await?, login: None }
        }
    };
    let books = AddressBooks { dav: Dav::new(remote)?, fence: config.fence };
    serve::serve(NAME, CardDav::new(books, approver, config.read_only), transport).await
}
