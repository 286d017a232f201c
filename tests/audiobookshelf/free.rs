//! The seven tools that ask nobody: what they do, and that they take nothing away.

use rmcp_approval::testing::{Answer, Revision, Session};
use serde_json::{Value, json};

use crate::{
    cases::{done, not_done, refused_unasked},
    world::{NAME, TITLE, World, string},
};

on_both! {
    collections_begin_and_grow,
    playlists_begin_and_grow,
    progress_is_set,
    bookmarks_are_set_and_retitled,
    what_the_server_would_take_amiss_is_refused,
}

/// Somebody who would say no to everything, and is not asked.
async fn unasked(world: &World, revision: Revision) -> Session {
    world.person(revision, Answer::Decline).await
}

async fn collections_begin_and_grow(world: World) {
    for revision in Revision::ALL {
        let person = unasked(&world, revision).await;
        let [a, b, c, _] = world.four();
        let args = json!({
            "library_id": world.library, "name": NAME, "library_item_ids": [b, a],
        });
        let made = done(&person.call("create_collection", args).await.unwrap());
        let id = string(&made["id"]);
        world.will_remove(format!("api/collections/{id}"));
        assert_eq!((&made["done"], &made["entries"]), (&json!("created"), &json!(2)));
        assert_eq!(world.books_of(&id).await, [b, a]);
        for _ in 0..2 {
            let args = json!({ "collection_id": id, "library_item_ids": [c, a] });
            let grown = done(&person.call("add_books_to_collection", args).await.unwrap());
            assert_eq!(grown["entries"], 3);
            assert_eq!(world.books_of(&id).await, [b, a, c]);
        }
        assert_eq!(person.questions(), []);
    }
}

async fn playlists_begin_and_grow(world: World) {
    for revision in Revision::ALL {
        let person = unasked(&world, revision).await;
        let [a, b, c, _] = world.four();
        let item = |id: &str| json!({ "library_item_id": id });
        let args = json!({ "library_id": world.library, "name": NAME, "items": [item(a)] });
        let made = done(&person.call("create_playlist", args).await.unwrap());
        let id = string(&made["id"]);
        world.will_remove(format!("api/playlists/{id}"));
        let args = json!({ "playlist_id": id, "items": [item(c), item(b)] });
        let grown = done(&person.call("add_items_to_playlist", args).await.unwrap());
        assert_eq!(grown["entries"], 3);
        assert_eq!(world.items_of(&id).await, [a, c, b]);
        assert_eq!(person.questions(), []);
    }
}

async fn progress_is_set(world: World) {
    let item = world.progress().await;
    let path = format!("api/me/progress/{item}");
    let duration = world.raw.read(&format!("api/items/{item}?expanded=1")).await;
    let duration = duration["media"]["duration"].as_f64().unwrap();
    for revision in Revision::ALL {
        let person = unasked(&world, revision).await;
        let set = async |field: &str, value: Value| {
            let args = json!({ "library_item_id": item, field: value });
            done(&person.call("set_media_progress", args).await.unwrap());
            world.raw.read(&path).await
        };
        let now = set("current_time", json!(duration / 4.0)).await;
        assert_eq!(now["currentTime"], duration / 4.0);
        assert_eq!((now["progress"].as_f64(), &now["isFinished"]), (Some(0.25), &json!(false)));
        assert_eq!(set("is_finished", json!(true)).await["isFinished"], true);
        let now = set("is_finished", json!(false)).await;
        assert_eq!((&now["isFinished"], now["currentTime"].as_f64()), (&json!(false), Some(0.0)));
        assert_eq!(person.questions(), []);
    }
    for (args, why) in [
        (json!({ "library_item_id": item }), "either current_time or is_finished"),
        (
            json!({ "library_item_id": item, "current_time": 1, "is_finished": true }),
            "either current_time or is_finished",
        ),
        (json!({ "library_item_id": item, "current_time": duration + 1.0 }), "beyond its end"),
    ] {
        let said = refused_unasked(&world, "set_media_progress", args).await;
        assert!(said.contains(why), "{said}");
    }
}

async fn bookmarks_are_set_and_retitled(world: World) {
    for revision in Revision::ALL {
        let person = unasked(&world, revision).await;
        let (item, time) = world.bookmark().await;
        let args = |time: f64, title: &str| json!({ "library_item_id": item, "time": time, "title": title });
        let titles = async || {
            let all = world.raw.read("api/me/bookmarks").await;
            let all = all["bookmarks"].as_array().unwrap().clone().into_iter();
            let here = all.filter(|one| {
                one["libraryItemId"] == *item && (one["time"] == time || one["time"] == time + 1.0)
            });
            here.map(|one| string(&one["title"])).collect::<Vec<_>>()
        };
        // One on the same position would replace the title of the old one.
        let said = not_done(&person.call("create_bookmark", args(time, "New")).await.unwrap());
        assert!(said.contains("already: update_bookmark"), "{said}");
        assert_eq!(titles().await, [TITLE]);

        done(&person.call("create_bookmark", args(time + 1.0, "New")).await.unwrap());
        world.will_remove(format!("api/me/item/{item}/bookmark/{}", time + 1.0));
        assert_eq!(titles().await, [TITLE, "New"]);
        done(&person.call("update_bookmark", args(time, "Other")).await.unwrap());
        assert_eq!(titles().await, ["Other", "New"]);
        let nowhere = args(time + 0.25, "Other");
        let said = not_done(&person.call("update_bookmark", nowhere).await.unwrap());
        assert!(said.contains("There is no bookmark at"), "{said}");
        assert_eq!(person.questions(), []);
        for time in [time, time + 1.0] {
            world.raw.delete(&format!("api/me/item/{item}/bookmark/{time}")).await;
        }
    }
}

async fn what_the_server_would_take_amiss_is_refused(world: World) {
    let wrong = "0a3c9c5e-2f43-4b77-9d0f-6d2a1b0c9e11";
    let [book, ..] = world.four();
    let collection = world.collection(&[book]).await;
    let playlist = world.playlist(&[book]).await;
    let item = |id: &str| json!({ "library_item_id": id });
    let books = |books: Value| json!({ "collection_id": collection, "library_item_ids": books });
    let items = |items: Value| json!({ "playlist_id": playlist, "items": items });
    let mut calls = vec![
        ("add_books_to_collection", books(json!([wrong])), "There is no item"),
        ("add_books_to_collection", books(json!([])), "Name 1 to 100"),
        ("add_items_to_playlist", items(json!([item(wrong)])), "There is no item"),
        ("add_items_to_playlist", items(json!([])), "Name 1 to 100"),
        (
            "add_items_to_playlist",
            items(json!([item(&world.books[1]), item(&world.books[1])])),
            "is named twice",
        ),
        (
            "create_playlist",
            json!({ "library_id": wrong, "name": NAME, "items": [item(book)] }),
            "is in another library",
        ),
        (
            "create_bookmark",
            json!({ "library_item_id": wrong, "time": 1, "title": "T" }),
            "There is no item",
        ),
    ];
    if let Some(podcast) = &world.podcast {
        let whole = items(json!([item(&podcast.item)]));
        calls.push(("add_items_to_playlist", whole, "pass the episode_id"));
        let episode = json!({ "library_item_id": podcast.item, "episode_id": podcast.episodes[0] });
        calls.push(("add_items_to_playlist", items(json!([episode])), "is in another library"));
        let no_such = json!({ "library_item_id": podcast.item, "episode_id": wrong });
        calls.push(("add_items_to_playlist", items(json!([no_such])), "There is no"));
    }
    let of_book = json!({ "library_item_id": book, "episode_id": wrong });
    calls.push(("add_items_to_playlist", items(json!([of_book])), "a book has no episodes"));
    for (tool, args, why) in calls {
        let said = refused_unasked(&world, tool, args).await;
        assert!(said.contains(why) && said.contains("Nothing was changed"), "{tool}: {said}");
    }
    assert_eq!(world.books_of(&collection).await, &[book]);
    assert_eq!(world.items_of(&playlist).await, [book]);
}
