//! `MCP_APPROVAL_KEYS`: what it accepts, and that no message repeats a key.

use std::{env, ffi::OsStr, process::Command};

use crate::notes::{Notes, text, token};
use rmcp_approval::{Approver, KeyRing, KeyRingError, MemoryLedger, testing::Revision};
use serde_json::json;

/// 32 bytes, once with padding and once without.
const A: &str = "8dkSmr7rXcfLmJvwIXVqFjCPEBuTVvAWp7c6JhDaq2Y=";
const B: &str = "GeWLRjZJEPJTvUqUvkcYJGoQLNXdEdSCfJOBWnpBw4M";

fn server(keys: &str) -> Notes {
    let keys = KeyRing::parse(keys).unwrap();
    Notes::new(Approver::builder("notes-mcp").shared(keys, MemoryLedger::new()).build().unwrap())
}

#[tokio::test]
async fn the_first_key_seals_and_all_of_them_open() {
    let (a, b) = (format!("a:{A}"), format!("b:{B}"));
    let both = server(&format!("{b}, {a}\n"));
    for (issues, takes, works) in [
        (server(&a), &both, true),
        (server(&b), &both, true),
        (both.clone(), &server(&b), true),
        (both.clone(), &server(&a), false),
        (server(&a), &server(&b), false),
        // The name of a key is not the key.
        (server(&a), &server(&format!("a:{B}")), false),
    ] {
        let here = issues.nobody(Revision::V2026_07_28).start().await.unwrap();
        let there = takes.nobody(Revision::V2026_07_28).start().await.unwrap();
        let refusal = here.call("update_note", json!({"id": 1, "title": "x"})).await.unwrap();
        let quoting = json!({"id": 1, "title": "x", "confirm_token": token(&refusal)});
        let said = text(&there.call("update_note", quoting).await.unwrap());
        assert_eq!(said == "done", works, "{said}");
    }
}

#[test]
fn anything_else_is_refused_and_not_repeated() {
    assert!(KeyRing::parse(&format!("a:{A}")).is_ok(), "the control");
    for value in ["", ",", "a", A, &format!("a:{A},"), &format!("a={A}"), "a:s3cr3t!", "a:::"] {
        let error = KeyRing::parse(value).unwrap_err();
        assert_eq!(error, KeyRingError::Malformed, "{value}");
        assert!(error.to_string().starts_with("MCP_APPROVAL_KEYS accepts keys"), "{error}");
    }
    for (value, says) in [
        ("a:c2hvcnQ=".to_owned(), "32"),
        (format!(":{A}"), "cannot be used"),
        (format!("a-long-name:{A}"), "longer than 9 bytes"),
        (format!("a:{A},a:{B}"), "cannot be used"),
    ] {
        let error = KeyRing::parse(&value).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert!(!error.contains(A) && !error.contains("c2hvcnQ"), "{error}");
    }
}

/// Starts this test program again with the variable set: what it reads there.
fn read_with(value: Option<&OsStr>) -> String {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "keys_variable::as_a_server", "--nocapture"]).env(AS_A_SERVER, "1");
    match value {
        Some(value) => command.env(KeyRing::VARIABLE, value),
        None => command.env_remove(KeyRing::VARIABLE),
    };
    String::from_utf8(command.output().unwrap().stderr).unwrap()
}

const AS_A_SERVER: &str = "RMCP_APPROVAL_TEST_AS_A_SERVER";

/// What the test below starts. By itself it does nothing.
#[test]
fn as_a_server() {
    if env::var_os(AS_A_SERVER).is_some() {
        eprint!("{:?}", KeyRing::from_env());
    }
}

#[test]
fn unset_is_no_ring_and_what_is_set_is_one_or_an_error() {
    assert_eq!(KeyRing::VARIABLE, "MCP_APPROVAL_KEYS");
    assert_eq!(read_with(None), "Ok(None)");
    assert_eq!(read_with(Some(OsStr::new(&format!("a:{A}")))), "Ok(Some(KeyRing(_)))");
    for value in ["", "a", "s3cr3t"] {
        assert_eq!(read_with(Some(OsStr::new(value))), "Err(Malformed)");
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(read_with(Some(OsStr::from_bytes(b"a:\xff"))), "Err(Malformed)");
    }
}
