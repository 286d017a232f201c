//! The official MCP conformance suite, on two servers: one whose tools ask through this library,
//! and the same server without it, whose tools ask as rmcp alone lets them.
//!
//! - The guarded server passes every scenario that MCP 2025-11-25 and 2026-07-28 require of a
//!   server, except for the checks in `expected-failures.yml`, each with its reason.
//! - The unguarded server passes all of them, so the guard is the reason for each of those.
//! - The suite accepts every dialog, and never with the tick that is a yes: the guarded server has
//!   erased nothing when it is gone, and the unguarded one has.
//! - A scenario counts only if the server has every tool that it called, and if a check of it did
//!   more than look at the form of the messages.
//!
//! What the suite runs and does not score is left out: extensions, and scenarios that its own
//! reference server cannot pass yet. `guarded.rs` has the tools that ask through the library, and
//! `free.rs` says which ask by hand on both servers.
//!
//! `cargo test --test conformance -- --nocapture` prints the table. CONTRIBUTING.md says how to run
//! the suite by hand.

mod contents;
mod fixture;
mod free;
mod guarded;
#[path = "../servers/install.rs"]
mod install;
#[path = "../servers/node.rs"]
mod node;
#[path = "../servers/python.rs"]
mod python;
mod suite;
mod table;
mod unguarded;
mod verdict;

use std::sync::OnceLock;

use fixture::{Asking, Fixture};
use guarded::Guarded;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp_approval::testing::{Answer, Revision, connect};
use serde_json::json;
use suite::Suite;
use table::{Row, Visit};
use tempfile::TempDir;
use unguarded::Unguarded;
use verdict::Verdict;

/// The revisions, and how many scenarios each requires of a server.
const REVISIONS: [(&str, usize); 2] = [("2025-11-25", 30), ("2026-07-28", 37)];

/// Installed once for all tests.
fn suite() -> Option<&'static Suite> {
    static SUITE: OnceLock<Result<Suite, String>> = OnceLock::new();
    SUITE.get_or_init(Suite::new).as_ref().map_err(|why| install::skip(why)).ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guarded_server_conforms_except_where_a_guard_must_not_and_there_the_other_does() {
    let Some(suite) = suite() else { return };
    let expected = verdict::expected_failures();
    let (mut rows, mut own_verdicts) = (Vec::new(), Vec::new());
    for (revision, count) in REVISIONS {
        let required = suite.required(revision);
        assert_eq!(required.len(), count, "scenarios for {revision}");
        let selection = ["--requirements", revision];
        let with_failures = [&selection[..], &["--expected-failures", verdict::EXPECTED]].concat();
        let (guarded, unguarded) = tokio::join!(
            Visit::<Guarded>::of(suite, &with_failures),
            Visit::<Unguarded>::of(suite, &selection),
        );
        rows.extend(required.into_iter().map(|scenario| Row {
            revision,
            guarded: guarded.outcome(&scenario, &expected),
            unguarded: unguarded.outcome(&scenario, &[]),
            scenario,
        }));
        assert_eq!(guarded.erased(), 0, "the suite has no yes");
        assert_ne!(unguarded.erased(), 0, "the control");
        own_verdicts.push((guarded.content, unguarded.content));
    }
    println!("{}", table::table(&rows));
    assert_eq!(table::problems(&rows, &expected), [""; 0]);
    assert_eq!(own_verdicts, [(true, true); REVISIONS.len()], "the suite sees it otherwise");
}

/// A server on which only the free tools are left.
#[derive(Clone)]
struct Absent;

impl Asking for Absent {
    fn new() -> Self {
        Self
    }

    fn tools() -> ToolRouter<Fixture<Self>> {
        ToolRouter::new()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scenario_that_passes_only_because_its_tool_is_missing_is_not_counted() {
    let Some(suite) = suite() else { return };
    let scenario = "input-required-result-validate-input";
    let selection = ["--scenario", scenario, "--spec-version", "2026-07-28"];
    let absent = Visit::<Absent>::of(suite, &selection).await;
    assert!(absent.content, "the suite counts it");
    let Verdict::NotRun(why) = absent.outcome(scenario, &[]).verdict else { panic!("it counts") };
    assert_eq!(why, "there is no tool test_input_required_result_elicitation");

    let present = Visit::<Guarded>::of(suite, &selection).await;
    let verdict = present.outcome(scenario, &[]).verdict;
    assert!(matches!(verdict, Verdict::Passed { .. }), "the control");
}

#[tokio::test]
async fn a_person_can_still_say_yes_to_the_guarded_tools() {
    for revision in Revision::ALL {
        for (answer, erased) in [(Answer::Decline, 0), (Answer::Accept, 1)] {
            let results = TempDir::new().expect("a folder");
            let server = Fixture::<Guarded>::new(results.path().to_owned());
            let person = connect(server.clone()).revision(revision).answer(answer);
            let person = person.start().await.expect("a connection");
            let tool = "test_input_required_result_request_state";
            person.call(tool, json!({})).await.expect("a result");
            assert_eq!(server.erased(), erased);
        }
    }
}
