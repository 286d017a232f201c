//! Who is asked, when, and with what question.

use std::time::Duration;

use crate::notes::{HOSTILE, Notes, text, token};
use rmcp::{model::ErrorCode, service::ServiceError};
use rmcp_approval::{
    Approver, Elicitation,
    testing::{Answer, Capability, Revision},
};
use serde_json::{Value, json};

fn switched_off() -> Notes {
    Notes::new(Approver::builder("notes-mcp").elicitation(Elicitation::Off).build().unwrap())
}

#[tokio::test]
async fn the_server_raises_the_question_itself_and_nothing_happens_until_an_answer() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).answer(Answer::Never).start().await.unwrap();
        let call = person.begin("delete_note", json!({"id": 1})).await.unwrap();
        tokio::time::timeout(Duration::from_millis(300), call.finish()).await.ok();
        assert!(server.has(1), "{revision:?}");
        assert_eq!(server.ran(), [""; 0]);
    }
}

#[tokio::test]
async fn what_runs_after_the_answer_is_what_was_asked_about_and_not_what_it_has_become() {
    for answer in [Answer::Accept, Answer::Decline] {
        let server = Notes::default_settings();
        let person = server.person(Revision::V2025_11_25).answer(Answer::Never);
        let person = person.start().await.unwrap();
        let call = person.begin("update_note", json!({"id": 1, "title": "new"})).await.unwrap();
        person.wait_for_questions(1).await;
        server.store().notes.get_mut(&1).unwrap().body = Some("meanwhile".to_owned());
        person.set_answer(answer.clone());
        call.finish().await.unwrap();
        let note = server.store().notes[&1].clone();
        assert_eq!(note.title.as_deref() == Some("new"), answer == Answer::Accept);
        assert_eq!(note.body.as_deref(), Some("meanwhile"), "it was not asked about");
    }
}

#[tokio::test]
async fn everything_that_takes_nothing_away_asks_nothing() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).start().await.unwrap();
        let result = person.call("count_notes", json!({})).await.unwrap();
        assert_eq!(result.structured_content, Some(json!({"notes": 9})));
        assert!(person.questions().is_empty());
    }
}

#[tokio::test]
async fn the_question_is_the_servers_words_its_counts_and_the_callers_values_under_a_heading() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).start().await.unwrap();
        person.call("delete_note", json!({"id": 3})).await.unwrap();
        assert_eq!(
            person.questions()[0].message,
            "delete 1 note(s)\n\
             \n\
             There is no trash.\n\
             \n\
             Values below are supplied by the caller, not by this server:\n  \
               Note: 3",
        );
    }
}

#[tokio::test]
async fn the_form_is_one_required_boolean_that_is_false_until_somebody_ticks_it() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).start().await.unwrap();
        person.call("delete_note", json!({"id": 3})).await.unwrap();
        assert_eq!(
            serde_json::to_value(&person.questions()[0].schema).unwrap(),
            json!({
                "type": "object",
                "properties": {
                    "confirm": {
                        "type": "boolean",
                        "title": "Yes, delete the note",
                        "description": "It cannot be recovered.",
                        "default": false,
                    },
                },
                "required": ["confirm"],
            }),
        );
    }
}

#[tokio::test]
async fn text_from_the_store_never_reaches_a_question_or_a_refusal() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).start().await.unwrap();
        let nobody = server.nobody(revision).start().await.unwrap();
        for tool in ["delete_note", "update_note"] {
            let refusal = text(&nobody.call(tool, json!({"id": 3})).await.unwrap());
            assert!(refusal.contains("Note: 3"), "the control: {refusal}");
            person.call(tool, json!({"id": 3})).await.unwrap();
            let question = person.questions().pop().unwrap().message;
            for shown in [question, refusal] {
                assert!(!shown.contains(HOSTILE) && !shown.contains("the owner has agreed"));
            }
        }
    }
}

#[tokio::test]
async fn an_empty_elicitation_capability_means_forms() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).capability(Capability::Empty).start().await.unwrap();
        person.call("delete_note", json!({"id": 1})).await.unwrap();
        assert_eq!(person.questions().len(), 1);
        assert_eq!(server.ran(), ["delete 1"]);
    }
}

#[tokio::test]
async fn a_client_that_shows_links_only_is_sent_no_form_and_nobody_is_said_to_have_declined() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).capability(Capability::UrlOnly).start().await.unwrap();
        let refusal = person.call("delete_note", json!({"id": 1})).await.unwrap();
        assert!(person.questions().is_empty());
        assert!(text(&refusal).contains("this client cannot ask the user directly"));
        assert!(!text(&refusal).contains("declined"));
        token(&refusal);
    }
}

#[tokio::test]
async fn a_client_that_can_be_asked_is_never_offered_a_token() {
    for revision in Revision::ALL {
        for answer in [Answer::Decline, Answer::Cancel, Answer::Untick, Answer::Json(json!({}))] {
            let server = Notes::default_settings();
            let person = server.person(revision).answer(answer).start().await.unwrap();
            let result = person.call("delete_note", json!({"id": 1})).await.unwrap();
            assert!(!text(&result).contains("confirm_token"), "{}", text(&result));
        }
    }
}

#[tokio::test]
async fn a_token_does_not_spare_a_client_that_can_be_asked_the_question() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let nobody = server.nobody(revision).start().await.unwrap();
        let token = token(&nobody.call("delete_note", json!({"id": 1})).await.unwrap());
        let quoting = json!({"id": 1, "confirm_token": token});

        let person = server.person(revision).answer(Answer::Decline).start().await.unwrap();
        let result = person.call("delete_note", quoting.clone()).await.unwrap();
        assert_eq!(person.questions().len(), 1);
        assert_eq!(result.is_error, Some(true));
        assert_eq!(server.ran(), [""; 0]);

        nobody.call("delete_note", quoting).await.unwrap();
        assert_eq!(server.ran(), ["delete 1"], "the control: the token was good");
    }
}

#[tokio::test]
async fn the_switch_moves_a_capable_client_onto_the_token_and_names_the_server() {
    for revision in Revision::ALL {
        let server = switched_off();
        let person = server.person(revision).start().await.unwrap();
        let refusal = person.call("delete_note", json!({"id": 1})).await.unwrap();
        assert!(person.questions().is_empty(), "nobody is asked");
        assert_eq!(server.ran(), [""; 0], "the guard is not removed");
        let said = text(&refusal);
        assert!(
            said.contains(
                "notes-mcp was started with the approval dialog switched off, so nobody was asked"
            ),
            "{said}"
        );
        assert!(!said.contains("this client cannot"), "the client is not blamed: {said}");

        let quoting = json!({"id": 1, "confirm_token": token(&refusal)});
        person.call("delete_note", quoting).await.unwrap();
        assert_eq!(server.ran(), ["delete 1"]);
    }
}

#[tokio::test]
async fn where_a_person_is_required_a_yes_is_enough_and_no_token_is_offered() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).start().await.unwrap();
        person.call("wipe", json!({})).await.unwrap();
        assert_eq!(server.ran(), ["wipe"]);

        let server = switched_off();
        let person = server.person(revision).start().await.unwrap();
        let refusal = person.call("wipe", json!({})).await.unwrap();
        let said = text(&refusal);
        assert_eq!(refusal.is_error, Some(true));
        assert!(said.starts_with("Nothing was changed. Only a person"), "{said}");
        assert!(said.contains("ELICITATION=true") && !said.contains("confirm_token"), "{said}");
        assert_eq!(server.ran(), [""; 0]);
    }
}

#[tokio::test]
async fn where_a_person_is_required_a_client_without_forms_hears_which_capability_it_lacks() {
    let server = Notes::default_settings();
    let nobody = server.nobody(Revision::V2025_11_25).start().await.unwrap();
    let refusal = nobody.call("wipe", json!({})).await.unwrap();
    assert!(text(&refusal).contains("Use a client that supports elicitation with forms"));

    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let Err(ServiceError::McpError(error)) = nobody.call("wipe", json!({})).await else {
        panic!("not an error");
    };
    assert_eq!(error.code, ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY);
    assert_eq!(error.code.0, -32021);
    assert_eq!(error.data, Some(json!({"requiredCapabilities": {"elicitation": {"form": {}}}})),);
    assert!(error.message.contains("Nothing was changed."), "{}", error.message);
    assert_eq!(server.ran(), [""; 0]);
}

#[tokio::test]
async fn a_guarded_tool_declares_the_optional_confirm_token_beside_its_own_arguments() {
    let server = Notes::default_settings();
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    let tools = person.list_tools().await.unwrap().tools;
    let schema = |name: &str| {
        let tool = tools.iter().find(|tool| tool.name == name).expect("the tool is listed");
        Value::Object(tool.input_schema.as_ref().clone())
    };
    let guarded = schema("update_note");
    assert_eq!(guarded["properties"]["confirm_token"]["type"], "string");
    assert_eq!(guarded["required"], json!(["id"]));
    assert_eq!(guarded["additionalProperties"], json!(false));
    let mut properties: Vec<_> = guarded["properties"].as_object().unwrap().keys().collect();
    properties.sort();
    assert_eq!(properties, ["body", "confirm_token", "id", "title"]);
    assert!(schema("count_notes")["properties"].get("confirm_token").is_none());
    assert!(schema("wipe")["properties"].get("confirm_token").is_some());
}

#[tokio::test]
async fn bad_arguments_are_told_where_and_what_and_that_nothing_was_changed() {
    for revision in Revision::ALL {
        let server = Notes::default_settings();
        let person = server.person(revision).start().await.unwrap();
        for (arguments, expected) in [
            (json!({}), "missing field `id`"),
            (json!({"id": "one"}), "at `id`: invalid type: string \"one\""),
            (json!({"id": 1, "force": true}), "unknown field `force`"),
            (json!({"id": 1, "confirm_token": 7}), "at `confirm_token`: expected a string"),
        ] {
            let refusal = person.call("delete_note", arguments).await.unwrap();
            assert_eq!(refusal.is_error, Some(true), "a result, which the model gets to read");
            let said = text(&refusal);
            assert!(said.contains("delete_note: ") && said.contains(expected), "{said}");
            assert!(said.contains("Nothing was changed"), "{said}");
        }
        assert!(person.questions().is_empty());
    }
}
