//! The server as a child process.
//!
//! rmcp's `TokioChildProcess` would do most of this, but it keeps the exit
//! status to itself, and that is what one needs when a server does not start.

use std::{
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
    time::timeout,
};

use crate::{launch::Launch, screen::Screen, stop::Stop};

/// A server that has lost its stdin is expected to leave within this time.
const LEAVE: Duration = Duration::from_secs(3);
/// A closed pipe is seen a moment before the exit behind it.
const SETTLE: Duration = Duration::from_secs(1);

pub(crate) struct ServerProcess {
    child: Child,
    log: Option<JoinHandle<()>>,
}

pub(crate) type Pipes = (ChildStdout, ChildStdin);

impl ServerProcess {
    pub(crate) fn start(launch: &Launch, screen: &Screen) -> Result<(Self, Pipes), Stop> {
        let mut child = Command::new(&launch.program)
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if launch.raw_log { Stdio::inherit() } else { Stdio::piped() })
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| cannot_start(launch, &error))?;
        let (Some(output), Some(input)) = (child.stdout.take(), child.stdin.take()) else {
            return Err(Stop::failed("the server was started without pipes"));
        };
        let log = child.stderr.take().map(|stderr| tokio::spawn(relay(stderr, screen.clone())));
        Ok((Self { child, log }, (output, input)))
    }

    /// The exit status of a server that has left, or is just about to.
    pub(crate) async fn exit_status(&mut self) -> Option<ExitStatus> {
        timeout(SETTLE, self.child.wait()).await.ok()?.ok()
    }

    /// Waits for the server to leave, which losing its stdin tells it to do,
    /// and ends it if it stays.
    pub(crate) async fn stop(mut self) {
        if timeout(LEAVE, self.child.wait()).await.is_err() {
            // It cannot be killed if it has left in this moment: just as well.
            let _left_by_itself = self.child.kill().await;
        }
        if let Some(log) = self.log.take() {
            // Only what is already written: a grandchild may hold the pipe open.
            let _still_open = timeout(SETTLE, log).await;
        }
    }
}

fn cannot_start(launch: &Launch, error: &std::io::Error) -> Stop {
    Stop::failed(format!("cannot start {}: {error}", launch.program.to_string_lossy()))
}

/// Shows the server's stderr line by line, so that nobody takes it for ours.
async fn relay(stderr: ChildStderr, screen: Screen) {
    let mut lines = BufReader::new(stderr).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        screen.lock().await.log(String::from_utf8_lossy(&line).trim_end());
    }
}
