//! An MCP client for the terminal: it shows a server's question as a form and
//! sends back what the person answers.
//!
//! `cargo run --example terminal` gives a tour of the CardDAV demo, and
//! `cargo run --example terminal -- --help` lists what else it does.

mod answer;
mod calls;
#[path = "../carddav/server/mod.rs"]
mod carddav;
mod client;
mod connection;
mod field;
mod form;
mod launch;
mod menu;
mod options;
mod process;
mod prompt;
mod question;
mod reply;
mod screen;
mod stop;
mod text;
mod tour;

use std::{env, process::ExitCode, sync::Arc};

use inquire::ui::{RenderConfig, Styled};
use tokio::runtime::Runtime;

use crate::{
    answer::Respondent,
    connection::with_server,
    launch::Launch,
    options::{HELP, Options, Request},
    screen::{Pen, Screen, has_person},
    stop::Stop,
};

fn main() -> ExitCode {
    match options::parse(env::args_os().skip(1)) {
        Ok(Request::Help) => help(),
        Ok(Request::ServeCardDav(arguments)) => carddav::run(arguments),
        Ok(Request::Run(options)) => start(options),
        Err(complaint) => {
            Pen::screen().blocking_lock().complain(&complaint);
            ExitCode::from(2)
        }
    }
}

fn help() -> ExitCode {
    Pen::screen().blocking_lock().say(HELP);
    ExitCode::SUCCESS
}

fn start(options: Options) -> ExitCode {
    // The usual mark of an answered prompt looks like the one before our calls.
    inquire::set_global_render_config(
        RenderConfig::default().with_answered_prompt_prefix(Styled::new("·")),
    );
    let screen = Pen::screen();
    let outcome = Runtime::new().map_err(Stop::failed).and_then(|runtime| {
        let outcome = runtime.block_on(run(options, &screen));
        // After a signal a prompt may still wait for a key: do not wait with it.
        runtime.shutdown_background();
        outcome
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            if let Stop::Failed(reason) = &stop {
                screen.blocking_lock().complain(reason);
            }
            stop.exit_code()
        }
    }
}

async fn run(options: Options, screen: &Screen) -> Result<(), Stop> {
    let launch = Launch::new(&options)?;
    let wants_tour = options.calls.is_empty() && options.server.is_empty() && !options.tools;
    if wants_tour {
        return tour::run(launch, options.answer, screen).await;
    }
    let respondent = Arc::new(Respondent::new(options.answer));
    with_server(&launch, &respondent, screen, async |connection| {
        if !options.calls.is_empty() {
            calls::run(connection, options.calls).await
        } else if has_person() {
            menu::run(connection, screen).await
        } else {
            calls::list(connection, screen).await
        }
    })
    .await
}
