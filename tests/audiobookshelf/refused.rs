//! What cannot be done is refused before anybody is asked, each with its own answer.

use rmcp_approval::{
    Approver,
    testing::{Revision, connect},
};
use serde_json::{Value, json};

use crate::{
    cases::{Case, done, not_done, refused_unasked, twice, with},
    server::Audiobookshelf,
    world::{SERVER, World, audiobooks},
};

on_both! {
    a_wrong_id_is_not_found,
    what_is_not_in_the_list_is_refused,
    a_podcast_is_not_one_of_its_episodes,
    arguments_that_do_not_fit_are_refused,
}

async fn a_wrong_id_is_not_found(world: World) {
    let wrong = "0a3c9c5e-2f43-4b77-9d0f-6d2a1b0c9e11";
    let other = &world.unbegun;
    let item = json!({ "library_item_id": other });
    for (tool, args, why) in [
        ("delete_collection", json!({ "collection_id": wrong }), "There is no collection"),
        ("delete_playlist", json!({ "playlist_id": wrong }), "There is no playlist"),
        (
            "remove_books_from_collection",
            json!({ "collection_id": wrong, "library_item_ids": [other] }),
            "There is no collection",
        ),
        (
            "remove_items_from_playlist",
            json!({ "playlist_id": wrong, "items": [item] }),
            "There is no playlist",
        ),
        (
            "update_collection",
            json!({ "collection_id": wrong, "library_item_ids": [other] }),
            "There is no collection",
        ),
        (
            "update_playlist",
            json!({ "playlist_id": wrong, "items": [item] }),
            "There is no playlist",
        ),
        ("update_collection", json!({ "collection_id": wrong, "name": "x" }), "no collection"),
        ("delete_media_progress", json!({ "library_item_id": wrong }), "no listening history"),
        ("delete_media_progress", item.clone(), "no listening history"),
        (
            "delete_bookmark",
            json!({ "library_item_id": other, "time": 98_765.25 }),
            "no bookmark at 98765.25 seconds",
        ),
    ] {
        let said = refused_unasked(&world, tool, args).await;
        assert!(said.contains(why) && said.contains("Nothing was changed"), "{tool}: {said}");
    }
}

async fn what_is_not_in_the_list_is_refused(world: World) {
    let [a, b, _, _] = world.four();
    let collection = world.collection(&[a]).await;
    let playlist = world.playlist(&[a]).await;
    let nobody = world.nobody(Revision::V2026_07_28).await;

    let tool = "remove_books_from_collection";
    let books = |books: Value| json!({ "collection_id": collection, "library_item_ids": books });
    let said = refused_unasked(&world, tool, books(json!([a, b]))).await;
    assert!(said.contains(&format!("{b} is not in this collection: leave it out")), "{said}");
    let said = refused_unasked(&world, tool, books(json!([]))).await;
    assert!(said.contains("library_item_ids is empty"), "{said}");
    assert_eq!(world.books_of(&collection).await, &[a]);
    done(&twice(&nobody, tool, &books(json!([a]))).await);

    let tool = "remove_items_from_playlist";
    let items = |books: &[&str]| {
        let items = books.iter().map(|book| json!({ "library_item_id": book }));
        json!({ "playlist_id": playlist, "items": items.collect::<Value>() })
    };
    let said = refused_unasked(&world, tool, items(&[a, b])).await;
    assert!(said.contains(&format!("{b} is not in this playlist: leave it out")), "{said}");
    let said = refused_unasked(&world, tool, items(&[])).await;
    assert!(said.contains("items is empty"), "{said}");
    assert_eq!(world.items_of(&playlist).await, [a]);
    done(&twice(&nobody, tool, &items(&[a])).await);
}

async fn a_podcast_is_not_one_of_its_episodes(world: World) {
    let Some(podcast) = &world.podcast else {
        println!("skipped: no library has a podcast with two episodes");
        return;
    };
    let [first, second] = [&podcast.episodes[0], &podcast.episodes[1]];
    let entry = |episode| json!({ "libraryItemId": podcast.item, "episodeId": episode });
    let entries = json!([entry(first), entry(second)]);
    let id = world.playlist_of(&podcast.library, entries).await;
    let tool = "remove_items_from_playlist";
    let args = |item: Value| json!({ "playlist_id": id, "items": [item] });
    let whole = json!({ "library_item_id": podcast.item });
    let said = refused_unasked(&world, tool, args(whole.clone())).await;
    assert!(said.contains("is a podcast") && said.contains("pass episode_id"), "{said}");
    let nobody = world.nobody(Revision::V2025_11_25).await;
    done(&twice(&nobody, tool, &args(with(&whole, "episode_id", first.as_str()))).await);
    let left = world.raw.read(&format!("api/playlists/{id}")).await;
    assert_eq!(left["items"][0]["episodeId"], second.as_str());
    assert_eq!(left["items"].as_array().map(Vec::len), Some(1));
}

async fn arguments_that_do_not_fit_are_refused(world: World) {
    let id = world.collection(&world.books[..1]).await;
    for (tool, args) in [
        ("delete_collection", json!({})),
        ("delete_collection", json!({ "collection_id": id, "force": true })),
        ("delete_collection", json!({ "collection_id": 7 })),
        ("delete_collection", json!({ "collection_id": format!("../libraries/{id}") })),
        ("delete_collection", json!({ "collection_id": format!("{id}?x") })),
        ("delete_playlist", json!({ "playlist_id": "" })),
        ("delete_media_progress", json!({ "library_item_id": "batch" })),
        ("delete_bookmark", json!({ "library_item_id": id, "time": -1 })),
        ("delete_bookmark", json!({ "library_item_id": id, "time": "120" })),
        ("remove_books_from_collection", json!({ "collection_id": id, "library_item_ids": id })),
        ("remove_items_from_playlist", json!({ "playlist_id": id, "items": [id] })),
        ("update_collection", json!({ "collection_id": id, "name": "<b></b>" })),
        ("update_collection", json!({ "collection_id": id, "name": "" })),
        ("update_collection", json!({ "collection_id": id })),
        ("update_playlist", json!({ "playlist_id": id, "items": "all" })),
    ] {
        let said = refused_unasked(&world, tool, args.clone()).await;
        assert!(said.contains("Nothing was changed"), "{tool} {args}: {said}");
    }
    assert_eq!(world.books_of(&id).await, world.books[..1]);
}

/// The embedded library has a playlist of somebody else.
#[tokio::test]
async fn a_playlist_of_another_account_is_refused() {
    let world = World::standin().await;
    let foreign = json!({ "playlist_id": "pl-4" });
    let item = json!([{ "library_item_id": "li-1" }]);
    for (tool, args) in [
        ("delete_playlist", foreign.clone()),
        ("remove_items_from_playlist", with(&foreign, "items", item.clone())),
        ("update_playlist", with(&foreign, "items", item)),
        ("update_playlist", with(&foreign, "name", "Mine")),
        ("get_playlist", foreign.clone()),
    ] {
        let said = refused_unasked(&world, tool, args).await;
        let why = if tool == "get_playlist" { "may not" } else { "belongs to another account" };
        assert!(said.contains(why), "{tool}: {said}");
    }
    let guest = world.guest.as_ref().unwrap();
    assert_eq!(guest.read("api/playlists/pl-4").await["items"].as_array().map(Vec::len), Some(1));
}

/// The history of one episode is not that of the podcast, whatever the server answers.
#[tokio::test]
async fn the_history_of_a_podcast_is_that_of_an_episode() {
    let world = World::standin().await;
    let podcast = json!({ "library_item_id": "li-6" });
    let said = refused_unasked(&world, "delete_media_progress", podcast.clone()).await;
    assert!(said.contains("pass episode_id"), "{said}");
    let never = with(&podcast, "episode_id", "ep-1");
    let said = refused_unasked(&world, "delete_media_progress", never).await;
    assert!(said.contains("no listening history of li-6, episode ep-1"), "{said}");
    let nobody = world.nobody(Revision::V2025_11_25).await;
    let begun = with(&podcast, "episode_id", "ep-2");
    done(&twice(&nobody, "delete_media_progress", &begun).await);
    assert_eq!(world.raw.read("api/me/progress/li-6/ep-2").await, Value::Null);
}

/// An account that may not do it is told so, and nobody is asked in vain.
#[tokio::test]
async fn an_account_without_the_permission_is_refused_unasked() {
    let world = World::standin().await;
    let guest = audiobooks(world.guest.as_ref().unwrap());
    for case in Case::all(&world).await.into_iter().filter(|c| c.tool.contains("collection")) {
        let before = case.now(&world).await;
        for revision in Revision::ALL {
            let approver = Approver::builder(SERVER).build().unwrap();
            let server = Audiobookshelf::new(guest.clone(), approver, false);
            let person = connect(server).revision(revision).start().await.unwrap();
            let said = not_done(&person.call(case.tool, case.args.clone()).await.unwrap());
            assert!(said.contains("may not do that. Nothing was changed"), "{said}");
            assert_eq!(person.questions(), []);
            assert_eq!(case.now(&world).await, before);
        }
        let nobody = world.nobody(Revision::V2026_07_28).await;
        done(&twice(&nobody, case.tool, &case.args).await);
    }
}
