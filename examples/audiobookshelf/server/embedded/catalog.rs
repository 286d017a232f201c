//! What is read by an id of its own: items, episodes, authors; and the tags and
//! genres of all libraries.

use std::collections::BTreeSet;

use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    routing::get,
};
use serde_json::{Value, json};

use super::{Account, Answer, FORBIDDEN, NOT_FOUND, Server, item::Item, store::Progress};

pub(super) fn routes() -> Router<Server> {
    Router::new()
        .route("/items/{id}", get(item))
        .route("/podcasts/{id}/episode/{episode}", get(episode))
        .route("/authors/{id}", get(author))
        .route("/tags", get(tags))
        .route("/genres", get(genres))
}

async fn item(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
) -> Answer {
    let store = server.store();
    let mut json = store.item(&id).ok_or(NOT_FOUND)?.expanded();
    let mut progress = store.progress.iter();
    let progress = progress.find(|one| one.item == id && one.owner == account.id);
    json["userMediaProgress"] = progress.map(Progress::json).unwrap_or_default();
    Ok(Json(json))
}

async fn episode(
    State(server): State<Server>,
    Path((id, episode)): Path<(String, String)>,
) -> Answer {
    let store = server.store();
    let item = store.item(&id).ok_or(NOT_FOUND)?;
    item.episode(&episode).map(Json).ok_or(NOT_FOUND)
}

async fn author(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let store = server.store();
    let books = store.items.iter().filter(|item| item.is_book() && item.author_id() == id);
    let books: Vec<&Item> = books.collect();
    let name = books.first().ok_or(NOT_FOUND)?.author;
    Ok(Json(json!({
        "id": id,
        "name": name,
        "description": null,
        "libraryItems": books.into_iter().map(Item::minified).collect::<Value>(),
    })))
}

async fn tags(server: State<Server>, account: Extension<Account>) -> Answer {
    of_all_items(server, account, "tags", |item| item.tags)
}

async fn genres(server: State<Server>, account: Extension<Account>) -> Answer {
    of_all_items(server, account, "genres", |item| item.genres)
}

/// Only for administrators.
fn of_all_items(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    name: &str,
    words: fn(&Item) -> &'static [&'static str],
) -> Answer {
    if !account.is_admin {
        return Err(FORBIDDEN);
    }
    let all: BTreeSet<_> = server.store().items.iter().flat_map(words).collect();
    Ok(Json(json!({ name: all })))
}
