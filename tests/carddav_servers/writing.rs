//! What the writing tools do, and that they do nothing else.

use serde_json::{Value, json};

use crate::{client::Client, demo::REVISIONS, servers::Server};

crate::on_every_server! {
    a_yes_carries_out_each_of_the_five_and_each_is_asked_about,
    a_no_to_each_of_the_five_changes_nothing,
    a_token_carries_out_each_of_the_five_and_nothing_else,
    an_update_keeps_every_byte_of_what_it_does_not_name,
    a_whole_card_goes_in_as_it_is,
    both_conventions_of_a_group_are_read_and_kept,
    what_is_added_overwrites_nothing,
}

const FILES: [&str; 5] =
    ["contact-1.vcf", "contact-2.vcf", "contact-3.vcf", "contact-4.vcf", "group-1.vcf"];

/// A call to each of the five guarded tools, in an order in which all of them can be carried out.
fn guarded(server: &Server) -> [(&'static str, Value); 5] {
    let book = server.book("personal");
    [
        (
            "update_contact",
            json!({
                "address_book": book, "uid": "contact-4", "phone": "+1", "email": "m@example.org",
                "note": null,
            }),
        ),
        ("update_group", json!({"address_book": book, "uid": "group-1", "add": ["contact-4"]})),
        (
            "move_contact",
            json!({"address_book": book, "uid": "contact-4", "destination": server.book("work")}),
        ),
        ("delete_contact", json!({"address_book": book, "uid": "contact-1"})),
        ("delete_group", json!({"address_book": book, "uid": "group-1"})),
    ]
}

/// Puts back what the five calls have changed.
async fn restore(server: &Server, before: &[(String, String)]) {
    for (path, card) in before {
        if server.stored(path).await.is_none_or(|stored| stored.text != *card) {
            server.put(path, card.clone()).await;
        }
    }
    let moved = server.card("work", "contact-4.vcf");
    if server.stored(&moved).await.is_some() {
        server.delete(&moved).await;
    }
}

async fn cards(server: &Server) -> Vec<(String, String)> {
    let mut cards = Vec::new();
    for file in FILES {
        let path = server.card("personal", file);
        cards.push((path.clone(), server.text(&path).await));
    }
    cards
}

/// That the five calls of `guarded` were carried out.
async fn check_done(server: &Server, before: &[(String, String)]) {
    let personal = |file: &str| server.card("personal", file);
    for gone in ["contact-1.vcf", "contact-4.vcf", "group-1.vcf"] {
        assert_eq!(server.stored(&personal(gone)).await, None, "{gone}");
    }
    let moved = server.text(&server.card("work", "contact-4.vcf")).await;
    let mary = before[3].1.replace("+44 20 7946 0101", "+1").replace("mary.shelley@", "m@");
    assert_eq!(moved, mary.replace("NOTE:Prefers letters.\r\n", ""));
    for (place, kept) in [(1, "contact-2.vcf"), (2, "contact-3.vcf")] {
        assert_eq!(server.text(&personal(kept)).await, before[place].1);
    }
}

async fn a_yes_carries_out_each_of_the_five_and_each_is_asked_about(server: Server) {
    let before = cards(&server).await;
    for revision in REVISIONS {
        let client = Client::of(&server, revision).await;
        for (place, (tool, arguments)) in guarded(&server).into_iter().enumerate() {
            let written = client.get(tool, arguments).await;
            assert!(written.get("note").is_none(), "{tool}: {written}");
            assert_eq!(client.asked().len(), place + 1, "{tool}");
            if tool == "update_group" {
                let group = server.text(&server.card("personal", "group-1.vcf")).await;
                assert!(group.contains("MEMBER:urn:uuid:contact-4"), "{group}");
            }
        }
        check_done(&server, &before).await;
        restore(&server, &before).await;
        let asked = client.asked();
        assert!(asked[0].starts_with("change 3 field(s) of a contact\n"), "{}", asked[0]);
        assert!(asked[0].contains("\n  Fields set: 2\n  Fields cleared: 1\n"), "{}", asked[0]);
        let counts = "Members added: 1\n  Members removed: 0\n  Members afterwards: 3\n";
        assert!(asked[1].contains(counts), "{}", asked[1]);
        assert!(asked[4].starts_with("delete a group of 3 contact(s)\n"), "{}", asked[4]);
    }
}

async fn a_no_to_each_of_the_five_changes_nothing(server: Server) {
    let before = cards(&server).await;
    for revision in REVISIONS {
        let client = Client::of(&server, revision).await;
        for answer in ["decline", "untick"] {
            client.says(&[answer]);
            for (tool, arguments) in guarded(&server) {
                client.call(tool, arguments).await.refused("");
            }
        }
        assert_eq!(client.asked().len(), 10);
        assert_eq!(cards(&server).await, before);
        assert_eq!(server.stored(&server.card("work", "contact-4.vcf")).await, None);
    }
}

async fn a_token_carries_out_each_of_the_five_and_nothing_else(server: Server) {
    let before = cards(&server).await;
    for revision in REVISIONS {
        let client = Client::start(&server, revision).nobody_can_be_asked().start().await;
        let quoting = |arguments: &Value, token: &str| {
            let mut arguments = arguments.clone();
            arguments["confirm_token"] = json!(token);
            arguments
        };
        let book = server.book("personal");
        let add = json!({"address_book": book, "uid": "group-1", "add": ["contact-2"]});
        let remove = json!({"address_book": book, "uid": "group-1", "remove": ["contact-3"]});
        let token = client.call("update_group", add).await.token();
        let called = client.call("update_group", quoting(&remove, &token)).await;
        called.refused("The confirm_token does not fit this call");
        assert_eq!(cards(&server).await, before);

        for (tool, arguments) in guarded(&server) {
            let refusal = client.call(tool, arguments.clone()).await;
            refusal.refused("this client cannot ask the user directly");
            client.get(tool, quoting(&arguments, &refusal.token())).await;
        }
        check_done(&server, &before).await;
        restore(&server, &before).await;
        assert_eq!(client.asked(), [""; 0]);
    }
}

/// With what other programs write: groups, several of each, folds, and names nobody knows.
const RICH: &str = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:rich\r\nFN:Émilie du Châtelet\r\n\
    N:du Châtelet;Émilie;;Marquise;\r\nNICKNAME:Pompon\r\n\
    item1.EMAIL;TYPE=INTERNET,HOME:emilie@example.org\r\nitem1.X-ABLabel:_$!<Home>!$_\r\n\
    item2.EMAIL;TYPE=INTERNET,WORK:cirey@example.org\r\nitem2.X-ABLabel:Cirey\r\n\
    TEL;TYPE=CELL:+33 1 00 00 00 01\r\nTEL;TYPE=HOME:+33 1 00 00 00 02\r\n\
    ORG:Cirey\\, Champagne;Physics\r\nTITLE:Translator\r\nBDAY:1706-12-17\r\n\
    NOTE:Newton\\nLeibniz\\, both\\; and a backslash \\\\\r\n\
    ADR;TYPE=HOME:;;1 Rue Traversière;Paris;;75001;France\r\n\
    X-SOCIALPROFILE;TYPE=mastodon:https://example.org/@emilie\r\nX-PHONETIC-FIRST-NAME:Emili\r\n\
    CATEGORIES:Friends,Science\r\nREV:2024-01-01T00:00:00Z\r\n\
    PHOTO;ENCODING=b;TYPE=GIF:R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIB\r\n RAA7\r\n\
    END:VCARD\r\n";

async fn an_update_keeps_every_byte_of_what_it_does_not_name(server: Server) {
    let path = server.card("personal", "rich.vcf");
    server.put(&path, RICH).await;
    let uid = json!({"address_book": server.book("personal"), "uid": "rich"});
    let with = |fields: Value| {
        let mut arguments = uid.clone();
        arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        arguments
    };
    for revision in REVISIONS {
        server.put(&path, RICH).await;
        let client = Client::of(&server, revision).await;
        let before = server.text(&path).await;
        let fields = json!({"email": "marquise@example.com", "name": "Émilie, marquise"});
        let written = client.get("update_contact", with(fields)).await;
        assert!(written.get("note").is_none(), "{written}");
        let expected = before
            .replace("emilie@example.org", "marquise@example.com")
            .replace("FN:Émilie du Châtelet", "FN:Émilie\\, marquise");
        assert_eq!(server.text(&path).await, expected);

        client.get("update_contact", with(json!({"phone": null, "note": "a\nb"}))).await;
        let kept = expected.lines().filter(|line| !line.starts_with("TEL"));
        let kept = kept.map(|line| if line.starts_with("NOTE") { "NOTE:a\\nb" } else { line });
        let after = server.text(&path).await;
        assert_eq!(after.lines().collect::<Vec<_>>(), kept.collect::<Vec<_>>());

        let again = client.call("update_contact", with(json!({"note": "a\nb"}))).await;
        again.refused("The card is like this already");
        assert_eq!(client.asked().len(), 2);
    }
}

async fn a_whole_card_goes_in_as_it_is(server: Server) {
    let path = server.card("personal", "rich.vcf");
    for revision in REVISIONS {
        server.put(&path, RICH).await;
        let client = Client::of(&server, revision).await;
        let card = "BEGIN:VCARD\nVERSION:3.0\nUID:rich\nFN:Émilie\nN:;Émilie;;;\nEND:VCARD\n";
        let book = server.book("personal");
        let whole = |card: &str| json!({"address_book": book, "uid": "rich", "raw_card": card});
        client.get("update_contact", whole(card)).await;
        assert_eq!(server.text(&path).await, card.replace('\n', "\r\n"));
        let everything = "Everything that is not in the new card goes, any photo included.";
        assert!(client.asked()[0].contains(everything), "{}", client.asked()[0]);

        for (card, why) in [
            (card.replace("UID:rich", "UID:other"), "has another UID"),
            (card.replace("N:;", "KIND:group\nN:;"), "is a group"),
            (card.replace("FN:Émilie\n", ""), "needs an FN"),
            (card.replace("3.0", "2.1"), "needs VERSION:3.0 or VERSION:4.0"),
            (card.replace("END:VCARD\n", ""), "exactly one vCard"),
            (format!("{card}{card}"), "exactly one vCard"),
            (card.replace("Émilie", "\u{1b}[2J"), "without control characters"),
        ] {
            client.call("update_contact", whole(&card)).await.refused(why);
        }
        assert_eq!(client.asked().len(), 1);
        assert_eq!(server.text(&path).await, card.replace('\n', "\r\n"));
    }
}

async fn both_conventions_of_a_group_are_read_and_kept(server: Server) {
    let path = server.card("personal", "apple.vcf");
    let apple = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:apple\r\nFN:Engines\r\nN:Engines;;;;\r\n\
        X-ADDRESSBOOKSERVER-KIND:group\r\nX-ADDRESSBOOKSERVER-MEMBER:urn:uuid:contact-1\r\n\
        X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:contact-3\r\nEND:VCARD\r\n";
    let modern = server.card("personal", "group-1.vcf");
    let before = server.text(&modern).await;
    for revision in REVISIONS {
        server.put(&path, apple).await;
        server.put(&modern, before.clone()).await;
        let client = Client::of(&server, revision).await;
        for (uid, path, property) in
            [("apple", &path, "X-ADDRESSBOOKSERVER-MEMBER"), ("group-1", &modern, "MEMBER")]
        {
            let before = server.text(path).await;
            let group = json!({"address_book": server.book("personal"), "uid": uid});
            let members = client.get("get_group", group.clone()).await["members"].clone();
            assert_eq!(members, json!(["contact-1", "contact-3"]));
            let mut change = group.clone();
            change["add"] = json!(["contact-4"]);
            change["remove"] = json!(["contact-1"]);
            client.get("update_group", change).await;
            let members = client.get("get_group", group).await["members"].clone();
            assert_eq!(members, json!(["contact-3", "contact-4"]));

            let line = |member: &str| format!("{property}:urn:uuid:{member}");
            let kept = before.lines().filter(|kept| *kept != line("contact-1"));
            let mut expected: Vec<_> = kept.map(str::to_owned).chain([line("contact-4")]).collect();
            let after = server.text(path).await;
            let mut after: Vec<_> = after.lines().map(str::to_owned).collect();
            expected.sort();
            after.sort();
            assert_eq!(after, expected);
        }
    }
}

async fn what_is_added_overwrites_nothing(server: Server) {
    let client = Client::of(&server, "2026-07-28").await;
    let book = server.book("personal");
    let before = cards(&server).await;
    let contact = json!({"address_book": book, "uid": "contact-1", "name": "Another"});
    client.call("create_contact", contact).await.refused("There already is a card");
    let group = json!({"address_book": book, "uid": "group-1", "name": "Another"});
    client.call("create_group", group).await.refused("There already is a card");
    let stranger = json!({"address_book": book, "name": "Strangers", "add": ["nobody"]});
    client.call("create_group", stranger).await.refused("There is no contact with the uid nobody");
    // The name of its file is taken by a card with another UID.
    server.put(&server.card("personal", "b.vcf"), before[3].1.replace("contact-4", "a")).await;
    let same_file = json!({"address_book": book, "uid": "b", "name": "B"});
    client.call("create_contact", same_file).await.refused("There already is a card");
    // And the other way round.
    let same_uid = json!({"address_book": book, "uid": "a", "name": "A"});
    client.call("create_contact", same_uid).await.refused("There already is a card");
    assert_eq!(server.stored(&server.card("personal", "a.vcf")).await, None);
    assert_eq!(cards(&server).await, before);

    let new = json!({
        "address_book": book, "name": "Zoë, née \\Zuse", "phone": "+49 1", "email": "z@example.org",
        "organization": "A; B", "note": "two\nlines",
    });
    let new = client.get("create_contact", new).await;
    let uid = json!({"address_book": book, "uid": new["uid"]});
    let zoe = client.get("get_contact", uid).await;
    assert_eq!((&zoe["name"], &zoe["phones"]), (&json!("Zoë, née \\Zuse"), &json!(["+49 1"])));
    assert_eq!((&zoe["organization"], &zoe["notes"]), (&json!("A; B"), &json!(["two\nlines"])));
    let group = json!({"address_book": book, "uid": "zz", "name": "New", "add": [new["uid"]]});
    client.get("create_group", group).await;
    let group = client.get("get_group", json!({"address_book": book, "uid": "zz"})).await;
    assert_eq!(group["members"], json!([new["uid"]]));
    assert_eq!(client.asked(), [""; 0]);
}
