//! What the environment variables do, on each CardDAV server.

use serde_json::json;

use crate::{
    client::Client,
    demo::REVISIONS,
    servers::{Kind, PASSWORD, Server, proxy::Proxy},
};

crate::on_every_server! {
    a_read_only_server_has_no_tools_that_write,
    what_is_outside_the_fence_does_not_exist,
    no_log_holds_a_credential,
}

const READING: [&str; 10] = [
    "export_contacts",
    "get_contact",
    "get_contact_photo",
    "get_group",
    "get_server_info",
    "list_address_books",
    "list_changes",
    "list_contacts",
    "list_groups",
    "search_contacts",
];

const WRITING: [&str; 7] = [
    "create_contact",
    "create_group",
    "delete_contact",
    "delete_group",
    "move_contact",
    "update_contact",
    "update_group",
];

async fn a_read_only_server_has_no_tools_that_write(server: Server) {
    for revision in REVISIONS {
        for (value, read_only) in [("true", true), ("false", false)] {
            let proxy = Proxy::before(&server.url).await;
            let start = Client::start(&server, revision).set("CARDDAV_URL", &proxy.url);
            let client = start.set("CARDDAV_READ_ONLY", value).start().await;
            let mut expected = READING.to_vec();
            if !read_only {
                expected.extend(WRITING);
                expected.sort_unstable();
            }
            assert_eq!(client.tools(), expected);
            assert_eq!(client.instructions().contains("CARDDAV_READ_ONLY=true"), read_only);

            let book = server.book("personal");
            for tool in WRITING {
                let arguments = json!({"address_book": book, "uid": "contact-1", "name": "X"});
                let called = client.call(tool, arguments).await;
                assert!(!called.done, "{tool}");
                assert_eq!(called.text.contains("tool not found"), read_only, "{}", called.text);
                // Nothing was so much as looked at.
                assert_eq!(proxy.requests() == 0, read_only, "{tool}");
                client.says(&["decline"]);
            }
            assert_eq!(proxy.writes(), [""; 0]);
            let info = client.get("get_server_info", json!({})).await;
            assert_eq!(info["read_only"], read_only);
            let contacts = client.get("list_contacts", json!({"address_book": book})).await;
            assert_eq!(contacts["total"], 4);
        }
    }
}

async fn what_is_outside_the_fence_does_not_exist(server: Server) {
    let (personal, work) = (server.book("personal"), server.book("work"));
    // A group with a contact from each side, and one that is nowhere.
    let group = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:mixed\r\nFN:Mixed\r\nKIND:group\r\n\
        MEMBER:urn:uuid:contact-5\r\nMEMBER:urn:uuid:contact-1\r\nMEMBER:urn:uuid:contact-6\r\n\
        END:VCARD\r\n";
    let path = server.card("work", "mixed.vcf");
    server.put(&path, group).await;
    let mixed = json!({"address_book": work, "uid": "mixed"});

    let open = Client::of(&server, "2026-07-28").await;
    let all = open.get("get_group", mixed.clone()).await;
    assert_eq!(all["members"], json!(["contact-5", "contact-1", "contact-6"]));

    for revision in REVISIONS {
        server.put(&path, group).await;
        let proxy = Proxy::before(&server.url).await;
        let start = Client::start(&server, revision).set("CARDDAV_ADDRESSBOOKS", &work);
        let client = start.set("CARDDAV_URL", &proxy.url).start().await;
        let books = client.get("list_address_books", json!({})).await;
        let books = books["address_books"].as_array().unwrap();
        assert_eq!((books.len(), &books[0]["path"]), (1, &json!(work)));
        assert_eq!(
            client.get("get_server_info", json!({})).await["only_named_address_books"],
            true
        );

        let one = json!({"address_book": personal, "uid": "contact-1"});
        let group = json!({"address_book": personal, "uid": "group-1"});
        let book = json!({"address_book": personal});
        let new = json!({"address_book": personal, "name": "New"});
        let moving = json!({"address_book": work, "uid": "contact-5", "destination": personal});
        let back = json!({"address_book": personal, "uid": "contact-1", "destination": work});
        let mut update = one.clone();
        update["phone"] = json!("+1");
        let mut rename = group.clone();
        rename["name"] = json!("X");
        for (tool, arguments) in [
            ("list_contacts", &book),
            ("list_groups", &book),
            ("list_changes", &book),
            ("export_contacts", &book),
            ("search_contacts", &json!({"address_book": personal, "query": "ada"})),
            ("get_contact", &one),
            ("get_contact_photo", &one),
            ("get_group", &group),
            ("create_contact", &new),
            ("create_group", &new),
            ("update_contact", &update),
            ("delete_contact", &one),
            ("move_contact", &moving),
            ("move_contact", &back),
            ("update_group", &rename),
            ("delete_group", &group),
        ] {
            let called = client.call(tool, arguments.clone()).await;
            called.refused(&format!("There is no address book at {personal}"));
        }
        assert_eq!((client.asked().len(), proxy.writes()), (0, vec![]));
        let found = client.get("search_contacts", json!({"query": "ada"})).await;
        assert_eq!(found["total"], 0, "only {work} is searched");

        // The member from outside is not shown, not counted, and stays where it is.
        let seen = client.get("get_group", mixed.clone()).await;
        assert_eq!(seen["members"], json!(["contact-5", "contact-6"]));
        let groups = client.get("list_groups", json!({"address_book": work})).await;
        assert_eq!(groups["groups"][0]["member_count"], 2);
        for (change, why) in [("remove", "is not a member"), ("add", "There is no contact")] {
            let mut outside = mixed.clone();
            outside[change] = json!(["contact-1"]);
            client.call("update_group", outside).await.refused(why);
        }
        let mut change = mixed.clone();
        change["remove"] = json!(["contact-6"]);
        client.get("update_group", change).await;
        let question = client.asked().pop().unwrap();
        assert!(question.starts_with("change a group of 2 contact(s)\n"), "{question}");
        assert!(question.contains("Members afterwards: 1\n"), "{question}");
        let stored = server.text(&path).await;
        assert!(stored.contains("contact-1") && !stored.contains("contact-6"), "{stored}");
        client.get("delete_group", mixed.clone()).await;
        let question = client.asked().pop().unwrap();
        assert!(question.starts_with("delete a group of 1 contact(s)\n"), "{question}");
    }
}

async fn no_log_holds_a_credential(server: Server) {
    use base64::{Engine, prelude::BASE64_STANDARD};
    let start = Client::start(&server, "2026-07-28").set("RUST_LOG", "trace");
    let start = start.set("CARDDAV_USERNAME", "alice").set("CARDDAV_PASSWORD", PASSWORD);
    let client = start.start().await;
    let book = server.book("personal");
    let contacts = client.get("list_contacts", json!({"address_book": book})).await;
    let one = json!({"address_book": book, "uid": "contact-4"});
    client.get("delete_contact", one).await;
    let header = BASE64_STANDARD.encode(format!("alice:{PASSWORD}"));
    let log = client.log();
    assert!(log.contains("rmcp_approval::audit") && log.contains("hyper"), "everything is logged");
    for said in
        [log, contacts.to_string(), client.get("get_server_info", json!({})).await.to_string()]
    {
        assert!(!said.contains(PASSWORD) && !said.contains(&header));
    }
    if server.kind != Kind::Radicale {
        return;
    }
    let wrong = Client::start(&server, "2026-07-28").set("CARDDAV_PASSWORD", "wr0ng-secret");
    let client = wrong.set("RUST_LOG", "trace").start().await;
    let called = client.call("list_contacts", json!({"address_book": book})).await;
    called.refused("refused the log-in");
    assert!(called.text.contains("CARDDAV_USERNAME and CARDDAV_PASSWORD"), "{}", called.text);
    assert!(!called.text.contains("wr0ng-secret") && !client.log().contains("wr0ng-secret"));
    let nobody = Client::start(&server, "2026-07-28").set("CARDDAV_USERNAME", "mallory");
    let client = nobody.start().await;
    client.call("list_address_books", json!({})).await.refused("refused the log-in");
}
