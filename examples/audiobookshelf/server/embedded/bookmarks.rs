//! `me/bookmarks` and `me/item/…/bookmark`.

use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    routing::{delete, get, post},
};
use serde_json::{Value, json};

use super::{
    Account, Answer, BAD_REQUEST, NOT_FOUND, OK, Refusal, Server,
    store::{Bookmark, Store},
};

pub(super) fn routes() -> Router<Server> {
    Router::new()
        .route("/me/bookmarks", get(bookmarks))
        .route("/me/bookmarks/{item}", get(bookmarks_of))
        .route("/me/item/{item}/bookmark", post(create_bookmark).patch(update_bookmark))
        .route("/me/item/{item}/bookmark/{time}", delete(delete_bookmark))
}

impl Store {
    pub(super) fn own_bookmarks<'a>(
        &'a self,
        account: &'a Account,
    ) -> impl Iterator<Item = &'a Bookmark> {
        self.bookmarks.iter().filter(|bookmark| bookmark.owner == account.id)
    }
}

async fn bookmarks(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
) -> Json<Value> {
    let store = server.store();
    let own = store.own_bookmarks(&account).map(Bookmark::json);
    Json(json!({ "bookmarks": own.collect::<Value>() }))
}

async fn bookmarks_of(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(item): Path<String>,
) -> Answer {
    let store = server.store();
    store.item(&item).ok_or(NOT_FOUND)?;
    let own = store.own_bookmarks(&account).filter(|bookmark| bookmark.item == item);
    Ok(Json(json!({ "bookmarks": own.map(Bookmark::json).collect::<Value>() })))
}

/// The position and title of a bookmark.
fn marked(body: &Value) -> Result<(f64, String), Refusal> {
    let time = body["time"].as_f64().ok_or((BAD_REQUEST, "Invalid time"))?;
    let title = body["title"].as_str().filter(|title| !title.is_empty());
    Ok((time, title.ok_or((BAD_REQUEST, "Invalid title"))?.to_owned()))
}

/// On a position that has one, it replaces the title.
async fn create_bookmark(
    server: State<Server>,
    account: Extension<Account>,
    item: Path<String>,
    body: Json<Value>,
) -> Answer {
    set_bookmark(server, account, item, body, true)
}

async fn update_bookmark(
    server: State<Server>,
    account: Extension<Account>,
    item: Path<String>,
    body: Json<Value>,
) -> Answer {
    set_bookmark(server, account, item, body, false)
}

fn set_bookmark(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(item): Path<String>,
    Json(body): Json<Value>,
    may_create: bool,
) -> Answer {
    let mut store = server.store();
    store.item(&item).ok_or(NOT_FOUND)?;
    let (time, title) = marked(&body)?;
    let is_it = |old: &Bookmark| old.owner == account.id && old.item == item && old.time == time;
    let at = store.bookmarks.iter().position(is_it);
    if at.is_none() && !may_create {
        return Err(NOT_FOUND);
    }
    let bookmark = Bookmark { owner: account.id, item, time, title };
    let json = bookmark.json();
    match at.and_then(|at| store.bookmarks.get_mut(at)) {
        Some(old) => *old = bookmark,
        None => store.bookmarks.push(bookmark),
    }
    Ok(Json(json))
}

async fn delete_bookmark(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path((item, time)): Path<(String, String)>,
) -> Result<&'static str, Refusal> {
    let mut store = server.store();
    store.item(&item).ok_or(NOT_FOUND)?;
    let time: f64 = time.parse().map_err(|_| (BAD_REQUEST, "Invalid time"))?;
    let is_it = |old: &Bookmark| old.owner == account.id && old.item == item && old.time == time;
    let at = store.bookmarks.iter().position(is_it).ok_or(NOT_FOUND)?;
    store.bookmarks.remove(at);
    Ok(OK)
}
