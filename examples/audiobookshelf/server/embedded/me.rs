//! `me`: the account itself.

use axum::{Extension, Json, Router, extract::State, routing::get};
use serde_json::{Value, json};

use super::{
    Account, Server,
    store::{Bookmark, CREATED, Progress},
};

pub(super) fn routes() -> Router<Server> {
    Router::new().route("/me", get(me)).route("/me/items-in-progress", get(in_progress))
}

/// With the token of the account in it, as the server has it.
async fn me(State(server): State<Server>, Extension(account): Extension<Account>) -> Json<Value> {
    let store = server.store();
    Json(json!({
        "id": account.id,
        "username": if account.is_admin { "owner" } else { "guest" },
        "type": if account.is_admin { "admin" } else { "user" },
        "token": account.key,
        "mediaProgress": store.own_progress(&account).map(Progress::json).collect::<Value>(),
        "bookmarks": store.own_bookmarks(&account).map(Bookmark::json).collect::<Value>(),
        "isActive": true,
        "permissions": {
            "download": true,
            "update": account.may_change,
            "delete": account.may_change,
            "upload": false,
            "accessAllLibraries": true,
            "accessAllTags": true,
        },
    }))
}

async fn in_progress(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
) -> Json<Value> {
    let store = server.store();
    let begun = store.own_progress(&account).filter(|one| one.finished_at.is_none());
    let items = begun.filter_map(|progress| {
        let item = store.item(&progress.item)?;
        let mut json = item.minified();
        if let Some(episode) = &progress.episode {
            json["recentEpisode"] = item.episode(episode)?;
        }
        json["progressLastUpdate"] = json!(CREATED);
        Some(json)
    });
    Json(json!({ "libraryItems": items.collect::<Value>() }))
}
