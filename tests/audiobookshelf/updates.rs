//! The two updates ask exactly when their arguments take an order away.

use rmcp_approval::testing::{Answer, Revision};
use serde_json::{Value, json};

use crate::{
    cases::{done, not_done, shown, twice, with},
    world::{DESCRIPTION, NAME, World},
};

on_both! {
    new_words_ask_nobody,
    an_order_asks_and_a_no_keeps_the_words_too,
    a_yes_changes_order_and_words,
    new_words_are_bound_to_the_order_that_they_come_with,
}

/// The update tools: each with what it updates, and a new order.
async fn updates(world: &World) -> [(&'static str, &'static str, Value, Value); 2] {
    let reversed: Vec<_> = world.books.iter().rev().cloned().collect();
    let items: Vec<_> = reversed.iter().map(|id| json!({ "library_item_id": id })).collect();
    [
        (
            "update_collection",
            "books",
            json!({ "collection_id": world.collection(&world.books).await }),
            json!({ "library_item_ids": reversed }),
        ),
        (
            "update_playlist",
            "items",
            json!({ "playlist_id": world.playlist(&world.books).await }),
            json!({ "items": items }),
        ),
    ]
}

fn merged(id: &Value, more: &Value) -> Value {
    let (mut id, more) = (id.clone(), more.as_object().unwrap().clone());
    id.as_object_mut().unwrap().extend(more);
    id
}

async fn now(world: &World, id: &Value, list: &str) -> Value {
    let path = match (id["collection_id"].as_str(), id["playlist_id"].as_str()) {
        (Some(id), _) => format!("api/collections/{id}"),
        (_, Some(id)) => format!("api/playlists/{id}"),
        _ => unreachable!(),
    };
    shown(&world.raw.read(&path).await, list)
}

fn reversed(books: &[String]) -> Value {
    books.iter().rev().cloned().collect()
}

async fn new_words_ask_nobody(world: World) {
    for revision in Revision::ALL {
        for (tool, list, id, _) in updates(&world).await {
            // Somebody who would say no, and nobody at all: neither is needed.
            let person = world.person(revision, Answer::Decline).await;
            let nobody = world.nobody(revision).await;
            for words in [
                json!({ "name": "To hear next" }),
                json!({ "description": "In this order" }),
                json!({ "name": "Heard", "description": "With pleasure" }),
            ] {
                done(&person.call(tool, merged(&id, &words)).await.unwrap());
                let now = now(&world, &id, list).await;
                for (field, value) in words.as_object().unwrap() {
                    assert_eq!(now[field], *value, "{tool}");
                }
                assert_eq!(now["ids"], json!(world.books));
            }
            done(&nobody.call(tool, with(&id, "name", NAME)).await.unwrap());
            assert_eq!(now(&world, &id, list).await["name"], NAME);
            assert_eq!(person.questions(), []);
        }
        let [(tool, list, id, _), (playlists, _, playlist, _)] = updates(&world).await;
        let person = world.person(revision, Answer::Decline).await;
        done(&person.call(tool, with(&id, "description", Value::Null)).await.unwrap());
        assert_eq!(now(&world, &id, list).await["description"], Value::Null);
        let cleared = with(&playlist, "description", Value::Null);
        let said = not_done(&person.call(playlists, cleared).await.unwrap());
        assert!(said.contains("keeps the description"), "{said}");
        assert_eq!(person.questions(), []);
    }
}

async fn an_order_asks_and_a_no_keeps_the_words_too(world: World) {
    for revision in Revision::ALL {
        for (tool, list, id, order) in updates(&world).await {
            let before = now(&world, &id, list).await;
            let person = world.person(revision, Answer::Decline).await;
            let with_name = with(&merged(&id, &order), "name", "Renamed");
            for (args, words) in [(merged(&id, &order), 0), (with_name, 1)] {
                let said = not_done(&person.call(tool, args).await.unwrap());
                assert!(said.starts_with("Nothing was changed."), "{said}");
                let asked = person.questions();
                let asked = &asked.last().unwrap().message;
                let line = format!("Names and descriptions replaced: {words}");
                assert!(asked.contains(&line) && !asked.contains("Renamed"), "{asked}");
                assert_eq!(now(&world, &id, list).await, before);
            }
            assert_eq!(person.questions().len(), 2);
        }
    }
}

async fn a_yes_changes_order_and_words(world: World) {
    for revision in Revision::ALL {
        for (tool, list, id, order) in updates(&world).await {
            let person = world.person(revision, Answer::Accept).await;
            let args = with(&merged(&id, &order), "name", "Renamed");
            assert_eq!(done(&person.call(tool, args).await.unwrap())["done"], "reordered");
            let expected = json!({
                "name": "Renamed", "description": DESCRIPTION, "ids": reversed(&world.books),
            });
            assert_eq!(now(&world, &id, list).await, expected);
            assert_eq!(person.questions().len(), 1);
        }
    }
}

async fn new_words_are_bound_to_the_order_that_they_come_with(world: World) {
    for revision in Revision::ALL {
        for (tool, list, id, order) in updates(&world).await {
            let before = now(&world, &id, list).await;
            let nobody = world.nobody(revision).await;
            let plain = merged(&id, &order);
            let refused = nobody.call(tool, plain.clone()).await.unwrap();
            let token = crate::cases::token(&refused);
            let renamed = with(&with(&plain, "name", "Renamed"), "confirm_token", token);
            let said = not_done(&nobody.call(tool, renamed).await.unwrap());
            assert!(said.contains("does not fit"), "{said}");
            assert_eq!(now(&world, &id, list).await, before);
            done(&twice(&nobody, tool, &plain).await);
            assert_eq!(now(&world, &id, list).await["ids"], reversed(&world.books));
        }
    }
}
