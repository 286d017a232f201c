//! The suite's visits to the two servers, side by side.

use std::fmt::Write as _;

use tempfile::TempDir;

use crate::{
    fixture::{Asking, Fixture},
    suite::Suite,
    verdict::{ExpectedFailure, Outcome, Verdict},
};

/// A server that the suite has been to.
pub struct Visit<A> {
    server: Fixture<A>,
    results: TempDir,
    /// Whether the suite itself was content.
    pub content: bool,
}

impl<A: Asking> Visit<A> {
    /// Starts a server, and runs what these arguments select on it.
    pub async fn of(suite: &Suite, selection: &[&str]) -> Self {
        let results = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let server = Fixture::new(results.path().to_owned());
        let url = server.serve().await;
        let content = suite.run(&url, selection, results.path()).await;
        Self { server, results, content }
    }

    pub fn outcome(&self, scenario: &str, expected: &[ExpectedFailure]) -> Outcome {
        Outcome::of(scenario, &self.server, self.results.path(), expected)
    }

    pub fn erased(&self) -> usize {
        self.server.erased()
    }
}

/// One scenario on both servers.
pub struct Row {
    pub scenario: String,
    pub revision: &'static str,
    pub guarded: Outcome,
    pub unguarded: Outcome,
}

pub fn table(rows: &[Row]) -> String {
    let mut table = format!(
        "{:<44} | {:<10} | {:<4} | {:<27} | unguarded\n",
        "scenario", "revision", "asks", "guarded"
    );
    for Row { scenario, revision, guarded, unguarded } in rows {
        let asks = if guarded.asks { "yes" } else { "" };
        writeln!(table, "{scenario:<44} | {revision} | {asks:<4} | {guarded:<27} | {unguarded}")
            .expect("a string can be written to");
    }
    table
}

/// What is wrong with the results.
pub fn problems(rows: &[Row], expected: &[ExpectedFailure]) -> Vec<String> {
    let on_both = rows.iter().flat_map(|row| {
        let guarded = complaint(&row.guarded.verdict, true);
        let unguarded = complaint(&row.unguarded.verdict, false);
        let name = |server| format!("{} on {}, {server}", row.scenario, row.revision);
        let guarded = guarded.map(|why| format!("{}: {why}", name("guarded")));
        let unguarded = unguarded.map(|why| format!("{}: {why}", name("unguarded")));
        guarded.into_iter().chain(unguarded)
    });
    on_both.chain(expected.iter().filter_map(|expected| stale(rows, expected))).collect()
}

fn complaint(verdict: &Verdict, may_fail_as_expected: bool) -> Option<String> {
    match verdict {
        Verdict::Passed { .. } => None,
        Verdict::Expected { .. } if may_fail_as_expected => None,
        Verdict::Expected { .. } => Some("a failure is expected of the other server only".into()),
        Verdict::Failed(checks) => Some(checks.join("; ")),
        Verdict::NotRun(why) => Some(format!("not run, {why}")),
    }
}

/// Why a failure is wrongly in the list.
fn stale(rows: &[Row], expected: &ExpectedFailure) -> Option<String> {
    let ExpectedFailure { scenario, check, .. } = expected;
    let Some(row) = rows.iter().find(|row| row.scenario == *scenario) else {
        return Some(format!("{scenario}:{check} is expected, and there is no such scenario"));
    };
    if !row.guarded.failed(check) {
        return Some(format!("{scenario}:{check} is expected, and did not fail"));
    }
    if !row.unguarded.passed(check) {
        return Some(format!(
            "{scenario}:{check} has another reason: without the guard it fails too"
        ));
    }
    None
}
