//! What the reading tools answer.

use serde_json::{Value, json};

use crate::{
    client::Client,
    demo::REVISIONS,
    servers::{Kind, Server},
};

crate::on_every_server! {
    the_address_books_and_their_contacts_are_listed,
    a_contact_is_found_by_what_a_person_remembers,
    contacts_are_exported_as_they_are_stored,
    changes_are_listed_where_the_server_can,
    a_photo_is_handed_over_and_a_link_to_one_is_not_followed,
    what_is_not_there_is_refused,
}

/// The UIDs in a list of the answer.
fn uids(answer: &Value, list: &str) -> Vec<String> {
    let list = answer[list].as_array().expect("a list");
    let mut uids: Vec<_> =
        list.iter().map(|one| one["uid"].as_str().expect("a UID").to_owned()).collect();
    uids.sort();
    uids
}

async fn the_address_books_and_their_contacts_are_listed(server: Server) {
    let (personal, work) = (server.book("personal"), server.book("work"));
    for revision in REVISIONS {
        let client = Client::of(&server, revision).await;
        let books = client.get("list_address_books", json!({})).await;
        let names: Vec<_> = books["address_books"].as_array().unwrap().iter().collect();
        assert_eq!(names.len(), 2, "{books}");
        assert_eq!((&names[0]["name"], &names[0]["path"]), (&json!("Personal"), &json!(personal)));
        assert_eq!((&names[1]["name"], &names[1]["path"]), (&json!("Work"), &json!(work)));

        let contacts = client.get("list_contacts", json!({"address_book": personal})).await;
        assert_eq!(
            uids(&contacts, "contacts"),
            ["contact-1", "contact-2", "contact-3", "contact-4"],
        );
        assert_eq!(contacts["total"], 4);
        assert_eq!(contacts["unreadable"], json!([]));
        assert!(contacts["notice"].as_str().unwrap().starts_with("Untrusted content"));
        let rest = json!({"address_book": personal, "offset": 3});
        assert_eq!(uids(&client.get("list_contacts", rest).await, "contacts").len(), 1);

        let ada = json!({"address_book": personal, "uid": "contact-1"});
        let ada = client.get("get_contact", ada).await;
        assert_eq!(ada["phones"], json!(["+44 20 7946 0102", "+44 7700 900103"]));
        assert_eq!(ada["organization"], "Analytical Engines; Programmes");
        assert!(ada.get("raw_card").is_none());

        let groups = client.get("list_groups", json!({"address_book": personal})).await;
        assert_eq!(uids(&groups, "groups"), ["group-1"]);
        assert_eq!(groups["groups"][0]["member_count"], 2);
        let group = json!({"address_book": personal, "uid": "group-1"});
        let group = client.get("get_group", group).await;
        assert_eq!(group["members"], json!(["contact-1", "contact-3"]));

        let info = client.get("get_server_info", json!({})).await;
        assert_eq!(info["carddav_server"], server.url.trim_end_matches('/'));
        assert!(info["dav_classes"].as_array().unwrap().contains(&json!("addressbook")));
        assert_eq!(client.asked(), [""; 0]);
    }
}

async fn a_contact_is_found_by_what_a_person_remembers(server: Server) {
    let client = Client::of(&server, "2026-07-28").await;
    for (query, found) in [
        ("HOPPER", &["contact-3"][..]),
        ("compilers", &["contact-3"]),
        ("@example.org", &["contact-1", "contact-2", "contact-3", "contact-4", "contact-6"]),
        ("442079460102", &["contact-1"]),
        ("7946 01", &["contact-1", "contact-4"]),
        ("prefers letters", &["contact-4"]),
        ("pioneers", &[]),
    ] {
        let answer = client.get("search_contacts", json!({"query": query})).await;
        assert_eq!(uids(&answer, "matches"), found, "{query}");
        assert_eq!(answer["total"], found.len());
    }
    let here = json!({"query": "@example.org", "address_book": server.book("work")});
    let answer = client.get("search_contacts", here).await;
    assert_eq!(uids(&answer, "matches"), ["contact-6"]);
    assert_eq!(answer["matches"][0]["address_book"], server.book("work"));
    client
        .call("search_contacts", json!({"query": " "}))
        .await
        .refused_argument("nothing to search for");
}

async fn contacts_are_exported_as_they_are_stored(server: Server) {
    let personal = server.book("personal");
    let client = Client::of(&server, "2026-07-28").await;
    let all = client.get("export_contacts", json!({"address_book": personal})).await;
    assert_eq!(all["contacts"], 4);
    for contact in ["contact-1", "contact-2", "contact-3", "contact-4"] {
        let stored = server.text(&server.card("personal", &format!("{contact}.vcf"))).await;
        assert!(all["vcards"].as_str().unwrap().contains(stored.trim_end()), "{all:#}");
    }
    assert!(!all["vcards"].as_str().unwrap().contains("Pioneers"));

    let one = json!({"address_book": personal, "uids": ["contact-3"]});
    let one = client.get("export_contacts", one).await;
    let stored = server.text(&server.card("personal", "contact-3.vcf")).await;
    assert_eq!((&one["contacts"], &one["vcards"]), (&json!(1), &json!(stored)));
    for uid in ["nobody", "group-1"] {
        let other = json!({"address_book": personal, "uids": ["contact-3", uid]});
        client.call("export_contacts", other).await.refused("There is no contact with the uid");
    }
}

async fn changes_are_listed_where_the_server_can(server: Server) {
    let personal = server.book("personal");
    let client = Client::of(&server, "2026-07-28").await;
    let since = |token: &Value| json!({"address_book": personal, "sync_token": token});
    let books = client.get("list_address_books", json!({})).await;
    let can = server.kind != Kind::Embedded;
    assert_eq!(books["address_books"][0]["lists_changes"], can);
    if !can {
        let called = client.call("list_changes", json!({"address_book": personal})).await;
        called.refused("This CardDAV server cannot list changes");
        return;
    }
    let all = client.get("list_changes", json!({"address_book": personal})).await;
    assert_eq!(uids(&all, "changed").len(), 5);
    let none = client.get("list_changes", since(&all["sync_token"])).await;
    assert_eq!((&none["changed"], &none["removed"]), (&json!([]), &json!([])));

    let added = server.card("personal", "new.vcf");
    server.put(&added, "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:new\r\nFN:New\r\nEND:VCARD\r\n").await;
    let gone = server.card("personal", "contact-4.vcf");
    server.delete(&gone).await;
    let some = client.get("list_changes", since(&none["sync_token"])).await;
    let new = json!({"path": added, "uid": "new", "name": "New", "is_group": false});
    assert_eq!(some["changed"], json!([new]));
    assert_eq!(some["removed"], json!([gone]));
    let none = client.get("list_changes", since(&some["sync_token"])).await;
    assert_eq!((&none["changed"], &none["removed"]), (&json!([]), &json!([])));

    let unknown = client.call("list_changes", since(&json!("no-token-of-this-server"))).await;
    unknown.refused("no longer knows this sync_token");
}

async fn a_photo_is_handed_over_and_a_link_to_one_is_not_followed(server: Server) {
    // Whoever comes here has followed a link.
    let tempting = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let link = format!("http://{}/ada.jpg", tempting.local_addr().unwrap());
    let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    for (uid, photo) in [
        ("embedded", format!("PHOTO;ENCODING=b;TYPE=GIF:{gif}")),
        ("linked", format!("PHOTO;VALUE=uri:{link}")),
        ("strange", "PHOTO;ENCODING=b;TYPE=JPEG:PHN2Zz48L3N2Zz4=".to_owned()),
    ] {
        let card = format!(
            "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{uid}\r\nFN:X\r\nN:X;;;;\r\n{photo}\r\nEND:VCARD\r\n"
        );
        server.put(&server.card("work", &format!("{uid}.vcf")), card).await;
    }
    let client = Client::of(&server, "2026-07-28").await;
    let photo = async |uid: &str| {
        let arguments = json!({"address_book": server.book("work"), "uid": uid});
        client.call("get_contact_photo", arguments).await
    };
    let embedded = photo("embedded").await;
    assert_eq!(embedded.json["photo"], "embedded");
    assert_eq!((&embedded.json["bytes"], embedded.images.len()), (&json!(42), 1));
    assert_eq!(embedded.images[0], ("image/gif".to_owned(), gif.to_owned()));

    let linked = photo("linked").await;
    assert_eq!((&linked.json["photo"], &linked.json["link"]), (&json!("link"), &json!(link)));
    for uid in ["linked", "strange", "contact-5"] {
        assert_eq!(photo(uid).await.images, []);
    }
    assert_eq!(photo("strange").await.json["photo"], "unreadable");
    assert_eq!(photo("contact-5").await.json["photo"], "none");
    let visited = std::time::Duration::from_millis(50);
    assert!(tokio::time::timeout(visited, tempting.accept()).await.is_err(), "it was followed");
}

async fn what_is_not_there_is_refused(server: Server) {
    let client = Client::of(&server, "2026-07-28").await;
    let personal = server.book("personal");
    let nowhere = server.book("nowhere");
    for tool in ["list_contacts", "list_groups", "export_contacts", "list_changes"] {
        let called = client.call(tool, json!({"address_book": nowhere})).await;
        called.refused(&format!("There is no address book at {nowhere}"));
    }
    for (tool, other) in [("get_contact", "group-1"), ("get_group", "contact-1")] {
        for uid in [other, "nobody"] {
            let called = client.call(tool, json!({"address_book": personal, "uid": uid})).await;
            called.refused(uid);
        }
        let called = client.call(tool, json!({"address_book": nowhere, "uid": "x"})).await;
        called.refused("There is no address book");
    }
    let photo = json!({"address_book": personal, "uid": "group-1"});
    client.call("get_contact_photo", photo).await.refused("is a group");
    let home = server.book("personal/..");
    client.call("list_contacts", json!({"address_book": home})).await.refused_argument("segment");
}
