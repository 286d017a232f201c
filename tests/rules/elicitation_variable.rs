//! `ELICITATION`: what it accepts, and how loudly it says what it does.

use std::{
    env,
    ffi::OsStr,
    process::{Command, Output},
};

use rmcp_approval::{Approver, ConfigError, Elicitation};

#[test]
fn unset_and_true_ask_and_false_does_not() {
    assert_eq!(Elicitation::parse(None), Ok(Elicitation::On));
    assert_eq!(Elicitation::parse(Some(OsStr::new("true"))), Ok(Elicitation::On));
    assert_eq!(Elicitation::parse(Some(OsStr::new("false"))), Ok(Elicitation::Off));
}

#[test]
fn anything_else_is_an_error_that_names_the_value_and_both_valid_ones() {
    for value in ["", " ", "1", "0", "on", "off", "yes", "no", "TRUE", "False", "true ", " false"] {
        refused(OsStr::new(value), value);
    }
}

#[cfg(unix)]
#[test]
fn a_value_that_is_no_unicode_is_an_error_too() {
    use std::os::unix::ffi::OsStrExt;
    refused(OsStr::from_bytes(b"\xff"), "\u{fffd}");
    refused(OsStr::from_bytes(b"true\xff"), "true\u{fffd}");
}

fn refused(value: &OsStr, shown: &str) {
    let error = Elicitation::parse(Some(value)).unwrap_err();
    assert_eq!(error, ConfigError::Elicitation { value: shown.to_owned() });
    let message = error.to_string();
    assert!(message.starts_with(&format!("ELICITATION={shown:?} ")), "{message}");
    assert!(message.contains("\"true\"") && message.contains("\"false\""), "{message}");
}

#[test]
fn a_server_that_was_started_with_the_dialog_off_says_so_in_one_line() {
    let line = "notes-mcp: ELICITATION=false — guarded tools fall back to the two-call token\n";
    assert_eq!(start(Some("false")), (true, line.to_owned()));
    assert_eq!(start(Some("true")), (true, String::new()));
    assert_eq!(start(None), (true, String::new()));
}

#[test]
fn a_server_does_not_start_with_a_value_that_is_neither() {
    for value in ["", "TRUE", "off", "1"] {
        let (started, said) = start(Some(value));
        assert!(!started && said.contains(&format!("ELICITATION={value:?}")), "{said}");
    }
}

/// A server may say in its own instructions whether people are asked.
#[test]
fn an_approver_says_whether_it_asks() {
    for elicitation in [Elicitation::On, Elicitation::Off] {
        let approver = Approver::builder("notes-mcp").elicitation(elicitation).build().unwrap();
        assert_eq!(approver.elicitation(), elicitation);
    }
    assert_eq!(Approver::builder("notes-mcp").build().unwrap().elicitation(), Elicitation::On);
}

#[test]
fn a_server_without_a_name_or_with_no_time_or_too_much_to_answer_is_refused() {
    let zero = std::time::Duration::ZERO;
    let builder = || Approver::builder("notes-mcp");
    assert!(builder().build().is_ok(), "the control");
    assert_eq!(Approver::builder(" ").build().unwrap_err(), ConfigError::EmptyServerName);
    for (setting, builder) in [
        ("token_lifetime", builder().token_lifetime(zero)),
        ("question_lifetime", builder().question_lifetime(zero)),
        ("dialog_timeout", builder().dialog_timeout(zero)),
        ("progress_interval", builder().progress_interval(zero)),
    ] {
        assert_eq!(builder.build().unwrap_err(), ConfigError::ZeroDuration { setting });
    }
    let day = std::time::Duration::from_secs(24 * 60 * 60);
    let second = std::time::Duration::from_secs(1);
    assert!(builder().token_lifetime(day).question_lifetime(day).build().is_ok(), "the control");
    for (setting, builder) in [
        ("token_lifetime", builder().token_lifetime(day + second)),
        ("question_lifetime", builder().question_lifetime(std::time::Duration::MAX)),
    ] {
        assert_eq!(builder.build().unwrap_err(), ConfigError::LongLifetime { setting });
    }
}

/// Starts this test program again as a server with the variable set: whether the approver was
/// made, and what stood on standard error.
fn start(value: Option<&str>) -> (bool, String) {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "elicitation_variable::as_a_server", "--nocapture"])
        .env(AS_A_SERVER, "1");
    match value {
        Some(value) => command.env("ELICITATION", value),
        None => command.env_remove("ELICITATION"),
    };
    let Output { status, stderr, .. } = command.output().unwrap();
    (status.success(), String::from_utf8(stderr).unwrap())
}

const AS_A_SERVER: &str = "RMCP_APPROVAL_TEST_AS_A_SERVER";

/// What the tests above start. By itself it does nothing.
#[test]
fn as_a_server() {
    if env::var_os(AS_A_SERVER).is_none() {
        return;
    }
    if let Err(error) = Approver::from_env("notes-mcp") {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
