//! Ids and counts are in a question, and nothing that anybody wrote into the library.

use rmcp_approval::testing::{Answer, Revision};
use serde_json::{Value, json};

use crate::{
    cases::{Case, SUPPLIED, done, not_done, twice},
    world::{DESCRIPTION, NAME, TITLE, World},
};

on_both! {
    no_title_and_no_name_is_in_a_question_or_a_refusal,
    a_playlist_that_would_vanish_is_announced,
    more_targets_than_fit_are_counted,
}

/// Everything that somebody wrote, as far as it is long enough not to be in a question by chance.
fn written(value: &Value, found: &mut Vec<String>) {
    const WORDS: [&str; 9] = [
        "title",
        "name",
        "description",
        "author",
        "authorName",
        "narratorName",
        "seriesName",
        "displayTitle",
        "subtitle",
    ];
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(text) if WORDS.contains(&name.as_str()) && text.len() > 10 => {
                        found.push(text.to_owned());
                    }
                    _ => written(value, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|one| written(one, found)),
        _ => {}
    }
}

async fn everything_written(world: &World) -> Vec<String> {
    let mut found = vec![NAME.to_owned(), DESCRIPTION.to_owned(), TITLE.to_owned()];
    for book in &world.books {
        written(&world.raw.read(&format!("api/items/{book}?expanded=1")).await, &mut found);
    }
    written(&world.raw.read("api/me/bookmarks").await, &mut found);
    found
}

async fn no_title_and_no_name_is_in_a_question_or_a_refusal(world: World) {
    for revision in Revision::ALL {
        for case in Case::all(&world).await {
            let written = everything_written(&world).await;
            let person = world.person(revision, Answer::Decline).await;
            let declined = not_done(&person.call(case.tool, case.args.clone()).await.unwrap());
            let question = person.questions().remove(0);
            let form = serde_json::to_string(&question.schema).unwrap();
            let nobody = world.nobody(revision).await;
            let refused = not_done(&nobody.call(case.tool, case.args.clone()).await.unwrap());
            let answer = done(&twice(&nobody, case.tool, &case.args).await).to_string();
            for text in &written {
                for shown in [&question.message, &form, &declined, &refused, &answer] {
                    assert!(!shown.contains(text.as_str()), "{}: {text}\n{shown}", case.tool);
                }
            }
        }
        // The control: the same texts are there to be read.
        let id = world.collection(&world.books).await;
        let person = world.person(revision, Answer::Decline).await;
        let read = person.call("get_collection", json!({ "collection_id": id })).await.unwrap();
        assert_eq!(done(&read)["name"], NAME);
    }
}

async fn a_playlist_that_would_vanish_is_announced(world: World) {
    let vanishes = "the whole playlist goes, its name and description included";
    for revision in Revision::ALL {
        let id = world.playlist(&world.books[..2]).await;
        let items = |books: &[String]| {
            let items = books.iter().map(|book| json!({ "library_item_id": book }));
            json!({ "playlist_id": id, "items": items.collect::<Value>() })
        };
        let tool = "remove_items_from_playlist";

        let person = world.person(revision, Answer::Decline).await;
        not_done(&person.call(tool, items(&world.books[..1])).await.unwrap());
        let question = person.questions().remove(0).message;
        assert!(question.starts_with("remove 1 item(s) from a playlist\n"), "{question}");
        assert!(question.contains("Items that stay: 1"), "{question}");
        assert!(!question.contains(vanishes), "{question}");

        let person = world.person(revision, Answer::Accept).await;
        let removed = done(&person.call(tool, items(&world.books[..2])).await.unwrap());
        let question = person.questions().remove(0).message;
        let headline = "remove 2 item(s) from a playlist, and the playlist with them\n";
        assert!(question.starts_with(headline), "{question}");
        assert!(question.contains(vanishes), "{question}");
        assert!(question.contains("Items that stay: 0"), "{question}");
        assert_eq!(removed["entries"], 0);
        assert!(removed["note"].as_str().unwrap().contains("deleted the playlist"), "{removed}");
        assert!(world.is_gone(&id).await);

        // A collection stays when it becomes empty, and its question announces nothing.
        let id = world.collection(&world.books[..1]).await;
        let args = json!({ "collection_id": id, "library_item_ids": [world.books[0]] });
        let removed = person.call("remove_books_from_collection", args).await.unwrap();
        assert_eq!(done(&removed)["entries"], 0);
        assert_eq!(world.books_of(&id).await, [""; 0]);
    }
}

async fn more_targets_than_fit_are_counted(world: World) {
    let id = world.playlist(&world.books[..1]).await;
    let again = json!({ "libraryItemId": world.books[1] });
    let items = json!({ "items": vec![again; 30] });
    let path = format!("api/playlists/{id}/batch/add");
    world.raw.change(reqwest::Method::POST, &path, items).await;

    let person = world.person(Revision::V2026_07_28, Answer::Decline).await;
    let second = json!({ "library_item_id": world.books[1] });
    let mut order = vec![second.clone(); 30];
    order.push(json!({ "library_item_id": world.books[0] }));
    let reorder = json!({ "playlist_id": id, "items": order });
    not_done(&person.call("update_playlist", reorder).await.unwrap());
    let removal = json!({ "playlist_id": id, "items": [second] });
    not_done(&person.call("remove_items_from_playlist", removal).await.unwrap());

    let asked = person.questions();
    let (_, lines) = asked[0].message.split_once(SUPPLIED).unwrap();
    assert_eq!(lines.matches("Next item: ").count(), 19);
    assert!(lines.ends_with("and 12 more, not shown"), "{lines}");
    assert!(asked[1].message.starts_with("remove 30 item(s) from a playlist\n"));
}
