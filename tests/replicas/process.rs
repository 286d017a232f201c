//! A demo server as a process of its own, on HTTP.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    sync::OnceLock,
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStderr, Command},
    time::timeout,
};

use crate::demo::{VARIABLES, example, terminal};

/// Longer than a server takes to start, so that one that hangs is noticed.
const LONG: Duration = Duration::from_secs(60);

/// The variables of the other demo, beside those that both have.
const AUDIOBOOKSHELF: [&str; 3] =
    ["AUDIOBOOKSHELF_URL", "AUDIOBOOKSHELF_API_KEY", "AUDIOBOOKSHELF_READ_ONLY"];

/// How to start one.
pub struct Start(Command);

/// A running server. It is killed with this.
pub struct Demo {
    process: Child,
    /// Where it takes MCP.
    pub url: String,
}

/// A server that did not start.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub said: String,
}

impl Start {
    pub fn carddav() -> Self {
        let mut start = Self::program(terminal());
        start.0.arg("--serve-carddav");
        start
    }

    pub fn audiobookshelf() -> Self {
        static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
        Self::program(PROGRAM.get_or_init(|| example("audiobookshelf")))
    }

    fn program(program: &Path) -> Self {
        let mut command = Command::new(program);
        for variable in VARIABLES.iter().chain(&AUDIOBOOKSHELF) {
            command.env_remove(variable);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        Self(command)
    }

    pub fn set(mut self, variable: &str, value: &str) -> Self {
        self.0.env(variable, value);
        self
    }

    /// Without sessions on 2025-11-25.
    pub fn stateless(mut self) -> Self {
        self.0.arg("--stateless");
        self
    }

    /// On a port of this machine that is free.
    pub async fn listen(self) -> Demo {
        self.listen_on("127.0.0.1:0").await.expect("the server starts")
    }

    pub async fn listen_on(mut self, address: &str) -> Result<Demo, Ended> {
        let mut process = self.0.args(["--http", address]).spawn().expect("the program is there");
        let stderr = process.stderr.take().expect("a pipe");
        let mut lines = BufReader::new(stderr).lines();
        let mut said = String::new();
        let url = timeout(LONG, address_in(&mut lines, &mut said)).await;
        let Some(url) = url.expect("it starts or ends") else {
            let status = process.wait().await.expect("a child");
            return Err(Ended { code: status.code(), said });
        };
        // What is not read would block it.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        // It is reached from this machine, whatever it listens on.
        let url = url.replace("//0.0.0.0:", "//127.0.0.1:");
        Ok(Demo { process, url })
    }
}

/// Reads what the server says until it says where it listens.
async fn address_in(
    lines: &mut Lines<BufReader<ChildStderr>>,
    said: &mut String,
) -> Option<String> {
    while let Ok(Some(line)) = lines.next_line().await {
        if let Some((_, url)) = line.split_once(": listening on ") {
            return Some(url.to_owned());
        }
        said.push_str(&line);
        said.push('\n');
    }
    None
}

impl Demo {
    /// Ends it at once (SIGKILL), in whatever it is doing.
    pub async fn kill(mut self) {
        self.process.kill().await.expect("it is ours");
    }
}
