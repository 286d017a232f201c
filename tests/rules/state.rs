//! The answer that comes back with a call on MCP 2026-07-28, and the state that ties it to its
//! question.

use std::time::Duration;

use crate::notes::{Notes, text};
use rmcp::{model::ErrorCode, service::ServiceError};
use rmcp_approval::{
    Approver, KeyRing, MemoryLedger, Principal,
    testing::{Answer, Asked, Leg, Revision, Session},
};
use serde_json::{Value, json};

const AGAIN: &str = "An earlier answer could not be matched to this question";

async fn connect(server: &Notes) -> Session {
    server.person(Revision::V2026_07_28).start().await.unwrap()
}

async fn ask<'a>(session: &'a Session, tool: &str, arguments: Value) -> Asked<'a> {
    session.call_once(tool, arguments).await.unwrap().asked().expect("the tool asks")
}

/// The leg came to a fresh question that says so, and nothing ran.
fn asked_again(server: &Notes, session: &Session, leg: Leg<'_>) {
    let asked = leg.asked().expect("a fresh question, not a result");
    assert!(asked.state().is_some());
    let message = session.questions().pop().unwrap().message;
    assert!(message.starts_with(AGAIN), "{message}");
    assert_eq!(server.ran(), [""; 0]);
}

#[tokio::test]
async fn the_call_ends_with_the_question_and_the_retry_with_the_answer_goes_through() {
    let server = Notes::default_settings();
    let person = connect(&server).await;
    let asked = ask(&person, "delete_note", json!({"id": 1})).await;
    assert_eq!(server.ran(), [""; 0]);
    let result = asked.retry().answer(Answer::Accept).send().await.unwrap().done().unwrap();
    assert_eq!(text(&result), "done");
    assert_eq!(server.ran(), ["delete 1"]);
    assert_eq!(person.questions().len(), 1);
}

/// An answer to the first question does not run the second call. It still runs the first.
async fn does_not_carry_over(first: (&str, Value), second: (&str, Value)) {
    let server = Notes::default_settings();
    let person = connect(&server).await;
    let asked = ask(&person, first.0, first.1.clone()).await;
    let answer = asked.retry().answer(Answer::Accept);
    let leg = answer.clone().tool(second.0).arguments(second.1).send().await.unwrap();
    asked_again(&server, &person, leg);

    answer.send().await.unwrap().done().expect("the control: the untouched original works");
    assert_eq!(server.ran().len(), 1);
}

#[tokio::test]
async fn a_yes_to_one_target_does_not_execute_another() {
    does_not_carry_over(("delete_note", json!({"id": 1})), ("delete_note", json!({"id": 2}))).await;
}

#[tokio::test]
async fn a_yes_to_a_set_does_not_execute_a_larger_or_a_smaller_one() {
    let (one, two) = (json!({"ids": [1]}), json!({"ids": [1, 2]}));
    does_not_carry_over(("delete_notes", one.clone()), ("delete_notes", two.clone())).await;
    does_not_carry_over(("delete_notes", two), ("delete_notes", one)).await;
}

#[tokio::test]
async fn a_yes_to_changing_a_field_does_not_clear_another_one() {
    does_not_carry_over(
        ("update_note", json!({"id": 1, "title": "new"})),
        ("update_note", json!({"id": 1, "title": "new", "body": null})),
    )
    .await;
}

#[tokio::test]
async fn a_yes_in_one_tool_does_not_work_in_another_tool_with_the_same_operation() {
    let arguments = json!({"id": 1});
    does_not_carry_over(("delete_note", arguments.clone()), ("remove_note", arguments)).await;
}

#[tokio::test]
async fn a_yes_is_to_what_was_read_and_not_to_what_it_has_become() {
    let server = Notes::default_settings();
    let person = connect(&server).await;
    let asked = ask(&person, "delete_note", json!({"id": 1})).await;
    let original = server.store().notes[&1].clone();
    server.store().notes.get_mut(&1).unwrap().body = Some("written in between".to_owned());
    let leg = asked.retry().answer(Answer::Accept).send().await.unwrap();
    asked_again(&server, &person, leg);

    server.store().notes.insert(1, original);
    asked.retry().answer(Answer::Accept).send().await.unwrap().done().expect("the control");
}

#[tokio::test]
async fn an_answer_works_once() {
    let server = Notes::default_settings();
    let person = connect(&server).await;
    let asked = ask(&person, "update_note", json!({"id": 1, "title": "new"})).await;
    let answer = asked.retry().answer(Answer::Accept);
    answer.clone().send().await.unwrap().done().expect("the first time");
    for _ in 0..3 {
        let leg = answer.clone().send().await.unwrap();
        assert!(matches!(leg, Leg::Asked(_)), "it is asked again");
    }
    assert_eq!(server.ran(), ["update 1"]);
}

#[tokio::test]
async fn a_no_spends_the_question_too() {
    for no in [Answer::Decline, Answer::Cancel, Answer::Untick, Answer::Json(json!({}))] {
        let server = Notes::default_settings();
        let person = connect(&server).await;
        let asked = ask(&person, "delete_note", json!({"id": 1})).await;
        asked.retry().answer(no).send().await.unwrap().done().expect("a no is a result");
        let leg = asked.retry().answer(Answer::Accept).send().await.unwrap();
        asked_again(&server, &person, leg);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_answer_that_comes_many_times_at_once_works_once() {
    let server = Notes::default_settings();
    let person = connect(&server).await;
    let asked = ask(&person, "update_note", json!({"id": 1, "title": "new"})).await;
    let answers = (0..32).map(|_| asked.retry().answer(Answer::Accept).send());
    let mut done = 0;
    for leg in futures(answers).await {
        done += usize::from(matches!(leg.unwrap(), Leg::Done(_)));
    }
    assert_eq!((done, server.ran().len()), (1, 1));
}

/// All of them at the same time.
async fn futures<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let mut done = Vec::new();
    std::future::poll_fn(|context| {
        running.retain_mut(|future| match future.as_mut().poll(context) {
            std::task::Poll::Ready(output) => {
                done.push(output);
                false
            }
            std::task::Poll::Pending => true,
        });
        if running.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done
}

#[tokio::test]
async fn an_answer_with_an_altered_or_missing_or_foreign_state_is_no_answer() {
    let server = Notes::default_settings();
    let person = connect(&server).await;
    let asked = ask(&person, "delete_note", json!({"id": 1})).await;
    let state = asked.state().unwrap().to_owned();
    let other_process = Notes::default_settings();
    let there = connect(&other_process).await;
    let foreign = ask(&there, "delete_note", json!({"id": 1})).await.state().unwrap().to_owned();

    let mut altered = vec![foreign, String::new(), "rs1..".to_owned(), "A".repeat(1_000_000)];
    for at in 0..state.len() {
        let mut bytes = state.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        altered.push(String::from_utf8(bytes).unwrap());
    }
    for state in altered {
        let leg = asked.retry().answer(Answer::Accept).state(state).send().await.unwrap();
        asked_again(&server, &person, leg);
    }
    let leg = asked.retry().answer(Answer::Accept).without_state().send().await.unwrap();
    asked_again(&server, &person, leg);

    let leg = asked.retry().answer(Answer::Accept).send().await.unwrap();
    leg.done().expect("the control: noise costs the question nothing");
    assert_eq!(server.ran(), ["delete 1"]);
}

#[tokio::test]
async fn a_state_without_an_answer_asks_again_and_does_not_spend_the_question() {
    let server = Notes::default_settings();
    let person = connect(&server).await;
    let asked = ask(&person, "delete_note", json!({"id": 1})).await;
    let leg = asked.retry().send().await.unwrap();
    assert!(matches!(leg, Leg::Asked(_)));
    assert_eq!(server.ran(), [""; 0]);
    asked.retry().answer(Answer::Accept).send().await.unwrap().done().expect("the control");
}

#[tokio::test]
async fn a_question_expires_and_is_asked_again() {
    let lifetime = Duration::from_millis(400);
    let approver = Approver::builder("notes-mcp").question_lifetime(lifetime).build().unwrap();
    let server = Notes::new(approver);
    let person = connect(&server).await;
    let asked = ask(&person, "delete_note", json!({"id": 1})).await;
    tokio::time::sleep(lifetime + Duration::from_millis(100)).await;
    let leg = asked.retry().answer(Answer::Accept).send().await.unwrap();
    let fresh = match leg {
        Leg::Asked(fresh) => fresh,
        leg => panic!("{leg:?}"),
    };
    assert!(person.questions().pop().unwrap().message.starts_with(AGAIN));
    assert_eq!(server.ran(), [""; 0]);
    fresh.retry().answer(Answer::Accept).send().await.unwrap().done().expect("the control");
}

#[tokio::test]
async fn an_answer_of_one_caller_does_not_work_for_another_nor_for_an_anonymous_one() {
    for owner in 0..4 {
        let server = Notes::default_settings();
        let connect = || server.person(Revision::V2026_07_28);
        let mut callers = vec![
            connect().principal(Principal::new("alice")).start().await.unwrap(),
            connect().principal(Principal::new("bob")).start().await.unwrap(),
            connect().authorization("alice").start().await.unwrap(),
            connect().start().await.unwrap(),
        ];
        let owner = callers.swap_remove(owner);
        let asked = ask(&owner, "delete_note", json!({"id": 1})).await;
        let answer = asked.retry().answer(Answer::Accept);
        for other in &callers {
            let leg = answer.clone().through(other).send().await.unwrap();
            asked_again(&server, other, leg);
        }
        answer.send().await.unwrap().done().expect("the control");
        assert_eq!(server.ran(), ["delete 1"]);
    }
}

#[tokio::test]
async fn a_question_of_one_process_is_answered_in_another_with_the_same_keys_and_in_no_other() {
    let keys = |byte| KeyRing::new("now", [("now", vec![byte; 32])]).unwrap();
    let with = |keys| {
        Notes::new(
            Approver::builder("notes-mcp").shared(keys, MemoryLedger::new()).build().unwrap(),
        )
    };
    let (here, replica, stranger) = (with(keys(1)), with(keys(1)), with(keys(2)));
    let person = connect(&here).await;
    let asked = ask(&person, "delete_note", json!({"id": 1})).await;
    let answer = asked.retry().answer(Answer::Accept);

    let there = connect(&stranger).await;
    let leg = answer.clone().through(&there).send().await.unwrap();
    asked_again(&stranger, &there, leg);

    let there = connect(&replica).await;
    answer.through(&there).send().await.unwrap().done().expect("the control");
    assert_eq!((here.ran().len(), replica.ran().len()), (0, 1));
}

#[tokio::test]
async fn a_state_that_fails_verification_is_an_error_where_the_author_wants_one() {
    let approver = Approver::builder("notes-mcp").tampered_state_is_an_error(true).build().unwrap();
    let server = Notes::new(approver);
    let person = connect(&server).await;
    let asked = ask(&person, "delete_note", json!({"id": 1})).await;
    let answer = asked.retry().answer(Answer::Accept);
    for leg in [answer.clone().state("rs1.AAAA.AAAA"), answer.clone().arguments(json!({"id": 2}))] {
        let Err(ServiceError::McpError(error)) = leg.send().await else { panic!("not an error") };
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
        assert!(error.message.contains("Nothing was changed"), "{}", error.message);
    }
    let leg = answer.clone().without_state().send().await.unwrap();
    assert!(matches!(leg, Leg::Asked(_)), "no state is not a tampered one");
    answer.send().await.unwrap().done().expect("the control");
    assert_eq!(server.ran(), ["delete 1"]);
}
