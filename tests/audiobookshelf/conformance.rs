//! What an Audiobookshelf 2.36 server does, row by row: the embedded one has to do the same.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    raw::Raw,
    world::{DESCRIPTION, NAME, World, ids},
};

const OK: StatusCode = StatusCode::OK;
const BAD_REQUEST: StatusCode = StatusCode::BAD_REQUEST;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;
const NOWHERE: &str = "0a3c9c5e-2f43-4b77-9d0f-6d2a1b0c9e11";

on_both! {
    without_a_key_there_is_nothing,
    a_collection_is_read_and_deleted,
    an_order_only_sorts_a_collection,
    books_leave_a_collection,
    books_join_a_collection,
    a_playlist_is_read_and_deleted,
    an_order_only_sorts_a_playlist,
    a_refused_order_has_already_changed_the_name,
    the_last_item_takes_the_playlist_with_it,
    items_join_a_playlist,
    an_episode_needs_its_id,
    bookmarks_are_found_by_their_time,
    progress_is_deleted_by_an_id_of_its_own,
    there_is_no_version,
}

async fn without_a_key_there_is_nothing(world: World) {
    let stranger = Raw::new(world.raw.url(), "wr0ng");
    let (status, body) = stranger.get("api/me").await;
    assert_eq!((status, body), (StatusCode::UNAUTHORIZED, json!("Unauthorized")));
    let none = reqwest::get(world.raw.url().join("api/libraries").unwrap()).await.unwrap();
    assert_eq!(none.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(world.raw.get("api/me").await.0, OK);
    assert_eq!(stranger.read("status").await["app"], "audiobookshelf");
}

async fn a_collection_is_read_and_deleted(world: World) {
    let id = world.collection(&world.books[..2]).await;
    let path = format!("api/collections/{id}");
    let (status, read) = world.raw.get(&path).await;
    assert_eq!(status, OK);
    assert_eq!(read["id"], *id);
    assert_eq!(read["libraryId"], *world.library);
    assert_eq!(
        (read["name"].as_str(), read["description"].as_str()),
        (Some(NAME), Some(DESCRIPTION))
    );
    assert!(read["books"][0]["media"]["metadata"]["title"].is_string(), "expanded items");
    assert!(read["lastUpdate"].is_u64() && read["createdAt"].is_u64());
    let all = world.raw.read("api/collections").await;
    assert!(ids(&all["collections"]).contains(&id));

    assert_eq!(world.raw.delete(&path).await, (OK, json!("OK")));
    assert_eq!(world.raw.delete(&path).await.0, NOT_FOUND);
    assert_eq!(world.raw.get(&path).await.0, NOT_FOUND);
    let empty = json!({ "libraryId": world.library, "name": NAME, "books": [] });
    assert_eq!(world.raw.post("api/collections", empty).await.0, BAD_REQUEST);
}

async fn an_order_only_sorts_a_collection(world: World) {
    let [a, b, c, d] = world.four();
    // The fourth first, then the first, the third and the second.
    let id = world.collection(&[d, a, c, b]).await;
    let path = format!("api/collections/{id}");
    let sort = async |books: Value| {
        let (status, sorted) = world.raw.patch(&path, json!({ "books": books })).await;
        assert_eq!(status, OK);
        ids(&sorted["books"])
    };
    assert_eq!(sort(json!([])).await, [d, a, c, b]);
    assert_eq!(sort(json!([NOWHERE])).await, [d, a, c, b]);
    // What is left out moves to the front.
    assert_eq!(sort(json!([a])).await, [d, c, b, a]);
    assert_eq!(sort(json!([b, a, NOWHERE, d, c])).await, [b, a, d, c]);

    let (status, renamed) =
        world.raw.patch(&path, json!({ "name": "", "description": null })).await;
    assert_eq!((status, &renamed["name"]), (OK, &json!("")));
    assert_eq!(renamed["description"], Value::Null);
    assert_eq!(ids(&renamed["books"]), [b, a, d, c]);
}

async fn books_leave_a_collection(world: World) {
    let [a, b, c, d] = world.four();
    let id = world.collection(&[a, b, c]).await;
    let path = format!("api/collections/{id}");
    let (status, left) = world.raw.delete(&format!("{path}/book/{b}")).await;
    assert_eq!(status, OK);
    assert_eq!(ids(&left["books"]), [a, c]);
    // One that is not in it, and one that is nowhere.
    let (status, left) = world.raw.delete(&format!("{path}/book/{d}")).await;
    assert_eq!(status, OK);
    assert_eq!(ids(&left["books"]), [a, c]);
    assert_eq!(world.raw.delete(&format!("{path}/book/{NOWHERE}")).await.0, NOT_FOUND);

    let batch = format!("{path}/batch/remove");
    let (status, _) = world.raw.post(&batch, json!({ "books": [] })).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    let (status, left) = world.raw.post(&batch, json!({ "books": [NOWHERE, a] })).await;
    assert_eq!(status, OK);
    assert_eq!(ids(&left["books"]), [c]);
    // It stays when it becomes empty.
    let (status, left) = world.raw.post(&batch, json!({ "books": [c] })).await;
    assert_eq!(status, OK);
    assert_eq!(ids(&left["books"]), [""; 0]);
    assert_eq!(world.raw.read(&path).await["books"], json!([]));
}

async fn books_join_a_collection(world: World) {
    let [a, b, c, _] = world.four();
    let id = world.collection(&[c, a]).await;
    let batch = format!("api/collections/{id}/batch/add");
    let (status, grown) = world.raw.post(&batch, json!({ "books": [a, b, NOWHERE] })).await;
    assert_eq!(status, OK);
    assert_eq!(ids(&grown["books"]), [c, a, b]);
    let (status, _) = world.raw.post(&batch, json!({ "books": [NOWHERE] })).await;
    assert_eq!(status, BAD_REQUEST);
}

async fn a_playlist_is_read_and_deleted(world: World) {
    let id = world.playlist(&world.books[..2]).await;
    let path = format!("api/playlists/{id}");
    let (status, read) = world.raw.get(&path).await;
    assert_eq!((status, &read["id"]), (OK, &json!(id)));
    assert!(read["userId"].is_string());
    assert_eq!(read["items"][1]["libraryItemId"], *world.books[1]);
    assert!(read["items"][1]["libraryItem"]["media"].is_object());
    assert_eq!(world.raw.get(&format!("api/playlists/{NOWHERE}")).await.0, NOT_FOUND);
    assert_eq!(world.raw.delete(&path).await, (OK, json!("OK")));
    assert_eq!(world.raw.delete(&path).await.0, NOT_FOUND);
}

fn items(books: &[&str]) -> Value {
    books.iter().map(|book| json!({ "libraryItemId": book })).collect()
}

fn item_ids(playlist: &Value) -> Vec<&str> {
    let items = playlist["items"].as_array().unwrap().iter();
    items.map(|item| item["libraryItemId"].as_str().unwrap()).collect()
}

async fn an_order_only_sorts_a_playlist(world: World) {
    let [a, b, c, d] = world.four();
    let id = world.playlist(&[a, b, c]).await;
    let path = format!("api/playlists/{id}");
    let sort = async |order: &[&str]| {
        let (status, sorted) = world.raw.patch(&path, json!({ "items": items(order) })).await;
        assert_eq!(status, OK, "{sorted}");
        item_ids(&sorted).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(sort(&[]).await, [a, b, c]);
    assert_eq!(sort(&[c, b, a]).await, [c, b, a]);
    // Of the right length, with a stranger or a repeat in it.
    assert_eq!(sort(&[a, b, d]).await, [c, a, b]);
    assert_eq!(sort(&[b, b, a]).await, [c, b, a]);
}

async fn a_refused_order_has_already_changed_the_name(world: World) {
    let [a, b, _, _] = world.four();
    let id = world.playlist(&[a, b]).await;
    let path = format!("api/playlists/{id}");
    for (name, order, why) in [
        ("Too short", items(&[a]), "Length mismatch"),
        ("Too long", items(&[a, b, a]), "Length mismatch"),
        ("Unknown", items(&[a, NOWHERE]), "Items not found"),
    ] {
        let (status, said) = world.raw.patch(&path, json!({ "name": name, "items": order })).await;
        assert_eq!(status, BAD_REQUEST);
        assert_eq!(said, format!("Invalid playlist items. {why}"));
        let now = world.raw.read(&path).await;
        assert_eq!((now["name"].as_str(), item_ids(&now)), (Some(name), vec![a, b]));
    }
}

async fn the_last_item_takes_the_playlist_with_it(world: World) {
    let [a, b, c, _] = world.four();
    let id = world.playlist(&[a, b]).await;
    let path = format!("api/playlists/{id}");
    let (status, left) = world.raw.delete(&format!("{path}/item/{a}")).await;
    assert_eq!((status, item_ids(&left)), (OK, vec![b]));
    let batch = format!("{path}/batch/remove");
    assert_eq!(world.raw.post(&batch, json!({ "items": [] })).await.0, BAD_REQUEST);
    let (status, left) = world.raw.post(&batch, json!({ "items": items(&[c]) })).await;
    assert_eq!((status, item_ids(&left)), (OK, vec![b]));
    let (status, left) = world.raw.delete(&format!("{path}/item/{b}")).await;
    assert_eq!((status, &left["items"]), (OK, &json!([])));
    assert_eq!(world.raw.get(&path).await.0, NOT_FOUND);

    let id = world.playlist(&[a, b]).await;
    let batch = format!("api/playlists/{id}/batch/remove");
    let (status, left) = world.raw.post(&batch, json!({ "items": items(&[a, b]) })).await;
    assert_eq!((status, &left["items"]), (OK, &json!([])));
    assert!(world.is_gone(&id).await);
}

async fn items_join_a_playlist(world: World) {
    let [a, b, _, _] = world.four();
    let id = world.playlist(&[a]).await;
    let batch = format!("api/playlists/{id}/batch/add");
    let (status, grown) = world.raw.post(&batch, json!({ "items": items(&[a, b, b]) })).await;
    assert_eq!((status, item_ids(&grown)), (OK, vec![a, b, b]));
    let unknown = json!({ "items": items(&[NOWHERE]) });
    assert_eq!(world.raw.post(&batch, unknown).await.0, BAD_REQUEST);
}

async fn an_episode_needs_its_id(world: World) {
    let Some(podcast) = &world.podcast else {
        println!("skipped: no library has a podcast with two episodes");
        return;
    };
    let entry =
        |at: usize| json!({ "libraryItemId": podcast.item, "episodeId": podcast.episodes[at] });
    let id = world.playlist_of(&podcast.library, json!([entry(0), entry(1)])).await;
    let path = format!("api/playlists/{id}");
    let read = world.raw.read(&path).await;
    assert_eq!(read["items"][0]["episodeId"], *podcast.episodes[0]);
    assert!(read["items"][0]["episode"]["title"].is_string());
    let item = format!("{path}/item/{}", podcast.item);
    assert_eq!(world.raw.delete(&item).await.0, NOT_FOUND);
    let (status, left) = world.raw.delete(&format!("{item}/{}", podcast.episodes[0])).await;
    assert_eq!((status, &left["items"][0]["episodeId"]), (OK, &json!(podcast.episodes[1])));
}

async fn bookmarks_are_found_by_their_time(world: World) {
    let (item, time) = world.bookmark().await;
    let path = format!("api/me/item/{item}/bookmark");
    let titles = async || {
        let all = world.raw.read("api/me/bookmarks").await;
        let all = all["bookmarks"].as_array().unwrap().clone().into_iter();
        let here = all.filter(|one| one["time"] == time && one["libraryItemId"] == *item);
        here.map(|one| one["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (status, same) = world.raw.post(&path, json!({ "time": time, "title": "Other" })).await;
    assert_eq!((status, &same["title"]), (OK, &json!("Other")));
    assert_eq!(titles().await, ["Other"]);
    assert_eq!(world.raw.post(&path, json!({ "time": "x", "title": "T" })).await.0, BAD_REQUEST);
    let elsewhere = json!({ "time": time + 0.25, "title": "T" });
    assert_eq!(world.raw.patch(&path, elsewhere).await.0, NOT_FOUND);
    assert_eq!(world.raw.delete(&format!("{path}/{}", time + 0.25)).await.0, NOT_FOUND);
    assert_eq!(titles().await, ["Other"]);
    assert_eq!(world.raw.delete(&format!("{path}/{time}")).await, (OK, json!("OK")));
    assert_eq!(titles().await, [""; 0]);
}

async fn progress_is_deleted_by_an_id_of_its_own(world: World) {
    let item = &world.unbegun;
    let path = format!("api/me/progress/{item}");
    assert_eq!(world.raw.get(&path).await.0, NOT_FOUND);
    world.progress().await;
    let (status, progress) = world.raw.get(&path).await;
    assert_eq!((status, &progress["libraryItemId"]), (OK, &json!(item)));
    for field in [
        "id",
        "userId",
        "episodeId",
        "mediaItemId",
        "mediaItemType",
        "duration",
        "progress",
        "currentTime",
        "isFinished",
        "hideFromContinueListening",
        "ebookLocation",
        "ebookProgress",
        "lastUpdate",
        "startedAt",
        "finishedAt",
    ] {
        assert!(progress.get(field).is_some(), "{field}");
    }
    let set = json!({ "isFinished": true });
    assert_eq!(world.raw.patch(&path, set).await, (OK, json!("OK")));
    assert_eq!(world.raw.read(&path).await["isFinished"], true);
    assert_eq!(world.raw.delete(&path).await.0, NOT_FOUND);
    let own = format!("api/me/progress/{}", progress["id"].as_str().unwrap());
    assert_eq!(world.raw.delete(&own).await, (OK, json!("OK")));
    assert_eq!(world.raw.get(&path).await.0, NOT_FOUND);
}

async fn there_is_no_version(world: World) {
    let [a, b, c, _] = world.four();
    let id = world.collection(&[a, b]).await;
    let path = format!("api/collections/{id}");
    let before = world.raw.read(&path).await["lastUpdate"].clone();
    let add = json!({ "books": [c] });
    world.raw.change(Method::POST, &format!("{path}/batch/add"), add).await;
    world.raw.change(Method::DELETE, &format!("{path}/book/{a}"), Value::Null).await;
    assert_eq!(world.raw.read(&path).await["lastUpdate"], before);
}

/// What takes an account that may not, which a real server has none of for the tests.
#[tokio::test]
async fn an_account_without_the_permission_is_forbidden() {
    let world = World::standin().await;
    let guest = world.guest.as_ref().unwrap();
    let forbidden = StatusCode::FORBIDDEN;
    assert_eq!(guest.delete("api/collections/col-1").await.0, forbidden);
    assert_eq!(guest.patch("api/collections/col-1", json!({ "name": "x" })).await.0, forbidden);
    let books = json!({ "books": ["li-1"] });
    for batch in ["batch/add", "batch/remove"] {
        let path = format!("api/collections/col-1/{batch}");
        assert_eq!(guest.post(&path, books.clone()).await.0, forbidden);
    }
    assert_eq!(guest.get("api/playlists/pl-1").await.0, forbidden);
    assert_eq!(guest.get("api/tags").await.0, forbidden);
    assert_eq!(guest.get("api/collections/col-1").await.0, OK);
    assert_eq!(guest.get("api/playlists/pl-4").await.0, OK);
    assert_eq!(world.raw.get("api/playlists/pl-4").await.0, forbidden);
    assert_eq!(world.raw.get("api/tags").await.0, OK);
}
