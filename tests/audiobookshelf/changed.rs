//! Someone else changes something while the person reads: then a yes to the old question runs
//! nothing. A pushed question is followed by a refusal that says what changed; on the second leg
//! of a returned one the call is planned again, and refused or asked anew.

use reqwest::Method;
use rmcp_approval::testing::Revision;
use serde_json::{Value, json};

use crate::{
    cases::{Case, done, not_done},
    meddler,
    world::{TITLE, World},
};

on_both! {
    if_nobody_meddles_a_yes_runs,
    a_collection_that_changed_is_left_alone,
    a_playlist_that_changed_is_left_alone,
    what_is_gone_is_reported_as_gone,
    a_history_that_went_on_stays,
    a_bookmark_with_another_title_stays,
}

async fn if_nobody_meddles_a_yes_runs(world: World) {
    for revision in Revision::ALL {
        for case in Case::all(&world).await {
            let called = meddler::call(&world, revision, case.tool, case.args.clone(), async {});
            let called = called.await;
            done(&called.result);
            assert_eq!((called.asked, case.now(&world).await), (1, case.after), "{}", case.tool);
        }
    }
}

/// Meddles with a call, and gives what it came to: a pushed one is refused with a text that has
/// all of `told` in it; a returned one asks again, or is refused with `replanned`.
async fn refused(
    world: &World,
    revision: Revision,
    (tool, args): (&str, Value),
    (method, path, body): (Method, String, Value),
    told: &str,
    replanned: Option<&str>,
) {
    let raw = world.raw.clone();
    let meddling = async move {
        raw.change(method, &path, body).await;
    };
    let called = meddler::call(world, revision, tool, args, meddling).await;
    let said = not_done(&called.result);
    match (revision, replanned) {
        (Revision::V2025_11_25, _) => {
            assert!(said.contains(told) && said.contains("Nothing was changed here"), "{said}");
            assert_eq!(called.asked, 1);
        }
        (_, Some(replanned)) => {
            assert!(said.contains(replanned) && said.contains("Nothing was changed"), "{said}");
            assert_eq!(called.asked, 1);
        }
        // The second question was declined.
        (_, None) => {
            assert!(said.contains("The person was asked and declined"), "{said}");
            assert_eq!(called.asked, 2);
        }
    }
}

async fn a_collection_that_changed_is_left_alone(world: World) {
    let [a, b, c, d] = world.four();
    for revision in Revision::ALL {
        let fresh = async || world.collection(&[a, b, c]).await;
        let removal = |id: &str| {
            let args = json!({ "collection_id": id, "library_item_ids": [a] });
            ("remove_books_from_collection", args)
        };

        // Another book goes.
        let id = fresh().await;
        let other = (Method::DELETE, format!("api/collections/{id}/book/{c}"), Value::Null);
        refused(&world, revision, removal(&id), other, "0 added, 1 removed", None).await;
        assert_eq!(world.books_of(&id).await, [a, b]);

        // The very book goes.
        let id = fresh().await;
        let same = (Method::DELETE, format!("api/collections/{id}/book/{a}"), Value::Null);
        let replanned = format!("{a} is not in this collection");
        refused(&world, revision, removal(&id), same, "0 added, 1 removed", Some(&replanned)).await;
        assert_eq!(world.books_of(&id).await, [b, c]);

        // A book comes, before the whole is deleted.
        let id = fresh().await;
        let added =
            (Method::POST, format!("api/collections/{id}/batch/add"), json!({"books": [d]}));
        let deletion = ("delete_collection", json!({ "collection_id": id }));
        refused(&world, revision, deletion, added, "1 added, 0 removed", None).await;
        assert_eq!(world.books_of(&id).await.len(), 4);

        // Someone else reorders it first.
        let id = fresh().await;
        let sorted = (Method::PATCH, format!("api/collections/{id}"), json!({"books": [b, a, c]}));
        let args = json!({ "collection_id": id, "library_item_ids": [c, b, a] });
        let told = "its order is another";
        refused(&world, revision, ("update_collection", args), sorted, told, None).await;
        assert_eq!(world.books_of(&id).await, [b, a, c]);
    }
}

async fn a_playlist_that_changed_is_left_alone(world: World) {
    let [a, b, c, _] = world.four();
    for revision in Revision::ALL {
        let fresh = async || world.playlist(&[a, b]).await;
        let grow = |id: &str| {
            let items = json!({ "items": [{ "libraryItemId": c }] });
            (Method::POST, format!("api/playlists/{id}/batch/add"), items)
        };
        let grown = [a, b, c];

        let id = fresh().await;
        let deletion = ("delete_playlist", json!({ "playlist_id": id }));
        refused(&world, revision, deletion, grow(&id), "1 added, 0 removed", None).await;
        assert_eq!(world.items_of(&id).await, grown);

        let id = fresh().await;
        let items = json!([{ "library_item_id": b }, { "library_item_id": a }]);
        let args = json!({ "playlist_id": id, "items": items });
        let replanned = format!("{c} is missing");
        let told = "1 added, 0 removed";
        refused(&world, revision, ("update_playlist", args), grow(&id), told, Some(&replanned))
            .await;
        assert_eq!(world.items_of(&id).await, grown);

        // Of two items one was to stay; by now the other one is the last.
        let id = fresh().await;
        let args = json!({ "playlist_id": id, "items": [{ "library_item_id": a }] });
        let shrunk = (Method::DELETE, format!("api/playlists/{id}/item/{b}"), Value::Null);
        let removal = ("remove_items_from_playlist", args);
        refused(&world, revision, removal, shrunk, "0 added, 1 removed", None).await;
        assert_eq!(world.items_of(&id).await, [a]);
    }
}

async fn what_is_gone_is_reported_as_gone(world: World) {
    for revision in Revision::ALL {
        for case in Case::all(&world).await {
            let path = match case.tool {
                "delete_media_progress" => {
                    let progress = case.now(&world).await;
                    format!("api/me/progress/{}", progress["id"].as_str().unwrap())
                }
                "delete_bookmark" => {
                    let item = case.args["library_item_id"].as_str().unwrap();
                    format!("api/me/item/{item}/bookmark/{}", case.args["time"])
                }
                _ => match case.args["collection_id"].as_str() {
                    Some(id) => format!("api/collections/{id}"),
                    None => format!("api/playlists/{}", case.args["playlist_id"].as_str().unwrap()),
                },
            };
            let gone = (Method::DELETE, path, Value::Null);
            let call = (case.tool, case.args.clone());
            refused(&world, revision, call, gone, "Someone else removed the", Some("There is no"))
                .await;
        }
    }
}

async fn a_history_that_went_on_stays(world: World) {
    for revision in Revision::ALL {
        let item = world.progress().await;
        let path = format!("api/me/progress/{item}");
        let heard = (Method::PATCH, path.clone(), json!({ "currentTime": 30.5, "progress": 0.5 }));
        let call = ("delete_media_progress", json!({ "library_item_id": item }));
        refused(&world, revision, call, heard, "was played or marked", None).await;
        assert_eq!(world.raw.read(&path).await["currentTime"], 30.5);
    }
}

async fn a_bookmark_with_another_title_stays(world: World) {
    for revision in Revision::ALL {
        let (item, time) = world.bookmark().await;
        let path = format!("api/me/item/{item}/bookmark");
        let retitled = (Method::PATCH, path.clone(), json!({ "time": time, "title": "Mine" }));
        let call = ("delete_bookmark", json!({ "library_item_id": item, "time": time }));
        refused(&world, revision, call, retitled, "got another title", None).await;
        let back = json!({ "time": time, "title": TITLE });
        // It is still there to be changed.
        world.raw.change(Method::PATCH, &path, back).await;
    }
}
