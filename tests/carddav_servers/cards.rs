//! Cards as programs write them, and cards that are none.

use serde_json::{Value, json};

use crate::{
    client::Client,
    servers::{Kind, Server},
};

crate::on_every_server! {
    real_cards_are_read,
    a_card_of_the_first_version_is_read_and_not_changed_in_place,
    bad_cards_are_named_and_hide_no_other,
    a_megabyte_of_photo_is_read_kept_and_moved,
}

fn crlf(card: &str) -> String {
    card.replace('\n', "\r\n")
}

async fn real_cards_are_read(server: Server) {
    let client = Client::of(&server, "2026-07-28").await;
    for (uid, card, name, expected) in [
        (
            "folded",
            "BEGIN:VCARD\nVERSION:4.0\nUID:fol\n ded\nFN:A very long\n  name\nEND:VCARD\n",
            "A very long name",
            json!({}),
        ),
        (
            "escaped",
            "BEGIN:VCARD\nVERSION:3.0\nUID:escaped\nFN:Miller\\, Ann\nORG:M\\, A\\; B;C\n\
             NOTE:one\\ntwo\\Nthree \\\\ four\nEND:VCARD\n",
            "Miller, Ann",
            json!({"organization": "M, A; B; C", "notes": ["one\ntwo\nthree \\ four"]}),
        ),
        (
            "ünï-çødé",
            "BEGIN:VCARD\nVERSION:4.0\nUID:ünï-çødé\nFN:紫式部\nNOTE:ζ\nEND:VCARD\n",
            "紫式部",
            json!({"notes": ["ζ"]}),
        ),
        (
            "grouped",
            "BEGIN:VCARD\nVERSION:3.0\nUID:grouped\nFN:G\nitem1.EMAIL;TYPE=WORK:a@example.org\n\
             item1.X-ABLabel:Work\nEMAIL:b@example.org\nitem2.TEL;TYPE=CELL:+1\nTEL:+2\n\
             NOTE:one\nNOTE:two\nEND:VCARD\n",
            "G",
            json!({
                "emails": ["a@example.org", "b@example.org"], "phones": ["+1", "+2"],
                "notes": ["one", "two"],
            }),
        ),
        (
            "uris",
            "BEGIN:VCARD\nVERSION:4.0\nUID:uris\nFN:U\n\
             TEL;VALUE=uri;PREF=1;TYPE=\"voice,home\":tel:+1-555-555-5555\nEND:VCARD\n",
            "U",
            json!({"phones": ["tel:+1-555-555-5555"]}),
        ),
        (
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "BEGIN:VCARD\nVERSION:4.0\nUID:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\nFN:V\n\
             END:VCARD\n",
            "V",
            json!({}),
        ),
        ("a&<b>'\"", "BEGIN:VCARD\nVERSION:4.0\nUID:a&<b>'\"\nFN:X\nEND:VCARD\n", "X", json!({})),
        ("c,d;e", "BEGIN:VCARD\nVERSION:4.0\nUID:c\\,d\\;e\nFN:C\nEND:VCARD\n", "C", json!({})),
    ] {
        let book = server.book("work");
        server.put(&server.card("work", "one.vcf"), crlf(card)).await;
        let one = json!({"address_book": book, "uid": uid});
        let read = client.get("get_contact", one.clone()).await;
        assert_eq!((&read["uid"], &read["name"]), (&json!(uid), &json!(name)));
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(sorted(&read[field]), sorted(value), "{field} of {uid}");
        }
        let mut change = one;
        change["email"] = json!("new@example.org");
        client.get("update_contact", change.clone()).await;
        client.get("delete_contact", json!({"address_book": book, "uid": uid})).await;
    }
}

/// Radicale sorts the properties of a name by how they are written.
fn sorted(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(list) = value.as_array_mut() {
        list.sort_by_key(Value::to_string);
    }
    value
}

async fn a_card_of_the_first_version_is_read_and_not_changed_in_place(server: Server) {
    // One does not take a line that goes on after `=`, and one no picture in this version.
    let line_end = if server.kind == Kind::Xandikos { "" } else { "=\n" };
    let takes_photo = server.kind != Kind::Radicale;
    let photo = "PHOTO;JPEG;ENCODING=BASE64:\n /9j/4AAQ\n SkZJRg==\n\n";
    let card = format!(
        "BEGIN:VCARD\nVERSION:2.1\nUID:old\n\
         FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen M=C3=BC{line_end}ller\n\
         N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen;;;\n\
         TEL;CELL:+49 170 0000000\nEMAIL;INTERNET:juergen@example.org\n\
         NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo\n{}END:VCARD\n",
        if takes_photo { photo } else { "" },
    );
    let path = server.card("work", "old.vcf");
    server.put(&path, crlf(&card)).await;
    let stored = server.text(&path).await;
    let client = Client::of(&server, "2026-07-28").await;
    let old = json!({"address_book": server.book("work"), "uid": "old"});
    let read = client.get("get_contact", old.clone()).await;
    assert_eq!(read["name"], "Jürgen Müller");
    assert_eq!(read["notes"], json!(["one\ntwo"]));
    assert_eq!(read["phones"], json!(["+49 170 0000000"]));
    let found = client.get("search_contacts", json!({"query": "MÜLLER"})).await;
    assert_eq!(found["total"], 1);
    let photo = client.call("get_contact_photo", old.clone()).await;
    let picture = ("image/jpeg".to_owned(), "/9j/4AAQSkZJRg==".to_owned());
    assert_eq!(photo.images, if takes_photo { vec![picture] } else { vec![] });

    let mut change = old.clone();
    change["phone"] = json!("+1");
    client.call("update_contact", change).await.refused("vCard 3.0 or 4.0 can be changed in place");
    assert_eq!((server.text(&path).await, client.asked().len()), (stored, 0));
    let mut whole = old;
    whole["raw_card"] = json!("BEGIN:VCARD\nVERSION:4.0\nUID:old\nFN:J\nEND:VCARD\n");
    client.get("update_contact", whole).await;
}

async fn bad_cards_are_named_and_hide_no_other(server: Server) {
    let no_uid = "BEGIN:VCARD\nVERSION:3.0\nFN:No UID\nN:;;;;\nEND:VCARD\n";
    let one = "BEGIN:VCARD\nVERSION:3.0\nUID:one\nFN:One\nN:;;;;\nEND:VCARD\n";
    let bad: [(&str, Vec<u8>); 5] = [
        ("no-card.vcf", b"hello".into()),
        ("no-uid.vcf", crlf(no_uid).into()),
        ("two.vcf", crlf(&format!("{one}{one}")).into()),
        (
            "latin-1.vcf",
            b"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:x\r\nFN:J\xfcrgen\r\nEND:VCARD\r\n".into(),
        ),
        (
            "escape.vcf",
            crlf(&one.replace("UID:one", "UID:esc").replace("FN:One", "FN:\u{1b}[2J")).into(),
        ),
    ];
    let mut there = Vec::new();
    for (file, card) in bad {
        let path = server.card("personal", file);
        server.try_put(&path, card).await;
        // Some refuse it; one stores it and answers 500.
        if server.has(&path).await {
            there.push((file, path));
        }
    }
    if server.kind == Kind::Embedded {
        assert_eq!(there.len(), 5, "it takes everything");
    }
    let client = Client::of(&server, "2026-07-28").await;
    let book = json!({"address_book": server.book("personal")});
    let contacts = client.get("list_contacts", book.clone()).await;
    let listed = contacts["contacts"].as_array().unwrap().iter();
    let uids: Vec<_> = listed.map(|contact| contact["uid"].as_str().unwrap()).collect();
    for good in ["contact-1", "contact-2", "contact-3", "contact-4"] {
        assert!(uids.contains(&good), "{contacts:#}");
    }
    let unreadable = contacts["unreadable"].as_array().unwrap();
    for (file, path) in &there {
        // Radicale repairs these two when it stores them.
        let readable = uids.contains(&"esc") && *file == "escape.vcf"
            || uids.contains(&"x") && *file == "latin-1.vcf";
        assert_eq!(unreadable.contains(&json!(path)), !readable, "{file}: {contacts:#}");
    }
    let groups = client.get("list_groups", book.clone()).await;
    assert_eq!((&groups["total"], &groups["unreadable"]), (&json!(1), &contacts["unreadable"]));
    let ada = json!({"address_book": server.book("personal"), "uid": "contact-1"});
    assert_eq!(client.get("get_contact", ada.clone()).await["name"], "Ada Lovelace");
    client.get("delete_contact", ada).await;
}

async fn a_megabyte_of_photo_is_read_kept_and_moved(server: Server) {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let mut picture = b"\xff\xd8\xff\xe0".to_vec();
    picture
        .extend((0..1024 * 1024).map(|place: u32| (place.wrapping_mul(2_654_435_761) >> 24) as u8));
    let picture = BASE64_STANDARD.encode(picture);
    let photo = picture.as_bytes().chunks(74).map(|line| str::from_utf8(line).unwrap());
    let photo = photo.collect::<Vec<_>>().join("\n ");
    let card = format!(
        "BEGIN:VCARD\nVERSION:3.0\nUID:large\nFN:Large\nN:;;;;\nTEL:+1\n\
         PHOTO;ENCODING=b;TYPE=JPEG:\n {photo}\nEND:VCARD\n"
    );
    let path = server.card("personal", "large.vcf");
    server.put(&path, crlf(&card)).await;
    let client = Client::of(&server, "2026-07-28").await;
    let before = server.text(&path).await;
    let large = json!({"address_book": server.book("personal"), "uid": "large"});
    let handed_over = client.call("get_contact_photo", large.clone()).await;
    assert_eq!(handed_over.json["bytes"], 1024 * 1024 + 4);
    assert_eq!(handed_over.images, [("image/jpeg".to_owned(), picture)]);

    let mut change = large.clone();
    change["phone"] = json!("+2");
    let written = client.get("update_contact", change).await;
    assert!(written.get("note").is_none(), "{written}");
    let after = server.text(&path).await;
    assert!(after == before.replace("TEL:+1", "TEL:+2"), "the photo is kept to the byte");

    let mut whole = large.clone();
    whole["include_raw_card"] = json!(true);
    let whole = client.get("get_contact", whole).await;
    assert!(whole["raw_card"] == json!(after), "the whole card is handed over");
    let one = json!({"address_book": server.book("personal"), "uids": ["large"]});
    assert!(client.get("export_contacts", one).await["vcards"] == json!(after));
    let second = crlf(&card.replace("UID:large", "UID:second"));
    server.put(&server.card("personal", "second.vcf"), second).await;
    let both = json!({"address_book": server.book("personal")});
    client.call("export_contacts", both).await.refused("more than the 2 MiB that one answer holds");
    let mut moving = large;
    moving["destination"] = json!(server.book("work"));
    client.get("move_contact", moving).await;
    assert!(server.text(&server.card("work", "large.vcf")).await == after);
    assert_eq!(server.stored(&path).await, None);
}
