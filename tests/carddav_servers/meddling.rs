//! Another client is quicker: what it writes is never overwritten, moved away or deleted.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{
    client::Client,
    demo::REVISIONS,
    servers::{Server, proxy::Proxy},
};

crate::on_every_server! {
    a_change_between_question_and_answer_survives,
    a_change_between_the_two_legs_of_a_call_survives,
    a_change_between_a_token_and_its_use_survives,
    a_change_between_answer_and_write_survives,
    a_card_that_arrives_at_the_destination_survives,
    a_change_of_the_copy_survives,
    a_card_that_is_deleted_meanwhile_stays_deleted,
}

const CHANGED: &str = "was changed or removed by someone else after it was read";

/// A guarded call, the card that it is about, and the first request that it would write with.
struct Case {
    tool: &'static str,
    arguments: Value,
    path: String,
    writes_with: &'static str,
}

fn cases(server: &Server) -> Vec<Case> {
    let book = server.book("personal");
    let case = |tool, uid: &str, more: Value, writes_with| {
        let mut arguments = json!({"address_book": book, "uid": uid});
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let path = server.card("personal", &format!("{uid}.vcf"));
        Case { tool, arguments, path, writes_with }
    };
    let whole = "BEGIN:VCARD\nVERSION:4.0\nUID:contact-4\nFN:Mary\nEND:VCARD\n";
    vec![
        case("update_contact", "contact-4", json!({"phone": "+1"}), "PUT"),
        case("update_contact", "contact-4", json!({"raw_card": whole}), "PUT"),
        case("update_group", "group-1", json!({"add": ["contact-4"]}), "PUT"),
        // The copy has been made by then.
        case("move_contact", "contact-4", json!({"destination": server.book("work")}), "DELETE"),
        case("delete_contact", "contact-4", json!({}), "DELETE"),
        case("delete_group", "group-1", json!({}), "DELETE"),
    ]
}

/// What another client makes of a card.
async fn changed(server: &Server, path: &str) -> String {
    let before = server.text(path).await;
    let name = before.lines().find(|line| line.starts_with("FN:")).unwrap();
    let mark = uuid::Uuid::new_v4().simple().to_string();
    before.replace(name, &format!("FN:Changed {mark}"))
}

/// Somebody changes the card; to be run while something else goes on.
fn change(server: &Arc<Server>, path: &str, card: &str) -> impl Future<Output = ()> + Send + use<> {
    let (server, path, card) = (Arc::clone(server), path.to_owned(), card.to_owned());
    async move { server.put(&path, card).await }
}

async fn check_survived(server: &Server, path: &str, card: &str) {
    assert_eq!(server.text(path).await, card);
    assert_eq!(server.stored(&server.card("work", "contact-4.vcf")).await, None);
}

async fn a_change_between_question_and_answer_survives(server: Server) {
    let server = Arc::new(server);
    for revision in REVISIONS {
        let proxy = Proxy::before(&server.url).await;
        let start = Client::start(&server, revision).set("CARDDAV_URL", &proxy.url);
        let client = start.start().await;
        for Case { tool, arguments, path, .. } in cases(&server) {
            let theirs = changed(&server, &path).await;
            let asked = client.asked().len();
            client.meanwhile(change(&server, &path, &theirs));
            client.says(&["accept", "decline"]);
            let called = client.call(tool, arguments).await;
            match revision {
                "2025-11-25" => called.refused(CHANGED),
                // The yes was to another card, so the person is asked about this one.
                _ => {
                    called.refused("The person was asked and declined");
                    let second = &client.asked()[asked + 1];
                    assert!(second.contains("An earlier answer could not be matched"), "{second}");
                }
            }
            check_survived(&server, &path, &theirs).await;
        }
        let writes = proxy.writes();
        // `If-Match` refuses these; a move compares first and writes nothing at all.
        let tried = if revision == "2025-11-25" {
            vec!["PUT", "PUT", "PUT", "DELETE", "DELETE"]
        } else {
            vec![]
        };
        assert_eq!(writes, tried);
    }
}

async fn a_change_between_the_two_legs_of_a_call_survives(server: Server) {
    let client = Client::of(&server, "2026-07-28").await;
    for Case { tool, arguments, path, .. } in cases(&server) {
        let state = client.leg(tool, arguments.clone(), None).await.expect_err("a question");
        let theirs = changed(&server, &path).await;
        server.put(&path, theirs.clone()).await;
        let asked_again = client.leg(tool, arguments.clone(), Some(state)).await;
        let state = asked_again.expect_err("the yes was to another card");
        let question = client.asked().pop().unwrap();
        assert!(question.contains("An earlier answer could not be matched"), "{question}");
        check_survived(&server, &path, &theirs).await;

        // The control: a yes to this card. It stays for the next case, so put it back.
        let done = client.leg(tool, arguments, Some(state)).await.expect("no question");
        assert!(done.done, "{}", done.text);
        put_back(&server, &path, &theirs).await;
    }
}

async fn put_back(server: &Server, path: &str, card: &str) {
    server.put(path, card.to_owned()).await;
    let moved = server.card("work", "contact-4.vcf");
    if server.stored(&moved).await.is_some() {
        server.delete(&moved).await;
    }
}

async fn a_change_between_a_token_and_its_use_survives(server: Server) {
    for revision in REVISIONS {
        let client = Client::start(&server, revision).nobody_can_be_asked().start().await;
        for Case { tool, mut arguments, path, .. } in cases(&server) {
            let token = client.call(tool, arguments.clone()).await.token();
            let theirs = changed(&server, &path).await;
            server.put(&path, theirs.clone()).await;
            arguments["confirm_token"] = json!(token);
            let called = client.call(tool, arguments.clone()).await;
            called.refused("The confirm_token does not fit this call");
            check_survived(&server, &path, &theirs).await;

            arguments.as_object_mut().unwrap().remove("confirm_token");
            arguments["confirm_token"] = json!(client.call(tool, arguments.clone()).await.token());
            client.get(tool, arguments).await;
            put_back(&server, &path, &theirs).await;
        }
    }
}

async fn a_change_between_answer_and_write_survives(server: Server) {
    let server = Arc::new(server);
    for revision in REVISIONS {
        let proxy = Proxy::before(&server.url).await;
        let start = Client::start(&server, revision).set("CARDDAV_URL", &proxy.url);
        let client = start.start().await;
        for Case { tool, arguments, path, writes_with } in cases(&server) {
            let theirs = changed(&server, &path).await;
            proxy.meddle(writes_with, change(&server, &path, &theirs));
            let asked = client.asked().len();
            client.call(tool, arguments).await.refused(CHANGED);
            assert_eq!(client.asked().len(), asked + 1);
            check_survived(&server, &path, &theirs).await;
        }
    }
}

async fn a_card_that_arrives_at_the_destination_survives(server: Server) {
    let server = Arc::new(server);
    let (from, to) =
        (server.card("personal", "contact-4.vcf"), server.card("work", "contact-4.vcf"));
    let before = server.text(&from).await;
    let theirs = before.replace("contact-4", "theirs");
    let proxy = Proxy::before(&server.url).await;
    let start = Client::start(&server, "2026-07-28").set("CARDDAV_URL", &proxy.url);
    let client = start.start().await;
    let (book, work) = (server.book("personal"), server.book("work"));
    let moving = json!({"address_book": book, "uid": "contact-4", "destination": work});
    proxy.meddle("PUT", change(&server, &to, &theirs));
    let called = client.call("move_contact", moving.clone()).await;
    called.refused("The destination has got a card of the same file name since it was read");
    assert_eq!((server.text(&from).await, server.text(&to).await), (before, theirs));
    server.delete(&to).await;
    client.get("move_contact", moving).await;
}

async fn a_change_of_the_copy_survives(server: Server) {
    let server = Arc::new(server);
    let from = server.card("personal", "contact-4.vcf");
    let to = server.card("work", "contact-4.vcf");
    let (before, theirs) = (server.text(&from).await, changed(&server, &from).await);
    let more = before.replace("END:VCARD", "TITLE:more\r\nEND:VCARD");
    let moving = json!({
        "address_book": server.book("personal"), "uid": "contact-4",
        "destination": server.book("work"),
    });
    let proxy = Proxy::before(&server.url).await;
    let start = Client::start(&server, "2026-07-28").set("CARDDAV_URL", &proxy.url);
    let client = start.start().await;
    // The copy changes before it is read back, or after.
    for early in [true, false] {
        let (original, copy) = (change(&server, &from, &theirs), change(&server, &to, &more));
        if early {
            proxy.meddle_after("PUT", copy);
            proxy.meddle("DELETE", original);
        } else {
            proxy.meddle("DELETE", async move {
                original.await;
                copy.await;
            });
        }
        let called = client.call("move_contact", moving.clone()).await;
        assert!(!called.done && called.text.contains("there is a copy of it"), "{}", called.text);
        assert_eq!(server.text(&from).await, theirs);
        assert!(server.text(&to).await.contains("TITLE:more"));
        server.delete(&to).await;
        server.put(&from, before.clone()).await;
    }
    client.get("move_contact", moving).await;
}

async fn a_card_that_is_deleted_meanwhile_stays_deleted(server: Server) {
    let server = Arc::new(server);
    let client = Client::of(&server, "2025-11-25").await;
    for Case { tool, arguments, path, .. } in cases(&server) {
        let before = server.text(&path).await;
        let (other, gone) = (Arc::clone(&server), path.clone());
        client.meanwhile(async move { other.delete(&gone).await });
        client.call(tool, arguments.clone()).await.refused(CHANGED);
        assert_eq!(server.stored(&path).await, None, "{tool}");
        assert_eq!(server.stored(&server.card("work", "contact-4.vcf")).await, None);
        server.put(&path, before.clone()).await;
        client.get(tool, arguments).await;
        put_back(&server, &path, &before).await;
    }
}
