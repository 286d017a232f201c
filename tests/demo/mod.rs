//! The terminal client as a process, with the CardDAV demo behind it: what somebody sees who has
//! just cloned the repository.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::OnceLock,
};

use serde_json::Value;

pub const BOOK: &str = "/addressbooks/you/personal/";
pub const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// What the environment may say to the server, and the tests say themselves.
pub const VARIABLES: [&str; 13] = [
    "AUDIOBOOKSHELF_API_KEY",
    "AUDIOBOOKSHELF_READ_ONLY",
    "AUDIOBOOKSHELF_URL",
    "CARDDAV_ADDRESSBOOKS",
    "CARDDAV_PASSWORD",
    "CARDDAV_READ_ONLY",
    "CARDDAV_URL",
    "CARDDAV_USERNAME",
    "ELICITATION",
    "MCP_APPROVAL_KEYS",
    "MCP_BEARER_TOKENS",
    "REDIS_URL",
    "RUST_LOG",
];

/// The program, which has the CardDAV demo in it.
pub fn terminal() -> &'static Path {
    static TERMINAL: OnceLock<PathBuf> = OnceLock::new();
    TERMINAL.get_or_init(|| example("terminal"))
}

/// An example, built as a newcomer's command builds it.
pub fn example(name: &str) -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--all-features", "--message-format=json", "--example", name])
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(built.status.success(), "the example builds");
    let messages = String::from_utf8(built.stdout).expect("UTF-8");
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let programs = messages.filter(|message| message["target"]["name"] == name);
    let mut paths = programs.filter_map(|program| Some(program["executable"].as_str()?.into()));
    paths.next().expect("cargo names the program")
}

/// One run of the terminal.
pub struct Run {
    command: Command,
}

/// What a run printed.
#[derive(Debug)]
pub struct Seen {
    pub code: Option<i32>,
    pub screen: String,
    pub log: String,
}

impl Run {
    pub fn new(revision: &str) -> Self {
        let mut command = Command::new(terminal());
        command.args(["--revision", revision]).stdin(Stdio::null());
        for variable in VARIABLES {
            command.env_remove(variable);
        }
        Self { command }
    }

    pub fn answer(mut self, answer: &str) -> Self {
        self.command.args(["--answer", answer]);
        self
    }

    pub fn no_elicitation(mut self) -> Self {
        self.command.arg("--no-elicitation");
        self
    }

    pub fn set(mut self, variable: &str, value: &str) -> Self {
        self.command.env(variable, value);
        self
    }

    /// Adds a call, to a tool of one address book.
    pub fn call(mut self, tool: &str, mut arguments: Value) -> Self {
        if arguments.get("address_book").is_none() {
            arguments["address_book"] = BOOK.into();
        }
        self.command.args(["--call", &format!("{tool} {arguments}")]);
        self
    }

    pub fn run(mut self) -> Seen {
        let Output { status, stdout, stderr } = self.command.output().expect("the terminal runs");
        Seen {
            code: status.code(),
            screen: String::from_utf8(stdout).expect("UTF-8"),
            log: String::from_utf8(stderr).expect("UTF-8"),
        }
    }
}

impl Seen {
    /// What stands between each call and the next one.
    pub fn calls(&self) -> Vec<&str> {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.screen.split("\n> ").skip(1).collect()
    }

    /// Every question of this run.
    pub fn questions(&self) -> Vec<String> {
        let asked = self.screen.split("the server asks:\n").skip(1);
        asked.map(|rest| block(rest.split("\nanswered: ").next().unwrap_or_default())).collect()
    }
}

/// What the server sent, without the bar beside it.
fn block(shown: &str) -> String {
    let lines = shown.lines().map(|line| {
        let line = line.trim_start().strip_prefix('│').expect("a bar");
        line.strip_prefix(' ').unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The result of the only call of this kind in `call`, as JSON.
pub fn json(call: &str) -> Value {
    let (_, result) = call.split_once("\ndone\n").unwrap_or_else(|| panic!("not done: {call}"));
    serde_json::from_str(&block(result.trim_end()))
        .unwrap_or_else(|error| panic!("{error}: {result}"))
}

/// The UIDs in a listing of contacts.
pub fn uids(call: &str) -> Vec<String> {
    let listing = json(call);
    let contacts = listing["contacts"].as_array().expect("a list");
    contacts.iter().map(|contact| contact["uid"].as_str().expect("a UID").to_owned()).collect()
}
