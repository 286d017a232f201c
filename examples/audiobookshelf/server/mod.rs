//! The server, file by file: `tools` and `reading` are what a client calls, `plan`
//! and `order` make the operation that a person is asked about, `operations` holds
//! the questions, and `write` the eight doors that only an approval opens.

use std::{ffi::OsString, process::ExitCode};

mod account;
#[path = "../../shared/answer_body.rs"]
mod answer_body;
mod answers;
mod api;
#[path = "../../shared/approver.rs"]
mod approver;
mod arguments;
#[path = "../../shared/callers.rs"]
mod callers;
mod changed;
pub(crate) mod config;
pub(crate) mod embedded;
mod error;
mod free;
mod items;
mod lists;
#[path = "../../shared/log.rs"]
mod log;
mod operations;
#[path = "../../shared/options.rs"]
mod options;
mod order;
mod plan;
mod reading;
mod revise;
#[path = "../../shared/schemas.rs"]
mod schemas;
#[path = "../../shared/serve.rs"]
mod serve;
#[path = "../../shared/server_url.rs"]
mod server_url;
#[path = "../../shared/sessions.rs"]
mod sessions;
mod tools;
mod values;
#[path = "../../shared/variable.rs"]
mod variable;
mod write;

use config::{Config, Remote};
pub(crate) use lists::Audiobooks;
use options::Transport;
pub(crate) use tools::Audiobookshelf;

const NAME: &str = "audiobookshelf-mcp";

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
    let config = Config::from_env()?;
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
            tracing::info!("AUDIOBOOKSHELF_URL is not set: serving a sample library from memory");
            sample().await?
        }
    };
    let audiobooks = Audiobooks::new(remote)?;
    serve::serve(NAME, Audiobookshelf::new(audiobooks, approver, config.read_only), transport).await
}

/// The embedded library, with a key that only this process knows.
async fn sample() -> Result<Remote, StartError> {
    let key = uuid::Uuid::new_v4().to_string();
    let url = embedded::start(vec![embedded::Account::owner(key.clone())]).await?;
    Ok(Remote { url, key: config::ApiKey::parse(key)? })
}
