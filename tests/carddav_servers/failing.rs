//! A CardDAV server that fails: what is known of the write is said, and nothing is lost.

use serde_json::json;

use crate::{refusing::watched, servers::Server};

crate::on_every_server! {
    embedded: a_move_that_stops_half_way_leaves_two_cards_and_not_none,
    a_write_that_is_not_confirmed_is_not_called_undone,
    a_failure_before_the_question_asks_nobody
}

async fn a_move_that_stops_half_way_leaves_two_cards_and_not_none(server: Server) {
    let (client, proxy) = watched(&server).await;
    let from = server.card("personal", "contact-4.vcf");
    let to = server.card("work", "contact-4.vcf");
    let before = server.text(&from).await;
    let moving = json!({
        "address_book": server.book("personal"), "uid": "contact-4",
        "destination": server.book("work"),
    });
    proxy.fail("DELETE", 503);
    let called = client.call("move_contact", moving.clone()).await;
    assert!(!called.done && called.text.contains("Look at both"), "{}", called.text);
    assert_eq!(
        (server.text(&from).await, server.text(&to).await),
        (before.clone(), before.clone())
    );

    server.delete(&to).await;
    // Refused, and therefore not done: the copy goes again.
    proxy.fail("DELETE", 403);
    client.call("move_contact", moving.clone()).await.refused("answered 403 Forbidden");
    assert_eq!((server.text(&from).await, server.stored(&to).await), (before.clone(), None));

    proxy.fail("PUT", 507);
    let called = client.call("move_contact", moving.clone()).await;
    assert!(called.text.contains("Whether it was made is not known"), "{}", called.text);
    assert_eq!((server.text(&from).await, server.stored(&to).await), (before, None));
    client.get("move_contact", moving).await;
}

async fn a_write_that_is_not_confirmed_is_not_called_undone(server: Server) {
    let (client, proxy) = watched(&server).await;
    let update =
        json!({"address_book": server.book("personal"), "uid": "contact-4", "phone": "+1"});
    for status in [500, 503] {
        proxy.fail("PUT", status);
        let called = client.call("update_contact", update.clone()).await;
        assert!(called.text.contains("Whether it was made is not known"), "{}", called.text);
        assert!(!called.done && !called.text.contains("Nothing was changed"), "{}", called.text);
    }
    for (status, why) in [(401, "refused the log-in"), (409, "409"), (412, "by someone else")] {
        proxy.fail("PUT", status);
        client.call("update_contact", update.clone()).await.refused(why);
    }
    client.get("update_contact", update).await;
}

async fn a_failure_before_the_question_asks_nobody(server: Server) {
    let (client, proxy) = watched(&server).await;
    let one = json!({"address_book": server.book("personal"), "uid": "contact-4"});
    for (method, status) in [("PROPFIND", 500), ("PROPFIND", 207), ("GET", 500), ("GET", 401)] {
        proxy.fail(method, status);
        client.call("delete_contact", one.clone()).await.refused("CardDAV server");
    }
    assert_eq!((client.asked().len(), proxy.writes()), (0, vec![]));
    // A search that fails is made good by reading the cards.
    proxy.fail("REPORT", 500);
    client.get("delete_contact", one).await;
    assert_eq!(client.asked().len(), 1);
}
