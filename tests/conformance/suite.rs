//! Runs the suite, and reads what it wrote.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde::Deserialize;
use serde_json::Value;
use tokio::process::Command;

use crate::node::Node;

const PACKAGE: &str = "node_modules/@modelcontextprotocol/conformance";
/// Far more than a run takes.
const TIME: Duration = Duration::from_secs(180);

pub struct Suite(Node);

/// One thing that a scenario looked at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    pub id: String,
    pub status: Status,
    #[serde(default)]
    pub error_message: String,
    #[serde(default)]
    details: Value,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    Success,
    Failure,
    /// What a server should do, and did not.
    Warning,
    Skipped,
    Info,
}

impl Check {
    pub fn passed(&self) -> bool {
        self.status == Status::Success
    }

    /// A warning counts, as it does for the suite where failures are expected.
    pub fn failed(&self) -> bool {
        matches!(self.status, Status::Failure | Status::Warning)
    }

    /// Whether it says something about the server. That the messages fit the schema is looked at in
    /// every scenario, also in one that does nothing else.
    pub fn counts(&self) -> bool {
        !self.id.starts_with("wire-schema-") && (self.passed() || self.failed())
    }

    /// Whether what passed was that the tool refused.
    pub fn is_refusal(&self) -> bool {
        self.passed() && self.details["result"]["isError"] == true
    }
}

impl Suite {
    pub fn new() -> Result<Self, String> {
        let packages = ["@modelcontextprotocol/conformance@0.2.0-alpha.12"];
        Node::with("conformance", &packages).map(Self)
    }

    /// The scenarios that a revision requires of a server, as the suite lists them.
    pub fn required(&self, revision: &str) -> Vec<String> {
        let file = self.0.home().join(PACKAGE).join(format!("requirements/{revision}.yaml"));
        let lines = fs::read_to_string(file).expect("the suite knows the revision");
        let server = lines.lines().skip_while(|line| *line != "server:").skip(1);
        let names = server.map_while(|line| line.strip_prefix("  - "));
        names.map(str::to_owned).collect()
    }

    /// Runs what these arguments select, and says whether the suite itself is content.
    pub async fn run(&self, url: &str, selection: &[&str], results: &Path) -> bool {
        let mut command = Command::new(self.0.program());
        command
            .arg(self.0.home().join(PACKAGE).join("dist/index.js"))
            .args(["server", "--url", url, "--output-dir"])
            .arg(results)
            .args(selection)
            .stdin(Stdio::null())
            .kill_on_drop(true);
        let output = tokio::time::timeout(TIME, command.output()).await;
        let output = output.expect("the suite comes to an end").expect("Node runs");
        println!("{}", String::from_utf8_lossy(&output.stderr));
        output.status.success()
    }
}

/// What a scenario looked at, or nothing where it left no result.
pub fn checks(results: &Path, scenario: &str) -> Vec<Check> {
    let folders = fs::read_dir(results).into_iter().flatten().flatten().map(|folder| folder.path());
    let of_scenario = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        scenario_and_start(&name).is_some_and(|(name, _)| name == scenario)
    };
    let Some(folder) = folders.filter(of_scenario).max() else { return Vec::new() };
    let Ok(checks) = fs::read_to_string(folder.join("checks.json")) else { return Vec::new() };
    serde_json::from_str(&checks).expect("a list of checks")
}

/// Takes the name of a results folder apart: the suite puts the time of the start at its end.
pub fn scenario_and_start(folder: &str) -> Option<(String, String)> {
    const START: usize = "-2026-07-28T00-00-00-000Z".len();
    let name = folder.strip_prefix("server-")?;
    let (scenario, start) = name.split_at_checked(name.len().checked_sub(START)?)?;
    Some((scenario.to_owned(), start.to_owned()))
}
