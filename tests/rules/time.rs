//! What happens while a pushed question is open: time, progress, cancelling and closing.

use std::time::Duration;

use crate::notes::Notes;
use crate::wire::Wire;
use rmcp_approval::Approver;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

const MINUTE: Duration = Duration::from_secs(60);

// Time is paused in all of these: what would hang for ever runs into its timeout at once.

#[tokio::test(start_paused = true)]
async fn a_yes_in_time_acts() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    let question = wire.question().await;
    wire.yes(&question).await;
    let result = wire.receive_but("notifications/progress").await;
    assert_eq!((&result["id"], &result["result"]["isError"]), (&json!(1), &json!(false)));
    assert_eq!(server.ran(), ["delete 1"], "the control of everything below");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_was_cancelled_never_acts_even_when_the_yes_arrives_afterwards() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    let question = wire.question().await;
    wire.cancel().await;
    wire.yes(&question).await;
    wire.settle().await;
    assert_eq!(server.ran(), [""; 0]);
    wire.close().await;
    assert_eq!(server.ran(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn the_question_of_a_cancelled_call_is_withdrawn_from_the_client() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    let question = wire.question().await;
    wire.cancel().await;
    let cancelled = Instant::now();
    let withdrawal = wire.receive_but("notifications/progress").await;
    assert_eq!(withdrawal["method"], "notifications/cancelled");
    assert_eq!(withdrawal["params"]["requestId"], question);
    assert_eq!(withdrawal["params"]["reason"], "the call was cancelled");
    assert!(cancelled.elapsed() < Duration::from_secs(1), "at once: {:?}", cancelled.elapsed());
    wire.yes(&question).await;
    wire.settle().await;
    assert_eq!(server.ran(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_call_whose_connection_went_while_the_dialog_was_open_never_acts() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    wire.question().await;
    wire.close().await;
    assert_eq!(server.ran(), [""; 0]);
    sleep(30 * MINUTE).await;
    assert_eq!(server.ran(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_person_has_ten_minutes_on_the_wire_and_not_less() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    let question = wire.question().await;
    sleep(10 * MINUTE - Duration::from_secs(1)).await;
    wire.yes(&question).await;
    let result = wire.receive_but("notifications/progress").await;
    assert_eq!(result["result"]["isError"], json!(false), "{result}");
    assert_eq!(server.ran(), ["delete 1"]);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_answers_is_withdrawn_and_a_late_yes_does_nothing() {
    let approver = Approver::builder("notes-mcp").dialog_timeout(3 * MINUTE).build().unwrap();
    let server = Notes::new(approver);
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    let question = wire.question().await;
    let asked = Instant::now();
    let withdrawal = wire.receive_but("notifications/progress").await;
    assert_eq!(withdrawal["method"], "notifications/cancelled");
    assert_eq!(withdrawal["params"]["requestId"], question);
    assert_eq!(withdrawal["params"]["reason"], "nobody answered in time");
    assert_eq!(asked.elapsed().as_secs(), 180);
    wire.yes(&question).await;

    let result = wire.receive_but("notifications/progress").await;
    let said = result["result"]["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(said.starts_with("Nothing was changed. "), "{said}");
    assert!(said.contains("did not answer within 3 minutes"), "{said}");
    wire.settle().await;
    assert_eq!(server.ran(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn how_long_was_waited_is_said_as_people_say_it() {
    for (milliseconds, said) in [
        (700, "700 milliseconds"),
        (1_000, "a second"),
        (45_000, "45 seconds"),
        (60_000, "a minute"),
        (90_000, "90 seconds"),
        (120_000, "2 minutes"),
    ] {
        let timeout = Duration::from_millis(milliseconds);
        let approver = Approver::builder("notes-mcp").dialog_timeout(timeout).build().unwrap();
        let mut wire = Wire::connect(&Notes::new(approver)).await;
        wire.call().await;
        wire.question().await;
        assert_eq!(
            wire.receive_but("notifications/progress").await["method"],
            "notifications/cancelled"
        );
        let result = wire.receive_but("notifications/progress").await.to_string();
        assert!(result.contains(&format!(" did not answer within {said};")), "{result}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_caller_with_a_progress_token_hears_every_few_seconds_that_a_person_is_waited_for() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    wire.question().await;
    let mut last = 0.0;
    let asked = Instant::now();
    for times in 1..=5 {
        let progress = wire.receive_but("elicitation/create").await;
        assert_eq!(progress["method"], "notifications/progress");
        assert_eq!(progress["params"]["progressToken"], "p");
        assert_eq!(progress["params"]["message"], "Waiting for a person to answer");
        let value = progress["params"]["progress"].as_f64().unwrap();
        assert!(value > last, "progress increases (MCP 2025-11-25, Progress)");
        last = value;
        assert_eq!(asked.elapsed().as_secs(), 5 * times);
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_hears_that_a_person_is_waited_for_when_the_time_is_up() {
    let approver = Approver::builder("notes-mcp").dialog_timeout(Duration::from_secs(10));
    let mut wire = Wire::connect(&Notes::new(approver.build().unwrap())).await;
    wire.call().await;
    wire.question().await;
    let methods = [wire.receive().await, wire.receive().await].map(|next| next["method"].clone());
    assert_eq!(
        methods,
        ["notifications/progress", "notifications/cancelled"],
        "after 5 s and 10 s"
    );
}

#[tokio::test(start_paused = true)]
async fn a_caller_without_a_progress_token_hears_nothing() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    let params = json!({"name": "delete_note", "arguments": {"id": 1}});
    wire.send(json!({"id": 1, "method": "tools/call", "params": params})).await;
    let question = wire.receive().await;
    sleep(MINUTE).await;
    wire.yes(&question["id"]).await;
    let next = wire.receive().await;
    assert_eq!((&next["id"], &next["method"]), (&json!(1), &Value::Null), "{next}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_to_a_question_that_was_never_asked_does_nothing() {
    let server = Notes::default_settings();
    let mut wire = Wire::connect(&server).await;
    wire.call().await;
    let question = wire.question().await;
    for id in [json!(99), json!("x"), json!(1_000_000)] {
        assert_ne!(id, question);
        wire.yes(&id).await;
    }
    wire.settle().await;
    assert_eq!(server.ran(), [""; 0]);
    wire.yes(&question).await;
    wire.settle().await;
    assert_eq!(server.ran(), ["delete 1"], "the control");
}
