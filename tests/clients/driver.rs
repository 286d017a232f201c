//! A client as a process: it is told its steps one by one, and looked after in between.

use std::{fs::File, process::Stdio, time::Duration};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::{client::Installed, started::without_settings};

/// Nothing takes long unless it hangs.
const STEP: Duration = Duration::from_secs(60);

pub struct Driver {
    child: Child,
    incoming: Lines<BufReader<ChildStdout>>,
    outgoing: ChildStdin,
    /// The home of the client, who may have a daemon with a socket in it: its path has to be short.
    home: TempDir,
}

/// A call, as the client saw it.
#[derive(Debug)]
pub struct Called {
    pub asked: Vec<Question>,
    pub is_error: bool,
    pub text: String,
    pub content: Value,
}

#[derive(Debug)]
pub struct Question {
    pub message: String,
    pub schema: Value,
}

impl Driver {
    pub fn start(installed: &Installed) -> Self {
        let home = tempfile::tempdir().expect("a directory");
        let log = File::create(home.path().join("log")).expect("a log file");
        let mut command = Command::new(&installed.program);
        without_settings(&mut command);
        let mut child = command
            .args(&installed.arguments)
            .env("HOME", home.path())
            .env("MCP_INSPECTOR_SECRET_STORE", "file")
            .env("NODE_COMPILE_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/node-cache"))
            .env("NO_PROXY", "127.0.0.1")
            .env("no_proxy", "127.0.0.1")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("the driver starts");
        let outgoing = child.stdin.take().expect("a pipe");
        let incoming = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { child, incoming, outgoing, home }
    }

    /// Connects, and gives the revision that was agreed on.
    pub async fn connect(
        &mut self,
        to: &Value,
        revision: &str,
        elicitation: bool,
    ) -> Result<String, String> {
        let step = json!({"connect": to, "revision": revision, "elicitation": elicitation});
        let connected = self.step(step).await?;
        Ok(connected["revision"].as_str().unwrap_or_default().to_owned())
    }

    /// Calls a tool; whoever is asked gives this answer.
    pub async fn call(
        &mut self,
        tool: &str,
        arguments: &Value,
        answer: &Value,
    ) -> Result<Called, String> {
        let step = json!({"call": tool, "arguments": arguments, "answer": answer});
        Called::of(&self.step(step).await?)
    }

    async fn step(&mut self, step: Value) -> Result<Value, String> {
        let sent = self.outgoing.write_all(format!("{step}\n").as_bytes()).await;
        sent.map_err(|error| self.failed(&step, &error.to_string()))?;
        let line = match timeout(STEP, self.incoming.next_line()).await {
            Ok(Ok(Some(line))) => line,
            Ok(Ok(None)) => return Err(self.failed(&step, "the driver ended")),
            Ok(Err(error)) => return Err(self.failed(&step, &error.to_string())),
            Err(_) => return Err(self.failed(&step, "no answer in time")),
        };
        serde_json::from_str(&line).map_err(|error| self.failed(&step, &format!("{error}: {line}")))
    }

    fn failed(&self, step: &Value, why: &str) -> String {
        format!("{step}: {why}\n{}", log(&self.home))
    }

    /// Lets the client close what it has opened, and gives what it had to say on stderr.
    pub async fn end(self) -> String {
        let Self { mut child, outgoing, home, .. } = self;
        drop(outgoing);
        let left = timeout(STEP, child.wait()).await;
        if left.is_err() {
            let _ended = child.kill().await;
        }
        log(&home)
    }
}

fn log(home: &TempDir) -> String {
    std::fs::read_to_string(home.path().join("log")).unwrap_or_default()
}

impl Called {
    fn of(answer: &Value) -> Result<Self, String> {
        let odd = || format!("not what a driver prints: {answer}");
        let result = &answer["result"];
        let asked = answer["asked"].as_array().ok_or_else(odd)?.iter().map(|question| Question {
            message: question["message"].as_str().unwrap_or_default().to_owned(),
            schema: question["schema"].clone(),
        });
        let text = result["content"][0]["text"].as_str().ok_or_else(odd)?.to_owned();
        Ok(Self {
            asked: asked.collect(),
            is_error: result["isError"] == true,
            text,
            content: result["structuredContent"].clone(),
        })
    }
}
