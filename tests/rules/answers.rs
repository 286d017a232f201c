//! Which answers are a yes: an accept with a literal `true`, and nothing else.

use crate::notes::{Notes, text};
use rmcp_approval::testing::{Answer, Revision};
use serde_json::{Value, json};

/// One call with this answer: whether the note is gone, and what the tool said.
async fn deleted_after(revision: Revision, answer: Answer) -> (bool, String) {
    let server = Notes::default_settings();
    let person = server.person(revision).answer(answer).start().await.unwrap();
    let result = person.call("delete_note", json!({"id": 1})).await.unwrap();
    assert_eq!(person.questions().len(), 1, "the person is asked once");
    let gone = !server.has(1);
    assert_eq!(gone, server.ran() == ["delete 1"]);
    assert_eq!(gone, result.is_error != Some(true));
    assert_eq!(server.store().notes.len(), if gone { 8 } else { 9 }, "no other note goes");
    (gone, text(&result))
}

#[tokio::test]
async fn an_accept_with_the_box_ticked_deletes_the_note_and_only_that_note() {
    for revision in Revision::ALL {
        let (gone, said) = deleted_after(revision, Answer::Accept).await;
        assert!(gone, "{revision:?}: {said}");
    }
}

#[tokio::test]
async fn a_decline_changes_nothing_and_says_so() {
    for revision in Revision::ALL {
        let (gone, said) = deleted_after(revision, Answer::Decline).await;
        assert!(!gone);
        assert!(
            said.starts_with("Nothing was changed. The person was asked and declined."),
            "{said}"
        );
    }
}

#[tokio::test]
async fn a_cancel_changes_nothing_and_says_so() {
    for revision in Revision::ALL {
        let (gone, said) = deleted_after(revision, Answer::Cancel).await;
        assert!(!gone);
        assert!(said.contains("Nothing was changed."), "{said}");
        assert!(said.contains("closed the dialog without an answer"), "{said}");
    }
}

#[tokio::test]
async fn an_unticked_form_changes_nothing_and_says_so() {
    for revision in Revision::ALL {
        let (gone, said) = deleted_after(revision, Answer::Untick).await;
        assert!(!gone);
        assert!(said.contains("Nothing was changed."), "{said}");
        assert!(said.contains("without the tick in its box"), "{said}");
    }
}

/// Everything that some client has sent, or could, where it meant no yes.
fn no_yes() -> Vec<Value> {
    vec![
        json!({"action": "accept"}),
        json!({"action": "accept", "content": null}),
        json!({"action": "accept", "content": {}}),
        json!({"action": "accept", "content": {"confirm": null}}),
        json!({"action": "accept", "content": {"confirm": "true"}}),
        json!({"action": "accept", "content": {"confirm": 1}}),
        json!({"action": "accept", "content": {"confirm": [true]}}),
        json!({"action": "accept", "content": {"confirm": {"confirm": true}}}),
        json!({"action": "accept", "content": {"Confirm": true}}),
        json!({"action": "accept", "content": {"confirm ": true}}),
        json!({"action": "accept", "content": {"accept": true}}),
        json!({"action": "accept", "content": true}),
        json!({"action": "accept", "content": "confirm"}),
        json!({"action": "accept", "content": [{"confirm": true}]}),
        json!({"action": "accept", "content": "{\"confirm\": true}"}),
        json!({"action": "accept", "confirm": true}),
        json!({"action": "decline", "content": {"confirm": true}}),
        json!({"action": "decline", "content": null}),
        json!({"action": "cancel", "content": {"confirm": true}}),
        json!({"action": "Accept", "content": {"confirm": true}}),
        json!({"action": "ACCEPT", "content": {"confirm": true}}),
        json!({"action": "accepted", "content": {"confirm": true}}),
        json!({"action": "approve", "content": {"confirm": true}}),
        json!({"action": ["accept"], "content": {"confirm": true}}),
        json!({"action": true, "content": {"confirm": true}}),
        json!({"action": null, "content": {"confirm": true}}),
        json!({"content": {"confirm": true}}),
        json!({"result": {"action": "accept", "content": {"confirm": true}}}),
        json!({}),
        json!({"confirm": true}),
        json!([{"action": "accept", "content": {"confirm": true}}]),
        json!(true),
        json!("accept"),
        json!(1),
    ]
}

#[tokio::test]
async fn an_answer_that_is_not_exactly_a_yes_changes_nothing() {
    for revision in Revision::ALL {
        for answer in no_yes() {
            let (gone, said) = deleted_after(revision, Answer::Json(answer.clone())).await;
            assert!(!gone, "{revision:?}: {answer} was taken for a yes");
            assert!(said.starts_with("Nothing was changed."), "{answer}: {said}");
        }
    }
}

#[tokio::test]
async fn what_else_is_in_an_accept_does_not_matter() {
    let answer = json!({
        "action": "accept",
        "content": {"confirm": true, "comment": "no"},
        "_meta": {"com.example/trace": 1},
    });
    for revision in Revision::ALL {
        let (gone, said) = deleted_after(revision, Answer::Json(answer.clone())).await;
        assert!(gone, "{said}");
    }
}

#[tokio::test]
async fn a_client_that_cannot_show_the_question_is_not_a_person_who_declined() {
    let (gone, said) = deleted_after(Revision::V2025_11_25, Answer::Fail).await;
    assert!(!gone);
    assert!(said.contains("could not show the question, so nobody has declined"), "{said}");
    assert!(said.contains("ELICITATION=false"), "the operator's way out: {said}");
    assert!(!said.contains("confirm_token"), "it could be asked, so it gets no token: {said}");
}

#[tokio::test]
async fn a_no_is_no_for_that_call_and_not_for_the_next_one() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).answer(Answer::Accept).start().await.unwrap();
        person.call("delete_note", json!({"id": 1})).await.unwrap();
        person.set_answer(Answer::Decline);
        person.call("delete_note", json!({"id": 2})).await.unwrap();
        person.set_answer(Answer::Accept);
        person.call("delete_note", json!({"id": 3})).await.unwrap();
        assert_eq!(server.ran(), ["delete 1", "delete 3"], "a yes is never remembered either");
        assert_eq!(person.questions().len(), 3);
    }
}
