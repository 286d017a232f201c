//! The server, file by file: `tools` and `reading` are what a client calls, `plan`
//! and `order` make the operation that a person is asked about, `operations` holds
//! the questions, and `write` the eight doors that only an approval opens.

use std::process::ExitCode;

use rmcp::{ServiceExt, transport::stdio};
use rmcp_approval::Approver;

mod account;
#[path = "../../shared/answer_body.rs"]
mod answer_body;
mod answers;
mod api;
mod arguments;
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
mod order;
mod plan;
mod reading;
mod revise;
#[path = "../../shared/server_url.rs"]
mod server_url;
mod tools;
mod values;
#[path = "../../shared/variable.rs"]
mod variable;
mod write;

use config::{Config, Remote};
pub(crate) use lists::Audiobooks;
pub(crate) use tools::Audiobookshelf;

const NAME: &str = "audiobookshelf-mcp";

type StartError = Box<dyn std::error::Error + Send + Sync>;

/// Serves MCP on stdio until the client hangs up.
pub(crate) fn run() -> ExitCode {
    log::to_stderr();
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{NAME}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<(), StartError> {
    let approver = Approver::from_env(NAME)?;
    let config = Config::from_env()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(serve(config, approver));
    // Tokio reads stdin on a thread that a plain drop would wait for.
    runtime.shutdown_background();
    served
}

async fn serve(config: Config, approver: Approver) -> Result<(), StartError> {
    let remote = match config.remote {
        Some(remote) => remote,
        None => {
            tracing::info!("AUDIOBOOKSHELF_URL is not set: serving a sample library from memory");
            sample().await?
        }
    };
    let audiobooks = Audiobooks::new(remote)?;
    let service = Audiobookshelf::new(audiobooks, approver, config.read_only);
    service.serve(stdio()).await?.waiting().await?;
    Ok(())
}

/// The embedded library, with a key that only this process knows.
async fn sample() -> Result<Remote, StartError> {
    let key = uuid::Uuid::new_v4().to_string();
    let url = embedded::start(vec![embedded::Account::owner(key.clone())]).await?;
    Ok(Remote { url, key: config::ApiKey::parse(key)? })
}
