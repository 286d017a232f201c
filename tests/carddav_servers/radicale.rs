//! What Radicale alone does: it has accounts, rewrites cards, and is filled fast from its store.

use serde_json::json;

use crate::{client::Client, refusing::watched, servers::Server};

crate::on_every_server!(
    radicale: an_address_book_that_may_only_be_read_is_not_written_to,
    what_a_server_loses_is_reported,
    answers_have_an_end
);

async fn an_address_book_that_may_only_be_read_is_not_written_to(server: Server) {
    let locked = server.locked_book();
    let (client, proxy) = watched(&server).await;
    let books = client.get("list_address_books", json!({})).await;
    let book = books["address_books"].as_array().unwrap().iter().find(|b| b["path"] == locked);
    assert_eq!(book.unwrap()["writable"], false);
    let inside = json!({"address_book": locked, "uid": "inside"});
    assert_eq!(client.get("get_contact", inside.clone()).await["name"], "Number inside");

    let personal = server.book("personal");
    let mut update = inside.clone();
    update["phone"] = json!("+1");
    let mut out = inside.clone();
    out["destination"] = json!(personal);
    let into = json!({"address_book": personal, "uid": "contact-4", "destination": locked});
    let new = json!({"address_book": locked, "name": "New"});
    for (tool, arguments) in [
        ("create_contact", new.clone()),
        ("create_group", new),
        ("update_contact", update),
        ("delete_contact", inside.clone()),
        ("move_contact", out),
        ("move_contact", into),
        ("update_group", json!({"address_book": locked, "uid": "inside", "name": "X"})),
        ("delete_group", inside),
    ] {
        let why = format!("This account may not change the address book {locked}");
        client.call(tool, arguments).await.refused(&why);
    }
    assert_eq!((client.asked().len(), proxy.writes()), (0, vec![]));
    let one =
        json!({"address_book": personal, "uid": "contact-4", "destination": server.book("work")});
    client.get("move_contact", one).await;
}

/// Radicale keeps nothing after a comma in a property that it knows no better.
async fn what_a_server_loses_is_reported(server: Server) {
    let client = Client::of(&server, "2026-07-28").await;
    let book = server.book("personal");
    let card = |photo: &str| {
        format!("BEGIN:VCARD\nVERSION:4.0\nUID:contact-4\nFN:Mary\n{photo}END:VCARD\n")
    };
    let whole = |card: String| json!({"address_book": book, "uid": "contact-4", "raw_card": card});
    let photo = "PHOTO:data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAE=\n";
    let written = client.get("update_contact", whole(card(photo))).await;
    let note = written["note"].as_str().expect("a note");
    assert!(note.contains("lacks something of what was written"), "{note}");
    let written = client.get("update_contact", whole(card("NOTE:a\\, b\n"))).await;
    assert!(written.get("note").is_none(), "the control: {written}");
}

async fn answers_have_an_end(server: Server) {
    let many = server.large_book(501);
    let client = Client::of(&server, "2026-07-28").await;
    let page = |offset: usize| json!({"address_book": many, "offset": offset});
    for (offset, listed) in [(0, 500), (500, 1), (501, 0)] {
        let answer = client.get("list_contacts", page(offset)).await;
        assert_eq!(answer["contacts"].as_array().unwrap().len(), listed);
        assert_eq!(answer["total"], 501);
    }
    let found = client.get("search_contacts", json!({"query": "number"})).await;
    assert_eq!((found["matches"].as_array().unwrap().len(), &found["total"]), (50, &json!(501)));

    let changes = client.get("list_changes", json!({"address_book": many})).await;
    assert_eq!((&changes["too_many"], &changes["changed"]), (&json!(true), &json!([])));
    server.delete(&format!("{many}7.vcf")).await;
    let since = json!({"address_book": many, "sync_token": changes["sync_token"]});
    let changes = client.get("list_changes", since).await;
    assert_eq!(
        (&changes["too_many"], &changes["removed"]),
        (&json!(false), &json!([format!("{many}7.vcf")]))
    );
}
