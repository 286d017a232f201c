//! The demo servers as programs, and how a client gets to them.

use std::{path::PathBuf, process::Stdio, sync::OnceLock, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

use crate::{
    backend::{Backend, Demo},
    client::{CLIENTS, Client},
    demo::{VARIABLES, example},
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transport {
    Stdio,
    Http,
    /// HTTP without sessions, where nothing can be pushed to a client.
    Stateless,
}

/// A server that clients can connect to. It ends with this.
pub struct Started {
    /// What a driver needs to know.
    pub target: Value,
    _process: Option<Child>,
}

impl Transport {
    pub fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "HTTP",
            Self::Stateless => "HTTP, no sessions",
        }
    }

    /// What is tested with a client: without sessions it is the server that matters, so one will
    /// do.
    pub fn of(client: &Client) -> &'static [Self] {
        if std::ptr::eq(client, CLIENTS[0]) {
            &[Self::Stdio, Self::Http, Self::Stateless]
        } else {
            &[Self::Stdio, Self::Http]
        }
    }

    /// 2026-07-28 has no sessions to begin with.
    pub fn carries(self, revision: &str) -> bool {
        self != Self::Stateless || revision == "2025-11-25"
    }

    /// Starts a server, or says how a client starts it.
    pub async fn start(self, demo: Demo, backend: &Backend) -> Result<Started, String> {
        let program = demo.program();
        let environment = backend.environment();
        let options: &[&str] = match self {
            Self::Stdio => {
                let target = json!({"command": [program], "environment": environment});
                return Ok(Started { target, _process: None });
            }
            Self::Http => &["--http", "127.0.0.1:0"],
            Self::Stateless => &["--http", "127.0.0.1:0", "--stateless"],
        };
        let mut command = Command::new(program);
        without_settings(&mut command);
        command.args(options).envs(&environment).stdin(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.kill_on_drop(true).spawn().map_err(|error| error.to_string())?;
        let url = address(&mut child).await?;
        Ok(Started { target: json!({"url": url}), _process: Some(child) })
    }
}

/// Reads where the server listens, and goes on reading, or it would wait for that one day.
async fn address(child: &mut Child) -> Result<String, String> {
    let mut said = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut until_now = String::new();
    let found = timeout(Duration::from_secs(60), async {
        while let Ok(Some(line)) = said.next_line().await {
            if let Some((_, url)) = line.split_once("listening on ") {
                return Some(url.to_owned());
            }
            until_now.push_str(&line);
        }
        None
    });
    let found = found.await.ok().flatten();
    tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
    found.ok_or_else(|| format!("the server does not listen: {until_now}"))
}

/// Leaves out what the environment may say to a demo.
pub fn without_settings(command: &mut Command) {
    for variable in VARIABLES {
        command.env_remove(variable);
    }
}

/// The servers.
pub fn programs() -> &'static [PathBuf; 2] {
    static PROGRAMS: OnceLock<[PathBuf; 2]> = OnceLock::new();
    PROGRAMS.get_or_init(|| Demo::ALL.map(Demo::name).map(example))
}
