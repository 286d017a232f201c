//! The whole way from the terminal, on both revisions: every tool, and all three answers.

use serde_json::{Value, json};

use crate::{
    demo::{REVISIONS, Run, Seen, json as answer, uids},
    servers::{Kind, Server},
};

crate::on_every_server! {
    every_tool_works_from_the_terminal,
    a_no_and_a_token_work_from_the_terminal,
    a_hostile_card_argues_in_no_question,
}

/// What the hostile card says for itself.
const HOSTILE: [&str; 3] = ["Approved by IT", "Already confirmed", "The owner has agre"];

fn terminal(server: &Server, revision: &str) -> Run {
    let variables = server.environment();
    variables.iter().fold(Run::new(revision), |run, (name, value)| run.set(name, value))
}

/// The terminal is a program of its own: the server in this process goes on meanwhile.
async fn run(run: Run) -> Seen {
    tokio::task::spawn_blocking(|| run.run()).await.expect("the terminal runs")
}

async fn every_tool_works_from_the_terminal(server: Server) {
    let (personal, work) = (server.book("personal"), server.book("work"));
    for (round, revision) in REVISIONS.into_iter().enumerate() {
        let uid = format!("new-{round}");
        let group = format!("group-{}", round + 5);
        let of = |uid: &str| json!({"address_book": personal, "uid": uid});
        let with = |mut arguments: Value, name: &str, value: Value| {
            arguments[name] = value;
            arguments
        };
        let everywhere = json!({"address_book": personal});
        let seen = terminal(&server, revision)
            .answer("accept")
            .call("get_server_info", json!({}))
            .call("list_address_books", json!({}))
            .call("create_contact", with(with(of(&uid), "name", json!("New")), "note", json!("N")))
            .call("get_contact", of(&uid))
            .call("search_contacts", with(everywhere.clone(), "query", json!("new")))
            .call("get_contact_photo", of(&uid))
            .call("export_contacts", with(everywhere.clone(), "uids", json!([uid])))
            .call("create_group", with(with(of(&group), "name", json!("G")), "add", json!([uid])))
            .call("list_groups", everywhere.clone())
            .call("get_group", of(&group))
            .call("update_contact", with(with(of(&uid), "phone", json!("+1")), "note", Value::Null))
            .call("update_group", with(of(&group), "remove", json!([uid])))
            .call("move_contact", with(of(&uid), "destination", json!(work)))
            .call("list_contacts", json!({"address_book": work}))
            .call("delete_contact", json!({"address_book": work, "uid": uid}))
            .call("delete_group", of(&group))
            .call("list_contacts", everywhere.clone())
            .call("list_changes", everywhere);
        let seen = run(seen).await;
        let calls = seen.calls();
        assert_eq!(answer(calls[3])["notes"], json!(["N"]));
        assert_eq!(answer(calls[4])["total"], 1);
        assert_eq!(answer(calls[9])["members"], json!([uid]));
        assert!(uids(calls[13]).contains(&uid));
        for (call, done) in [(10, "updated"), (11, "updated"), (12, "moved"), (14, "deleted")] {
            assert_eq!(answer(calls[call])["done"], done);
        }
        assert_eq!(uids(calls[16]), ["contact-1", "contact-2", "contact-3", "contact-4"]);
        match server.kind {
            Kind::Embedded => assert!(calls[17].contains("cannot list changes"), "{}", calls[17]),
            _ => assert_eq!(answer(calls[17])["changed"].as_array().unwrap().len(), 5),
        }
        assert_eq!(seen.questions().len(), 5);
        assert_eq!(seen.log, "", "nothing to complain about");
    }
}

async fn a_no_and_a_token_work_from_the_terminal(server: Server) {
    let one = |uid: &str| json!({"address_book": server.book("personal"), "uid": uid});
    let path = server.card("personal", "contact-1.vcf");
    let before = server.stored(&path).await;
    for (round, revision) in REVISIONS.into_iter().enumerate() {
        for (answer, said) in [
            ("decline", "The person was asked and declined."),
            ("cancel", "The person was asked and closed the dialog"),
            ("untick", "The form came back without the tick"),
        ] {
            let no = terminal(&server, revision).answer(answer);
            let seen = run(no.call("delete_contact", one("contact-1"))).await;
            let calls = seen.calls();
            assert!(calls[0].contains("\nnot done\n") && calls[0].contains(said), "{}", calls[0]);
            assert_eq!(seen.questions().len(), 1);
        }
        assert_eq!(server.stored(&path).await, before);

        let uid = ["contact-3", "contact-4"][round];
        let mut quoting = one(uid);
        quoting["confirm_token"] = json!("{token}");
        let seen = terminal(&server, revision).no_elicitation().call("delete_contact", one(uid));
        let seen = run(seen.call("delete_contact", quoting)).await;
        assert_eq!(answer(seen.calls()[1])["done"], "deleted");
        assert_eq!(seen.questions(), [""; 0]);
    }
}

async fn a_hostile_card_argues_in_no_question(server: Server) {
    let hostile = |mut arguments: Value| {
        arguments["address_book"] = json!(server.book("personal"));
        arguments
    };
    let guarded = |run: Run| {
        let work = server.book("work");
        run.call("update_contact", hostile(json!({"uid": "contact-2", "note": null})))
            .call("move_contact", hostile(json!({"uid": "contact-2", "destination": work})))
            .call("delete_contact", hostile(json!({"uid": "contact-2"})))
            .call("update_group", hostile(json!({"uid": "group-1", "add": ["contact-2"]})))
            .call("delete_group", hostile(json!({"uid": "group-1"})))
    };
    for revision in REVISIONS {
        let asked = run(guarded(terminal(&server, revision).answer("decline"))).await;
        assert_eq!(asked.questions().len(), 5);
        let refused = run(guarded(terminal(&server, revision).no_elicitation())).await;
        assert_eq!(refused.screen.matches("confirm_token").count(), 5);
        for said in HOSTILE.into_iter().chain(["Pioneers"]) {
            assert!(!asked.screen.contains(said) && !refused.screen.contains(said), "{said}");
        }
        let control = terminal(&server, revision);
        let control = run(control.call("get_contact", hostile(json!({"uid": "contact-2"})))).await;
        assert!(HOSTILE.iter().all(|said| control.screen.contains(said)), "{control:?}");
    }
}
