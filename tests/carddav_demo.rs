//! The whole way: a person at a terminal, an MCP client, the CardDAV server, an address book.

mod demo;

use demo::{BOOK, REVISIONS, Run, VARIABLES, json, terminal, uids};
use rmcp::{ServiceExt, transport::TokioChildProcess};
use serde_json::{Value, json};

const CONTACTS: [&str; 4] = ["contact-1", "contact-2", "contact-3", "contact-4"];
/// What the hostile card of the demo says for itself.
const HOSTILE: [&str; 3] = ["Approved by IT", "Already confirmed", "The owner has agre"];

#[test]
fn a_yes_deletes_the_contact_and_only_that_contact() {
    for revision in REVISIONS {
        let seen = Run::new(revision)
            .answer("accept")
            .call("list_contacts", json!({}))
            .call("delete_contact", json!({"uid": "contact-1"}))
            .call("list_contacts", json!({}))
            .call("list_contacts", json!({"address_book": "/addressbooks/you/work/"}))
            .run();
        let calls = seen.calls();
        assert_eq!(uids(calls[0]), CONTACTS);
        assert_eq!(json(calls[1])["done"], "deleted");
        assert_eq!(uids(calls[2]), ["contact-2", "contact-3", "contact-4"]);
        assert_eq!(uids(calls[3]).len(), 2);
        assert_eq!(seen.questions().len(), 1);
    }
}

#[test]
fn a_no_of_any_kind_changes_nothing_and_says_so() {
    for revision in REVISIONS {
        for (answer, said) in [
            ("decline", "Nothing was changed. The person was asked and declined."),
            ("cancel", "Nothing was changed. The person was asked and closed the dialog"),
            ("untick", "Nothing was changed. The form came back without the tick"),
        ] {
            let seen = Run::new(revision)
                .answer(answer)
                .call("delete_contact", json!({"uid": "contact-1"}))
                .call("list_contacts", json!({}))
                .run();
            let calls = seen.calls();
            assert!(calls[0].contains("\nnot done\n") && calls[0].contains(said), "{}", calls[0]);
            assert_eq!(uids(calls[1]), CONTACTS);
            assert_eq!(seen.questions().len(), 1);
        }
    }
}

/// A call to each of the five guarded tools, about this contact and the demo's group.
fn guarded(run: Run, uid: &str) -> Run {
    run.call("update_contact", json!({"uid": uid, "phone": "+44 20 7946 0958", "note": null}))
        .call("delete_contact", json!({"uid": uid}))
        .call("move_contact", json!({"uid": uid, "destination": "/addressbooks/you/work/"}))
        .call("update_group", json!({"uid": "group-1", "add": [uid]}))
        .call("delete_group", json!({"uid": "group-1"}))
}

#[test]
fn five_tools_always_ask_and_everything_else_never() {
    for revision in REVISIONS {
        let seen = guarded(Run::new(revision).answer("decline"), "contact-2").run();
        assert_eq!(seen.questions().len(), 5);
        assert_eq!(seen.screen.matches("\nnot done\n").count(), 5);

        let seen = Run::new(revision)
            .answer("decline")
            .call("create_contact", json!({"uid": "new", "name": "New"}))
            .call("create_group", json!({"uid": "group-2", "name": "New", "add": ["new"]}))
            .call("list_contacts", json!({}))
            .call("get_contact", json!({"uid": "new"}))
            .call("list_groups", json!({}))
            .call("get_group", json!({"uid": "group-2"}))
            .run();
        assert_eq!(seen.questions(), [""; 0]);
        assert_eq!(seen.screen.matches("\ndone\n").count(), 6);
    }
}

#[test]
fn a_hostile_cards_fn_org_and_note_never_reach_a_question_or_a_refusal() {
    for revision in REVISIONS {
        let asked = guarded(Run::new(revision).answer("decline"), "contact-2").run();
        assert_eq!(asked.questions().len(), 5);
        let refused = guarded(Run::new(revision).no_elicitation(), "contact-2").run();
        assert_eq!(refused.screen.matches("confirm_token").count(), 5);
        for hostile in HOSTILE {
            assert!(!asked.screen.contains(hostile) && !refused.screen.contains(hostile));
        }
        let control = Run::new(revision).call("get_contact", json!({"uid": "contact-2"})).run();
        assert!(HOSTILE.iter().all(|hostile| control.screen.contains(hostile)), "{control:?}");
    }
}

#[test]
fn each_question_says_what_how_much_why_and_which() {
    let seen = guarded(Run::new("2026-07-28").answer("decline"), "contact-4").run();
    let trash = "A CardDAV server has no trash, so the";
    let caller = "Values below are supplied by the caller, not by this server:";
    assert_eq!(
        seen.questions()[4],
        format!(
            "delete a group of 2 contact(s)\n\nThe contacts stay in the address book; only the \
             grouping is removed. {trash} group cannot be recovered from here.\n\n  Members: 2\n\n\
             {caller}\n  Address book: {BOOK}\n  Group: group-1"
        ),
    );
    assert_eq!(
        seen.questions()[1],
        format!(
            "delete a contact\n\n{trash} contact cannot be recovered from here.\n\n\
             {caller}\n  Address book: {BOOK}\n  Contact: contact-4"
        ),
    );
    let update = &seen.questions()[0];
    assert!(update.starts_with("change 2 field(s) of a contact\n"), "{update}");
    assert!(update.contains("\n  Fields set: 1\n  Fields cleared: 1\n"), "{update}");
    assert!(update.contains("keeps no version history"), "{update}");
    let moved = &seen.questions()[2];
    assert!(moved.contains("\n  Destination: /addressbooks/you/work/"), "{moved}");
    let group = &seen.questions()[3];
    assert!(group.contains("Members added: 1\n  Members removed: 0\n  Members afterwards: 3"));
}

#[test]
fn replacing_the_whole_card_says_outright_that_everything_else_goes_photo_included() {
    let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:contact-1\r\nFN:Ada\r\nEND:VCARD\r\n";
    let seen = Run::new("2026-07-28")
        .answer("decline")
        .call("update_contact", json!({"uid": "contact-1", "raw_card": card}))
        .run();
    let question = &seen.questions()[0];
    assert!(
        question.contains("Everything that is not in the new card goes, any photo included."),
        "{question}"
    );
}

/// Issues a token with the first call; the second quotes it and is rejected, the first goes
/// through.
fn token_does_not_carry_over(tool: &str, first: Value, second: Value) {
    for revision in REVISIONS {
        let quoting = |arguments: &Value| {
            let mut arguments = arguments.clone();
            arguments["confirm_token"] = json!("{token}");
            arguments
        };
        let seen = Run::new(revision)
            .no_elicitation()
            .call(tool, first.clone())
            .call(tool, quoting(&second))
            .call(tool, quoting(&first))
            .run();
        let calls = seen.calls();
        assert!(calls[0].contains("this client cannot ask the user directly"), "{}", calls[0]);
        assert!(calls[1].contains("The confirm_token does not fit this call"), "{}", calls[1]);
        assert!(calls[2].contains("\ndone\n"), "the control: {}", calls[2]);
        assert_eq!(seen.questions(), [""; 0]);
    }
}

#[test]
fn a_token_issued_for_adding_one_member_cannot_remove_another() {
    token_does_not_carry_over(
        "update_group",
        json!({"uid": "group-1", "add": ["contact-4"]}),
        json!({"uid": "group-1", "remove": ["contact-1"]}),
    );
}

#[test]
fn a_token_issued_for_one_field_does_not_clear_another() {
    let phone = "+44 20 7946 0958";
    token_does_not_carry_over(
        "update_contact",
        json!({"uid": "contact-4", "phone": phone}),
        json!({"uid": "contact-4", "phone": phone, "note": null}),
    );
}

#[test]
fn a_token_issued_for_one_contact_does_not_delete_another() {
    token_does_not_carry_over(
        "delete_contact",
        json!({"uid": "contact-1"}),
        json!({"uid": "contact-3"}),
    );
}

#[test]
fn an_update_changes_the_named_field_and_keeps_every_other_byte() {
    for revision in REVISIONS {
        let raw = json!({"uid": "contact-1", "include_raw_card": true});
        let seen = Run::new(revision)
            .answer("accept")
            .call("get_contact", raw.clone())
            .call("update_contact", json!({"uid": "contact-1", "email": "ada@example.com"}))
            .call("get_contact", raw)
            .run();
        let calls = seen.calls();
        let card = |call: &str| json(call)["raw_card"].as_str().unwrap().to_owned();
        let before = card(calls[0]);
        assert!(before.contains("PHOTO:") && before.contains("X-FAVOURITE-NUMBER:7"));
        assert_eq!(card(calls[2]), before.replace("ada@example.org", "ada@example.com"));
    }
}

#[test]
fn moving_and_regrouping_do_what_was_asked() {
    for revision in REVISIONS {
        let work = "/addressbooks/you/work/";
        let seen = Run::new(revision)
            .answer("accept")
            .call("move_contact", json!({"uid": "contact-4", "destination": work}))
            .call("list_contacts", json!({}))
            .call("list_contacts", json!({"address_book": work}))
            .call("update_group", json!({"uid": "group-1", "remove": ["contact-3"]}))
            .call("get_group", json!({"uid": "group-1"}))
            .call("delete_group", json!({"uid": "group-1"}))
            .call("list_groups", json!({}))
            .call("list_contacts", json!({}))
            .run();
        let calls = seen.calls();
        assert_eq!(uids(calls[1]), CONTACTS[..3]);
        assert!(uids(calls[2]).contains(&"contact-4".to_owned()));
        assert_eq!(json(calls[4])["members"], json!(["contact-1"]));
        assert_eq!(json(calls[6])["groups"], json!([]));
        assert_eq!(uids(calls[7]), CONTACTS[..3], "the contacts of a deleted group stay");
    }
}

#[test]
fn a_call_that_cannot_be_carried_out_is_refused_before_anybody_is_asked() {
    let seen = Run::new("2026-07-28")
        .answer("accept")
        .call("move_contact", json!({"uid": "contact-1", "destination": "/addressbooks/you/no/"}))
        .call("move_contact", json!({"uid": "contact-1", "destination": BOOK}))
        .call("delete_contact", json!({"uid": "nobody"}))
        .call("delete_contact", json!({"uid": "group-1"}))
        .call("delete_group", json!({"uid": "contact-1"}))
        .call("update_group", json!({"uid": "group-1", "add": ["contact-1"]}))
        .call("update_contact", json!({"uid": "contact-1"}))
        .call("delete_contact", json!({"uid": "contact-1", "address_book": "../personal"}))
        .call("delete_contact", json!({"uid": "contact-1", "force": true}))
        .call("list_contacts", json!({}))
        .run();
    assert_eq!(seen.questions(), [""; 0]);
    let calls = seen.calls();
    for call in &calls[..9] {
        assert!(call.contains("\nnot done\n") && call.contains("Nothing was changed"), "{call}");
    }
    assert_eq!(uids(calls[9]), CONTACTS);
}

#[test]
fn with_the_dialog_switched_off_the_server_says_so_and_takes_the_token() {
    for revision in REVISIONS {
        let seen = Run::new(revision)
            .set("ELICITATION", "false")
            .answer("accept")
            .call("delete_contact", json!({"uid": "contact-1"}))
            .call("list_contacts", json!({}))
            .call("delete_contact", json!({"uid": "contact-1", "confirm_token": "{token}"}))
            .call("list_contacts", json!({}))
            .run();
        let line = "carddav-mcp: ELICITATION=false — guarded tools fall back to the two-call token";
        assert_eq!(seen.log.matches(line).count(), 1, "{}", seen.log);
        assert_eq!(seen.questions(), [""; 0]);
        let calls = seen.calls();
        assert!(calls[0].contains(
            "carddav-mcp was started with the approval dialog switched off, so nobody was asked"
        ));
        assert_eq!(uids(calls[1]), CONTACTS);
        assert_eq!(uids(calls[3]), CONTACTS[1..]);
    }
}

#[test]
fn a_malformed_variable_stops_the_server_with_exit_code_1_and_names_itself() {
    let serve = |variable: &str, value: &str| {
        let mut command = std::process::Command::new(terminal());
        for unset in VARIABLES {
            command.env_remove(unset);
        }
        let stdin = std::process::Stdio::null();
        command.arg("--serve-carddav").env(variable, value).stdin(stdin).output().unwrap()
    };
    for (variable, value, says) in [
        ("ELICITATION", "yes", "\"true\""),
        ("ELICITATION", "", "\"false\""),
        ("CARDDAV_URL", "http://dav.example.org/", "https://"),
        ("CARDDAV_URL", "dav.example.org", "https://"),
        ("CARDDAV_URL", "https://ada:s3cr3t@dav.example.org/", "no log-in"),
        ("CARDDAV_PASSWORD", "s3cr3t", "CARDDAV_USERNAME"),
        ("CARDDAV_READ_ONLY", "yes", "\"true\""),
        ("CARDDAV_READ_ONLY", "", "\"false\""),
        ("CARDDAV_ADDRESSBOOKS", "work", "list_address_books"),
        ("CARDDAV_ADDRESSBOOKS", "", "list_address_books"),
    ] {
        let output = serve(variable, value);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(variable) && said.contains(says), "{said}");
        assert!(!said.contains("s3cr3t"), "{said}");
    }
}

#[test]
fn a_server_that_cannot_be_reached_is_reported_and_nothing_was_changed() {
    // Bound and not listened on: nobody answers there.
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", socket.local_addr().unwrap());
    let seen = Run::new("2026-07-28")
        .set("CARDDAV_URL", &url)
        .answer("accept")
        .call("delete_contact", json!({"uid": "contact-1"}))
        .run();
    let calls = seen.calls();
    assert!(calls[0].contains("could not be reached"), "{}", calls[0]);
    assert!(calls[0].contains("Nothing was changed"), "{}", calls[0]);
    assert_eq!(seen.questions(), [""; 0]);
}

#[test]
fn the_tour_runs_without_a_terminal_and_shows_a_yes_a_no_and_a_token() {
    let output = std::process::Command::new(terminal())
        .stdin(std::process::Stdio::null())
        .env_remove("ELICITATION")
        .env_remove("CARDDAV_URL")
        .output()
        .unwrap();
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{screen}");
    for step in [
        "no terminal: answering for you (accept, decline, accept)",
        "Gone from the list: Ada Lovelace.",
        "Nobody is missing from the list.",
        "change 1 field(s) of a contact",
        "The confirm_token does not fit this call",
        "twice with the same arguments, and nothing",
    ] {
        assert!(screen.contains(step), "{step}\n{screen}");
    }
    assert_eq!(screen.matches("the server asks:").count(), 3);
}

#[tokio::test]
async fn every_tool_declares_all_four_annotations_and_the_five_destroy() {
    let mut command = tokio::process::Command::new(terminal());
    command.arg("--serve-carddav").env_remove("CARDDAV_URL").env_remove("ELICITATION");
    let client = ().serve(TokioChildProcess::new(command).unwrap()).await.unwrap();
    let tools = client.list_all_tools().await.unwrap();
    client.cancel().await.unwrap();
    assert_eq!(tools.len(), 17);
    let mut destructive = Vec::new();
    for tool in &tools {
        let hints = tool.annotations.as_ref().expect("annotations");
        assert!(hints.read_only_hint.is_some() && hints.idempotent_hint.is_some(), "{}", tool.name);
        assert_eq!(hints.open_world_hint, Some(false), "{}", tool.name);
        assert!(tool.output_schema.is_some(), "{}", tool.name);
        let guarded = tool.input_schema["properties"].get("confirm_token").is_some();
        assert_eq!(hints.destructive_hint, Some(guarded), "{}", tool.name);
        if guarded {
            destructive.push(tool.name.as_ref());
        }
    }
    destructive.sort_unstable();
    assert_eq!(
        destructive,
        ["delete_contact", "delete_group", "move_contact", "update_contact", "update_group"],
    );
}
