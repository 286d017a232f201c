//! What cannot be carried out is refused before anybody is asked, and before anything is written.
//! Beside each refusal is the call that differs from it in one thing and goes through.

use serde_json::{Value, json};

use crate::{
    client::Client,
    servers::{Server, proxy::Proxy},
};

crate::on_every_server! {
    a_move_that_would_fail_is_not_asked_about,
    an_update_that_would_fail_is_not_asked_about,
    a_change_of_a_group_that_would_fail_is_not_asked_about,
    a_deletion_that_would_fail_is_not_asked_about,
}

/// The CardDAV server, a client of it, and what passes between them.
pub async fn watched(server: &Server) -> (Client, Proxy) {
    let proxy = Proxy::before(&server.url).await;
    let start = Client::start(server, "2026-07-28").set("CARDDAV_URL", &proxy.url);
    (start.start().await, proxy)
}

/// Makes the calls, each of which is refused, and then the control.
async fn check(server: &Server, tool: &str, refused: &[(Value, &str)], control: Value) {
    let (client, proxy) = watched(server).await;
    for (arguments, why) in refused {
        client.call(tool, arguments.clone()).await.refused(why);
    }
    assert_eq!((client.asked().len(), proxy.writes()), (0, vec![]));
    client.get(tool, control).await;
    assert_eq!(client.asked().len(), 1);
    assert_ne!(proxy.writes(), [""; 0]);
}

async fn a_move_that_would_fail_is_not_asked_about(server: Server) {
    let (personal, work) = (server.book("personal"), server.book("work"));
    let moving =
        |uid: &str, to: &str| json!({"address_book": personal, "uid": uid, "destination": to});
    let card = server.text(&server.card("personal", "contact-1.vcf")).await;
    server.put(&server.card("work", "another-file.vcf"), card.clone()).await;
    let other = server.text(&server.card("personal", "contact-3.vcf")).await;
    let other = other.replace("contact-3", "another-uid");
    server.put(&server.card("work", "contact-3.vcf"), other).await;
    check(
        &server,
        "move_contact",
        &[
            (moving("contact-4", &server.book("nowhere")), "There is no address book at"),
            (moving("contact-4", &personal), "in this address book already"),
            (moving("contact-1", &work), "already has a card with this uid"),
            (moving("contact-3", &work), "already has a card under the same file name"),
            (moving("nobody", &work), "There is no contact with the uid nobody"),
            (moving("group-1", &work), "is a group, not a contact"),
        ],
        moving("contact-4", &work),
    )
    .await;
}

async fn an_update_that_would_fail_is_not_asked_about(server: Server) {
    let update = |fields: Value| {
        let mut arguments = json!({"address_book": server.book("personal"), "uid": "contact-3"});
        arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        arguments
    };
    check(
        &server,
        "update_contact",
        &[
            (update(json!({})), "There is nothing to change"),
            (update(json!({"name": null})), "A contact needs a name"),
            (update(json!({"phone": "+1", "raw_card": "x"})), "pass no field with it"),
            (update(json!({"raw_card": "x"})), "exactly one vCard"),
            (update(json!({"organization": "Compilers"})), "The card is like this already"),
            (update(json!({"phone": ""})), "a field is not empty"),
            (update(json!({"title": "Rear Admiral"})), "unknown field"),
            (update(json!({"uid": "group-1", "phone": "+1"})), "is a group, not a contact"),
            (update(json!({"uid": "nobody", "phone": "+1"})), "There is no contact"),
        ],
        update(json!({"organization": "Compiler"})),
    )
    .await;
}

async fn a_change_of_a_group_that_would_fail_is_not_asked_about(server: Server) {
    let update = |fields: Value| {
        let mut arguments = json!({"address_book": server.book("personal"), "uid": "group-1"});
        arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        arguments
    };
    check(
        &server,
        "update_group",
        &[
            (update(json!({})), "There is nothing to change"),
            (update(json!({"name": null})), "A group needs a name"),
            (update(json!({"name": "Pioneers"})), "The group is like this already"),
            (update(json!({"add": ["contact-1"]})), "is a member already"),
            (update(json!({"remove": ["contact-4"]})), "is not a member"),
            (update(json!({"add": ["contact-5"]})), "There is no contact with the uid contact-5"),
            (update(json!({"uid": "contact-4", "name": "X"})), "is a contact, not a group"),
            (update(json!({"uid": "nobody", "name": "X"})), "There is no group"),
        ],
        update(json!({"add": ["contact-4"]})),
    )
    .await;
}

async fn a_deletion_that_would_fail_is_not_asked_about(server: Server) {
    let of = |uid: &str| json!({"address_book": server.book("personal"), "uid": uid});
    let twice = server.text(&server.card("personal", "contact-4.vcf")).await;
    // Only Radicale sees to it that a UID is there once.
    let copied = server.try_put(&server.card("personal", "twice.vcf"), twice).await;
    let mut refused = vec![(of("nobody"), "There is no contact"), (of("group-1"), "is a group")];
    if copied.is_success() {
        refused.push((of("contact-4"), "has two cards with the uid contact-4"));
    }
    check(&server, "delete_contact", &refused, of("contact-3")).await;
    let refused = [(of("nobody"), "There is no group"), (of("contact-1"), "is a contact")];
    check(&server, "delete_group", &refused, of("group-1")).await;
}
