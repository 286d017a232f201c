//! The tools that read, and the list of all tools.

use std::collections::BTreeSet;

use rmcp_approval::{
    Approver,
    testing::{Answer, Revision, Session, connect},
};
use serde_json::{Value, json};

use crate::{
    cases::{done, not_done, with},
    world::{NAME, SERVER, World},
};

on_both! {
    every_tool_that_reads_answers_compact_and_in_full,
    long_lists_come_in_pages,
}

const READING: [&str; 29] = [
    "get_author",
    "get_collection",
    "get_item_chapters",
    "get_library",
    "get_library_filter_data",
    "get_library_item",
    "get_library_stats",
    "get_listening_stats",
    "get_me",
    "get_media_progress",
    "get_personalized_shelves",
    "get_playlist",
    "get_podcast_episode",
    "get_series",
    "get_server_status",
    "get_year_stats",
    "list_authors",
    "list_bookmarks",
    "list_collections",
    "list_genres",
    "list_items_in_progress",
    "list_libraries",
    "list_library_items",
    "list_listening_sessions",
    "list_playlists",
    "list_recent_episodes",
    "list_series",
    "list_tags",
    "search_library",
];
/// With whether they are marked destructive.
const FREE: [(&str, bool); 7] = [
    ("add_books_to_collection", false),
    ("add_items_to_playlist", false),
    ("create_bookmark", false),
    ("create_collection", false),
    ("create_playlist", false),
    ("set_media_progress", true),
    ("update_bookmark", true),
];
const GUARDED: [&str; 8] = [
    "delete_bookmark",
    "delete_collection",
    "delete_media_progress",
    "delete_playlist",
    "remove_books_from_collection",
    "remove_items_from_playlist",
    "update_collection",
    "update_playlist",
];

/// A call of each tool that reads; of those that need what this library has not, none.
async fn calls(world: &World, person: &Session) -> Vec<(&'static str, Value)> {
    let library = json!({ "library_id": world.library });
    let item = json!({ "library_item_id": world.books[0] });
    let collection = world.collection(&world.books).await;
    let playlist = world.playlist(&world.books).await;
    let begun = world.progress().await;
    let mut calls = vec![
        ("list_libraries", json!({})),
        ("get_library", library.clone()),
        ("get_library_stats", library.clone()),
        ("get_library_filter_data", library.clone()),
        ("list_library_items", library.clone()),
        ("search_library", with(&library, "query", "e")),
        ("get_personalized_shelves", library.clone()),
        ("list_series", library.clone()),
        ("list_authors", library.clone()),
        ("list_tags", json!({})),
        ("list_genres", json!({})),
        ("get_server_status", json!({})),
        ("get_library_item", item.clone()),
        ("get_item_chapters", item.clone()),
        ("get_me", json!({})),
        ("list_items_in_progress", json!({})),
        ("get_media_progress", json!({ "library_item_id": begun })),
        ("get_listening_stats", json!({})),
        ("get_year_stats", json!({ "year": 2023 })),
        ("list_listening_sessions", json!({})),
        ("list_bookmarks", json!({})),
        ("list_bookmarks", item),
        ("list_collections", library.clone()),
        ("get_collection", json!({ "collection_id": collection })),
        ("list_playlists", library.clone()),
        ("get_playlist", json!({ "playlist_id": playlist })),
    ];
    let authors = done(&person.call("list_authors", library.clone()).await.unwrap());
    if let Some(id) = authors["authors"][0]["id"].as_str() {
        calls.push(("get_author", json!({ "author_id": id })));
    }
    let series = done(&person.call("list_series", library.clone()).await.unwrap());
    if let Some(id) = series["series"][0]["id"].as_str() {
        calls.push(("get_series", with(&library, "series_id", id)));
    }
    if let Some(podcast) = &world.podcast {
        let item = json!({ "library_item_id": podcast.item });
        calls
            .push(("get_podcast_episode", with(&item, "episode_id", podcast.episodes[0].as_str())));
        calls.push(("list_recent_episodes", json!({ "library_id": podcast.library })));
    }
    calls
}

async fn every_tool_that_reads_answers_compact_and_in_full(world: World) {
    // Once: how a call that asks nobody travels is the same on both revisions.
    let person = world.person(Revision::V2026_07_28, Answer::Decline).await;
    let tools = person.list_tools().await.unwrap().tools;
    let calls = calls(&world, &person).await;
    let called: BTreeSet<_> = calls.iter().map(|(tool, _)| *tool).collect();
    if world.guest.is_some() {
        assert_eq!(called, BTreeSet::from(READING), "the embedded library has something for each");
    }
    for (tool, args) in calls {
        let compact = done(&person.call(tool, args.clone()).await.unwrap());
        let full = with(&args, "detail", "full");
        let full = done(&person.call(tool, full).await.unwrap());
        assert!(full["full"].is_object(), "{tool}: {full}");
        assert!(compact.as_object().is_some_and(|fields| !fields.is_empty()), "{tool}");
        assert!(compact.get("full").is_none(), "{tool}");
        for answer in [&compact, &full] {
            assert!(!answer.to_string().contains(world.raw.key()), "{tool} shows the key");
            assert!(!answer.to_string().contains("\"token\""), "{tool} shows a token");
        }
        let schema = tools.iter().find(|one| one.name == tool).unwrap().output_schema.clone();
        let schema = schema.expect("an output schema");
        for answer in [&compact, &full] {
            for field in answer.as_object().unwrap().keys() {
                assert!(schema["properties"].get(field).is_some(), "{tool}: {field}");
            }
        }
    }
    assert_eq!(person.questions(), []);
}

async fn long_lists_come_in_pages(world: World) {
    let person = world.person(Revision::V2025_11_25, Answer::Decline).await;
    let collection = json!({ "collection_id": world.collection(&world.books).await });
    let page = async |tool: &str, args: &Value, list: &str, limit: u64, page: u64| {
        let args = with(&with(args, "limit", limit), "page", page);
        let answer = done(&person.call(tool, args).await.unwrap());
        assert_eq!(
            (&answer["paging"]["page"], &answer["paging"]["limit"]),
            (&page.into(), &limit.into())
        );
        (crate::world::ids(&answer[list]), answer["paging"]["total"].as_u64())
    };
    // Cut here.
    let first = page("get_collection", &collection, "books", 3, 0).await;
    assert_eq!(first, (world.books[..3].to_vec(), Some(4)));
    let second = page("get_collection", &collection, "books", 3, 1).await;
    assert_eq!(second, (world.books[3..].to_vec(), Some(4)));
    // Cut there.
    let library = json!({ "library_id": world.library });
    let (first, total) = page("list_library_items", &library, "items", 2, 0).await;
    let (second, _) = page("list_library_items", &library, "items", 2, 1).await;
    assert!(total.is_some_and(|total| total >= 4));
    assert_eq!((first.len(), second.len()), (2, 2));
    assert!(first.iter().all(|id| !second.contains(id)));
    for limit in [json!(0), json!(101), json!("all")] {
        let said = person.call("list_library_items", with(&library, "limit", limit)).await;
        not_done(&said.unwrap());
    }
}

#[tokio::test]
async fn there_are_44_tools_with_four_honest_annotations_each() {
    let world = World::standin().await;
    let person = world.person(Revision::V2026_07_28, Answer::Accept).await;
    let tools = person.list_tools().await.unwrap().tools;
    assert_eq!(tools.len(), 44);
    for tool in tools {
        let name = tool.name.as_ref();
        let reads = READING.contains(&name);
        let free = FREE.iter().find(|(free, _)| *free == name);
        let guarded = GUARDED.contains(&name);
        assert_eq!(u8::from(reads) + u8::from(free.is_some()) + u8::from(guarded), 1, "{name}");
        let hints = tool.annotations.unwrap();
        assert_eq!(hints.read_only_hint, Some(reads), "{name}");
        let destructive = guarded || free.is_some_and(|(_, destructive)| *destructive);
        assert_eq!(hints.destructive_hint, Some(destructive), "{name}");
        let creates = name.starts_with("create_");
        assert_eq!(hints.idempotent_hint, Some(!creates), "{name}");
        assert_eq!(hints.open_world_hint, Some(false), "{name}");
        let takes_token = tool.input_schema["properties"].get("confirm_token").is_some();
        assert_eq!(takes_token, guarded, "{name}");
        assert_eq!(tool.input_schema["additionalProperties"], false, "{name}");
        assert!(tool.output_schema.is_some(), "{name}");
        assert!(tool.description.is_some_and(|about| about.len() > 15), "{name}");
    }
}

#[tokio::test]
async fn read_only_leaves_the_tools_that_read() {
    let world = World::standin().await;
    let approver = Approver::builder(SERVER).build().unwrap();
    let person = connect(world.server_with(approver, true)).start().await.unwrap();
    let tools = person.list_tools().await.unwrap().tools;
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, READING);
    let args = json!({ "collection_id": "col-1", "name": "New" });
    assert!(person.call("update_collection", args).await.is_err(), "there is no such tool");
    let collection = world.raw.read("api/collections/col-1").await;
    assert_eq!(collection["name"], NAME);
}

#[tokio::test]
async fn items_are_filtered_and_sorted_by_the_server() {
    let world = World::standin().await;
    let person = world.person(Revision::V2026_07_28, Answer::Decline).await;
    let items = async |more: Value| {
        let mut args = json!({ "library_id": "lib-1" });
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        crate::world::ids(&done(&person.call("list_library_items", args).await.unwrap())["items"])
    };
    let classic = json!({ "filter": { "group": "tags", "value": "classic" } });
    assert_eq!(items(classic.clone()).await, ["li-3", "li-1"]);
    assert_eq!(items(with(&with(&classic, "sort", "title"), "desc", true)).await, ["li-1", "li-3"]);
    let horror = json!({ "filter": { "group": "genres", "value": "Horror" } });
    assert_eq!(items(horror).await, ["li-3"]);
    let args = json!({ "library_id": "lib-1", "filter": { "group": "colour", "value": "red" } });
    not_done(&person.call("list_library_items", args).await.unwrap());
}

/// Reading is GET, and some GETs of the server change something: no id leads there.
#[tokio::test]
async fn no_id_is_a_word_of_the_interface() {
    let world = World::standin().await;
    let person = world.person(Revision::V2026_07_28, Answer::Decline).await;
    let word = "remove-from-continue-listening";
    let args = json!({ "library_item_id": "mp-1", "episode_id": word });
    let said = not_done(&person.call("get_media_progress", args).await.unwrap());
    assert!(said.contains("an id has a digit"), "{said}");
    let args = json!({ "library_item_id": "li-6", "episode_id": "ep-2" });
    let read = done(&person.call("get_media_progress", args).await.unwrap());
    assert_eq!(read["current_time"], 600.0);
    let args = json!({ "library_item_id": "nowhere-1" });
    let said = not_done(&person.call("get_library_item", args).await.unwrap());
    assert!(said.contains("There is nothing under this id"), "{said}");
}
