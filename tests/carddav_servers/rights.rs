//! What an account may not do. Radicale alone has accounts.

use serde_json::json;

use crate::{refusing::watched, servers::Server};

crate::on_every_server!(radicale: an_address_book_that_may_only_be_read_is_not_written_to);

async fn an_address_book_that_may_only_be_read_is_not_written_to(server: Server) {
    let locked = server.locked_book();
    let (client, proxy) = watched(&server).await;
    let books = client.get("list_address_books", json!({})).await;
    let book = books["address_books"].as_array().unwrap().iter().find(|b| b["path"] == locked);
    assert_eq!(book.unwrap()["writable"], false);
    let inside = json!({"address_book": locked, "uid": "inside"});
    assert_eq!(client.get("get_contact", inside.clone()).await["name"], "Inside");

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
