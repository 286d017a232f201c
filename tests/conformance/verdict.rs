//! What came of a scenario, and which failures are expected.

use std::{fmt, fs, path::Path};

use crate::{
    fixture::{Asking, Fixture},
    suite::{Check, Status, checks},
};

/// The list of them, as the suite reads it too.
pub const EXPECTED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/expected-failures.yml");

/// A check that the guarded server fails, and what the suite says then.
pub struct ExpectedFailure {
    pub scenario: String,
    pub check: String,
    says: String,
}

impl ExpectedFailure {
    fn is(&self, check: &Check) -> bool {
        check.failed() && check.id == self.check && check.error_message.contains(&self.says)
    }
}

/// Reads the suite's own format, and the comment above each check.
pub fn expected_failures() -> Vec<ExpectedFailure> {
    let text = fs::read_to_string(EXPECTED).expect("the list of expected failures");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let pairs = lines.windows(2).filter_map(|pair| Some((pair[0], pair[1].strip_prefix("- ")?)));
    let entry = |(above, entry): (&str, &str)| {
        let says = above.strip_prefix("# says: ");
        let says = says.unwrap_or_else(|| panic!("{entry}: write down what the suite says"));
        let (scenario, check) = entry.split_once(':').expect("a scenario and a check");
        let [scenario, check, says] = [scenario, check, says].map(str::to_owned);
        ExpectedFailure { scenario, check, says }
    };
    pairs.map(entry).collect()
}

/// What came of one scenario on one server.
pub struct Outcome {
    pub verdict: Verdict,
    /// Whether it has called a tool that asks.
    pub asks: bool,
    checks: Vec<Check>,
}

pub enum Verdict {
    Passed {
        /// Where the suite wants a call to complete, it completed as an error result.
        refused: bool,
        skipped: usize,
    },
    Expected {
        skipped: usize,
    },
    Failed(Vec<String>),
    /// It looked at nothing, so it proves nothing.
    NotRun(String),
}

impl Outcome {
    pub fn of<A: Asking>(
        scenario: &str,
        server: &Fixture<A>,
        results: &Path,
        expected: &[ExpectedFailure],
    ) -> Self {
        let checks = checks(results, scenario);
        let called = server.called_in(scenario);
        let missing = called.iter().find(|tool| !server.has_tool(tool));
        let verdict = match missing {
            Some(tool) => Verdict::NotRun(format!("there is no tool {tool}")),
            None if !checks.iter().any(Check::counts) => {
                Verdict::NotRun("it looked at nothing".to_owned())
            }
            None => judge(scenario, &checks, expected),
        };
        let asks = called.iter().any(|tool| server.asks(tool));
        Self { verdict, asks, checks }
    }

    /// Whether every occurrence of a check passed, and there was one.
    pub fn passed(&self, check: &str) -> bool {
        let mut of_id = self.checks.iter().filter(|candidate| candidate.id == check).peekable();
        of_id.peek().is_some() && of_id.all(Check::passed)
    }

    /// Whether a check failed.
    pub fn failed(&self, check: &str) -> bool {
        self.checks.iter().any(|candidate| candidate.id == check && candidate.failed())
    }
}

fn judge(scenario: &str, checks: &[Check], expected: &[ExpectedFailure]) -> Verdict {
    let is_expected = |check: &Check| {
        expected.iter().any(|expected| expected.scenario == scenario && expected.is(check))
    };
    let failed = || checks.iter().filter(|check| check.failed());
    let unexpected = failed().filter(|check| !is_expected(check));
    let unexpected: Vec<String> =
        unexpected.map(|check| format!("{}: {}", check.id, check.error_message)).collect();
    if !unexpected.is_empty() {
        return Verdict::Failed(unexpected);
    }
    let skipped = checks.iter().filter(|check| check.status == Status::Skipped).count();
    if failed().next().is_some() {
        return Verdict::Expected { skipped };
    }
    Verdict::Passed { refused: checks.iter().any(Check::is_refusal), skipped }
}

/// A cell of the table.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Passed { refused: true, .. } if self.asks => f.pad("pass, by refusing"),
            Verdict::Passed { skipped: 0, .. } => f.pad("pass"),
            Verdict::Passed { skipped, .. } => f.pad(&format!("pass, {skipped} skipped")),
            Verdict::Expected { skipped: 0 } => f.pad("expected failure"),
            Verdict::Expected { skipped } => f.pad(&format!("expected failure, {skipped} skipped")),
            Verdict::Failed(_) => f.pad("FAIL"),
            Verdict::NotRun(why) => f.pad(&format!("not run: {why}")),
        }
    }
}
