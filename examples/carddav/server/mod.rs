//! The server, file by file: `tools` are what a client calls, `plan` makes the
//! operation that a person is asked about, `operations` holds the questions, and
//! `write` the five doors that only an approval opens.

use std::process::ExitCode;

use rmcp::{ServiceExt, transport::stdio};
use rmcp_approval::Approver;
use tracing_subscriber::EnvFilter;

mod answers;
mod arguments;
mod book;
mod card;
mod config;
mod create;
mod dav;
mod edit;
mod embedded;
mod error;
mod multistatus;
mod operations;
mod plan;
mod samples;
mod tools;
mod values;
mod write;

use book::AddressBooks;
use config::Remote;
use dav::Dav;
use tools::CardDav;

const NAME: &str = "carddav-mcp";

type StartError = Box<dyn std::error::Error + Send + Sync>;

/// Serves MCP on stdio until the client hangs up.
pub(crate) fn run() -> ExitCode {
    log_to_stderr();
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{NAME}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Stdout belongs to the protocol.
fn log_to_stderr() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false);
    // Fails where a program around this one logs already, which is as good.
    let _ = subscriber.try_init();
}

fn start() -> Result<(), StartError> {
    let approver = Approver::from_env(NAME)?;
    let remote = config::from_env()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(serve(remote, approver));
    // Tokio reads stdin on a thread that a plain drop would wait for.
    runtime.shutdown_background();
    served
}

async fn serve(remote: Option<Remote>, approver: Approver) -> Result<(), StartError> {
    let remote = match remote {
        Some(remote) => remote,
        None => {
            tracing::info!("CARDDAV_URL is not set: serving sample contacts from memory");
            Remote { url: embedded::start().await?, login: None }
        }
    };
    let books = AddressBooks { dav: Dav::new(remote)? };
    let service = CardDav { books, approver }.serve(stdio()).await?;
    service.waiting().await?;
    Ok(())
}
