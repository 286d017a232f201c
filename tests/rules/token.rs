//! The two-call token: what it is, what it says of itself, and what it does not work for.

use std::time::Duration;

use crate::notes::{Notes, text, token};
use rmcp_approval::{
    Approver, KeyRing, MemoryLedger, Principal,
    testing::{Leg, Revision, Session},
};
use serde_json::{Value, json};

const REJECTED: &str = "The confirm_token does not fit this call";

/// The first call: the token in the refusal.
async fn issued(session: &Session, tool: &str, arguments: Value) -> String {
    token(&session.call(tool, arguments).await.unwrap())
}

/// The second call: what it says.
async fn quote(session: &Session, tool: &str, mut arguments: Value, token: &str) -> String {
    arguments["confirm_token"] = json!(token);
    text(&session.call(tool, arguments).await.unwrap())
}

#[tokio::test]
async fn the_first_call_is_refused_with_a_token_and_the_same_call_with_it_goes_through_once() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let nobody = server.nobody(revision).start().await.unwrap();
        let refusal = nobody.call("delete_note", json!({"id": 1})).await.unwrap();
        assert_eq!(refusal.is_error, Some(true));
        assert_eq!(server.ran(), [""; 0], "the first call executes nothing");

        let said = quote(&nobody, "delete_note", json!({"id": 1}), &token(&refusal)).await;
        assert_eq!((said.as_str(), server.ran()), ("done", vec!["delete 1".to_owned()]));
    }
}

#[tokio::test]
async fn the_refusal_says_which_mechanism_why_what_would_happen_and_what_the_token_proves() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let refusal = nobody.call("delete_note", json!({"id": 1})).await.unwrap();
    let token = token(&refusal);
    assert_eq!(
        text(&refusal).replace(&token, "TOKEN"),
        "Nothing was changed. Nobody was asked: this client cannot ask the user directly.\n\
         \n\
         This call would do the following:\n\
         \n\
         delete 1 note(s)\n\
         \n\
         There is no trash.\n\
         \n\
         Values below are supplied by the caller, not by this server:\n  \
           Note: 1\n\
         \n\
         To go ahead, call delete_note again within 5 minutes, with exactly the same arguments and \
         \"confirm_token\": \"TOKEN\". The token works once. It proves that the call was made \
         twice with the same arguments, and nothing more: nobody has approved it.",
    );
}

#[tokio::test]
async fn a_token_is_short_and_plain_enough_to_be_quoted() {
    let keys = KeyRing::new(
        "k".repeat(KeyRing::MAX_ID_LEN),
        [("k".repeat(KeyRing::MAX_ID_LEN), vec![7; 32])],
    );
    let approver =
        Approver::builder("notes-mcp").shared(keys.unwrap(), MemoryLedger::new()).build().unwrap();
    for server in [Notes::default_settings(), Notes::new(approver)] {
        let nobody = server.nobody(Revision::V2025_11_25).start().await.unwrap();
        let token = issued(&nobody, "delete_note", json!({"id": 1})).await;
        assert!(token.len() < 100, "{} characters", token.len());
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        assert!(token.chars().all(plain), "{token}");
        quote(&nobody, "delete_note", json!({"id": 1}), &token).await;
        assert_eq!(server.ran(), ["delete 1"], "the control");
    }
}

/// A token for the first call does not execute the second. It still executes the first.
async fn does_not_carry_over(first: (&str, Value), second: (&str, Value)) {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let nobody = server.nobody(revision).start().await.unwrap();
        let token = issued(&nobody, first.0, first.1.clone()).await;

        let said = quote(&nobody, second.0, second.1.clone(), &token).await;
        assert!(said.contains(REJECTED), "{first:?} executed {second:?}: {said}");
        assert!(said.starts_with("Nothing was "), "{said}");
        assert!(!said.contains("rs1."), "a rejection carries no new token: {said}");
        assert_eq!(server.ran(), [""; 0]);

        quote(&nobody, first.0, first.1.clone(), &token).await;
        assert_eq!(server.ran().len(), 1, "the control: the untouched original works");
    }
}

#[tokio::test]
async fn a_token_for_one_target_does_not_execute_another() {
    does_not_carry_over(("delete_note", json!({"id": 1})), ("delete_note", json!({"id": 2}))).await;
}

#[tokio::test]
async fn a_token_for_a_set_does_not_execute_a_larger_or_a_smaller_one() {
    let (one, two) = (json!({"ids": [1]}), json!({"ids": [1, 2]}));
    does_not_carry_over(("delete_notes", one.clone()), ("delete_notes", two.clone())).await;
    does_not_carry_over(("delete_notes", two), ("delete_notes", one)).await;
}

#[tokio::test]
async fn a_set_is_the_same_set_in_any_order() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let token = issued(&nobody, "delete_notes", json!({"ids": [1, 2]})).await;
    quote(&nobody, "delete_notes", json!({"ids": [2, 1]}), &token).await;
    assert_eq!(server.ran(), ["delete [1, 2]"]);
}

#[tokio::test]
async fn a_token_for_changing_a_field_does_not_clear_another_one() {
    let title = json!({"id": 1, "title": "new"});
    let title_and_clear = json!({"id": 1, "title": "new", "body": null});
    does_not_carry_over(("update_note", title.clone()), ("update_note", title_and_clear)).await;
    let cleared = json!({"id": 1, "title": null});
    does_not_carry_over(("update_note", title), ("update_note", cleared.clone())).await;
    let emptied = json!({"id": 1, "title": ""});
    does_not_carry_over(("update_note", cleared), ("update_note", emptied)).await;
    does_not_carry_over(
        ("update_note", json!({"id": 1, "title": null})),
        ("update_note", json!({"id": 1})),
    )
    .await;
}

#[tokio::test]
async fn a_token_for_one_operation_does_not_execute_another_one() {
    does_not_carry_over(("update_note", json!({"id": 1})), ("delete_note", json!({"id": 1}))).await;
}

#[tokio::test]
async fn a_token_of_one_tool_does_not_work_for_another_tool_with_the_same_operation() {
    let arguments = json!({"id": 1});
    does_not_carry_over(("delete_note", arguments.clone()), ("remove_note", arguments)).await;
}

#[tokio::test]
async fn a_token_is_for_what_was_read_and_not_for_what_it_has_become() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let token = issued(&nobody, "delete_note", json!({"id": 1})).await;
    let original = server.store().notes[&1].clone();
    server.store().notes.get_mut(&1).unwrap().body = Some("written in between".to_owned());
    assert!(quote(&nobody, "delete_note", json!({"id": 1}), &token).await.contains(REJECTED));
    assert!(server.has(1));

    server.store().notes.insert(1, original);
    quote(&nobody, "delete_note", json!({"id": 1}), &token).await;
    assert_eq!(server.ran(), ["delete 1"], "the control");
}

#[tokio::test]
async fn a_token_works_once() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let nobody = server.nobody(revision).start().await.unwrap();
        let arguments = json!({"id": 1, "title": "new"});
        let token = issued(&nobody, "update_note", arguments.clone()).await;
        assert_eq!(quote(&nobody, "update_note", arguments.clone(), &token).await, "done");
        for _ in 0..3 {
            let said = quote(&nobody, "update_note", arguments.clone(), &token).await;
            assert!(said.contains(REJECTED), "{said}");
        }
        assert_eq!(server.ran(), ["update 1"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_token_that_is_quoted_many_times_at_once_works_once() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let nobody = server.nobody(revision).start().await.unwrap();
        let arguments = json!({"id": 1, "title": "new"});
        let token = issued(&nobody, "update_note", arguments.clone()).await;
        let mut quoting = arguments;
        quoting["confirm_token"] = json!(token);
        let mut calls = Vec::new();
        for _ in 0..32 {
            calls.push(nobody.begin("update_note", quoting.clone()).await.unwrap());
        }
        let mut done = 0;
        for call in calls {
            done += usize::from(text(&call.finish().await.unwrap()) == "done");
        }
        assert_eq!((done, server.ran().len()), (1, 1));
    }
}

#[tokio::test]
async fn a_token_is_not_replaced_by_the_next_one() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let arguments = json!({"id": 1, "title": "new"});
    let first = issued(&nobody, "update_note", arguments.clone()).await;
    let mut last = String::new();
    for _ in 0..100 {
        last = issued(&nobody, "update_note", arguments.clone()).await;
    }
    assert_ne!(first, last);
    for token in [first, last] {
        assert_eq!(quote(&nobody, "update_note", arguments.clone(), &token).await, "done");
    }
}

#[tokio::test]
async fn a_token_expires() {
    let lifetime = Duration::from_millis(400);
    let approver = Approver::builder("notes-mcp").token_lifetime(lifetime).build().unwrap();
    let server = Notes::new(approver);
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let (late, soon) = (json!({"id": 1}), json!({"id": 2}));
    let expired = issued(&nobody, "delete_note", late.clone()).await;
    tokio::time::sleep(lifetime + Duration::from_millis(100)).await;
    assert!(quote(&nobody, "delete_note", late, &expired).await.contains(REJECTED));

    let fresh = issued(&nobody, "delete_note", soon.clone()).await;
    quote(&nobody, "delete_note", soon, &fresh).await;
    assert_eq!(server.ran(), ["delete 2"], "the control");
}

#[tokio::test]
async fn a_token_that_was_altered_anywhere_does_not_work() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let arguments = json!({"id": 1});
    let token = issued(&nobody, "delete_note", arguments.clone()).await;
    for at in 0..token.len() {
        let mut altered = token.clone().into_bytes();
        altered[at] = if altered[at] == b'A' { b'B' } else { b'A' };
        let altered = String::from_utf8(altered).unwrap();
        let said = quote(&nobody, "delete_note", arguments.clone(), &altered).await;
        assert!(said.contains(REJECTED), "{altered} for {token}: {said}");
    }
    let long = "A".repeat(1_000_000);
    let also = [&token[..token.len() - 1], &format!("{token}A"), " ", "null", "true", &long];
    for altered in also {
        let said = quote(&nobody, "delete_note", arguments.clone(), altered).await;
        assert!(said.contains(REJECTED), "{said}");
    }
    assert_eq!(server.ran(), [""; 0]);
    quote(&nobody, "delete_note", arguments, &token).await;
    assert_eq!(server.ran(), ["delete 1"], "the control: trying costs the token nothing");
}

#[tokio::test]
async fn an_empty_token_quotes_nothing() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    for nothing in [json!(""), json!(null)] {
        let arguments = json!({"id": 1, "confirm_token": nothing});
        let refusal = nobody.call("delete_note", arguments).await.unwrap();
        quote(&nobody, "delete_note", json!({"id": 1}), &token(&refusal)).await;
        assert_eq!(server.ran().len(), 1);
        server.store().ran.clear();
        let note = server.store().notes[&2].clone();
        server.store().notes.insert(1, note);
    }
}

#[tokio::test]
async fn a_token_of_one_caller_does_not_work_for_another_nor_for_an_anonymous_one() {
    let server = Notes::default_settings();
    let connect = || server.nobody(Revision::V2026_07_28);
    let alice = connect().principal(Principal::new("alice")).start().await.unwrap();
    let anonymous = connect().start().await.unwrap();
    let by_header = connect().authorization("Bearer alice").start().await.unwrap();
    let others = [
        connect().principal(Principal::new("bob")).start().await.unwrap(),
        connect().principal(Principal::new("")).start().await.unwrap(),
        // What stands for nobody inside must not be a name that somebody can have.
        connect().principal(Principal::new("-")).start().await.unwrap(),
        connect().authorization("Bearer bob").start().await.unwrap(),
        connect().authorization("alice").start().await.unwrap(),
    ];
    let arguments = json!({"id": 1, "title": "new"});
    let owners = [&alice, &by_header, &anonymous];
    for owner in owners {
        let token = issued(owner, "update_note", arguments.clone()).await;
        let strangers = owners.into_iter().filter(|other| !std::ptr::eq(*other, owner));
        for other in others.iter().chain(strangers) {
            let said = quote(other, "update_note", arguments.clone(), &token).await;
            assert!(said.contains(REJECTED), "{said}");
        }
        let said = quote(owner, "update_note", arguments.clone(), &token).await;
        assert_eq!(said, "done", "the control");
    }
}

#[tokio::test]
async fn a_token_works_in_another_process_only_with_the_same_keys_and_name() {
    let keys = |byte| KeyRing::new("now", [("now", vec![byte; 32])]).unwrap();
    let here = Notes::new(
        Approver::builder("notes-mcp").shared(keys(1), MemoryLedger::new()).build().unwrap(),
    );
    let builder = |name: &str| Approver::builder(name);
    let others = [
        builder("notes-mcp").build().unwrap(),
        builder("notes-mcp").shared(keys(2), MemoryLedger::new()).build().unwrap(),
        builder("other-mcp").shared(keys(1), MemoryLedger::new()).build().unwrap(),
    ];
    let nobody = here.nobody(Revision::V2026_07_28).start().await.unwrap();
    let token = issued(&nobody, "delete_note", json!({"id": 1})).await;
    for other in others {
        let there = Notes::new(other);
        let nobody = there.nobody(Revision::V2026_07_28).start().await.unwrap();
        assert!(quote(&nobody, "delete_note", json!({"id": 1}), &token).await.contains(REJECTED));
    }
    let replica =
        Notes::new(builder("notes-mcp").shared(keys(1), MemoryLedger::new()).build().unwrap());
    let nobody = replica.nobody(Revision::V2026_07_28).start().await.unwrap();
    assert_eq!(
        quote(&nobody, "delete_note", json!({"id": 1}), &token).await,
        "done",
        "the control"
    );
}

#[tokio::test]
async fn a_key_can_be_changed_while_tokens_are_out() {
    let old = ("old", vec![1; 32]);
    let new = ("new", vec![2; 32]);
    let server = |active: &str, keys: &[(&'static str, Vec<u8>)]| {
        let keys = KeyRing::new(active, keys.to_vec()).unwrap();
        Notes::new(
            Approver::builder("notes-mcp").shared(keys, MemoryLedger::new()).build().unwrap(),
        )
    };
    let before = server("old", std::slice::from_ref(&old));
    let during = server("new", &[old.clone(), new.clone()]);
    let after = server("new", &[new]);
    let nobody = before.nobody(Revision::V2026_07_28).start().await.unwrap();
    let token = issued(&nobody, "delete_note", json!({"id": 1})).await;
    for (server, works) in [(after, false), (during, true)] {
        let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
        let said = quote(&nobody, "delete_note", json!({"id": 1}), &token).await;
        assert_eq!(said == "done", works, "{said}");
    }
}

#[tokio::test]
async fn a_questions_state_is_no_token_and_a_token_is_no_state() {
    // The same in everything but their purpose.
    let minute = Duration::from_secs(60);
    let approver = Approver::builder("notes-mcp").token_lifetime(minute).question_lifetime(minute);
    let server = Notes::new(approver.build().unwrap());
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let arguments = json!({"id": 1});
    let asked = person.call_once("delete_note", arguments.clone()).await.unwrap().asked().unwrap();
    let token = issued(&nobody, "delete_note", arguments.clone()).await;

    let state = asked.state().unwrap().to_owned();
    assert!(quote(&nobody, "delete_note", arguments.clone(), &state).await.contains(REJECTED));
    let answer = asked.retry().answer(rmcp_approval::testing::Answer::Accept);
    let again = answer.clone().state(token).send().await.unwrap();
    assert!(matches!(again, Leg::Asked(_)), "a token in place of the state is no answer");
    assert_eq!(server.ran(), [""; 0]);

    answer.send().await.unwrap().done().expect("the control: the state itself works");
    assert_eq!(server.ran(), ["delete 1"]);
}

#[tokio::test]
async fn a_refusal_stays_valid_for_a_tool_with_an_output_schema() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let refusal = nobody.call("delete_notes", json!({"ids": [1]})).await.unwrap();
    assert_eq!((refusal.is_error, &refusal.structured_content), (Some(true), &None));
    let token = token(&refusal);
    let arguments = json!({"ids": [1], "confirm_token": token});
    let result = nobody.call("delete_notes", arguments).await.unwrap();
    assert_eq!(result.structured_content, Some(json!({"notes": 8})));
}
