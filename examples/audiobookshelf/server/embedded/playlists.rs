//! `playlists`: each belongs to one account.

use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::{delete, get, post},
};
use serde_json::{Value, json};

use super::{
    Account, Answer, BAD_REQUEST, FORBIDDEN, OK, Refusal, Server,
    store::{Entry, Playlist, Store},
};

pub(super) fn routes() -> Router<Server> {
    Router::new()
        .route("/playlists", get(list).post(create))
        .route("/playlists/{id}", get(read).patch(update).delete(remove))
        .route("/playlists/{id}/item/{item}", delete(remove_item))
        .route("/playlists/{id}/item/{item}/{episode}", delete(remove_episode))
        .route("/playlists/{id}/batch/add", post(add_items))
        .route("/playlists/{id}/batch/remove", post(remove_items))
}

const NO_PLAYLIST: Refusal = (StatusCode::NOT_FOUND, "Playlist not found");

impl Store {
    fn playlist(&mut self, id: &str, account: &Account) -> Result<&mut Playlist, Refusal> {
        let found = self.playlists.iter_mut().find(|playlist| playlist.id == id);
        match found.ok_or(NO_PLAYLIST)? {
            playlist if playlist.owner == account.id => Ok(playlist),
            _ => Err(FORBIDDEN),
        }
    }

    fn playlist_answer(&self, id: &str) -> Answer {
        let found = self.playlists.iter().find(|playlist| playlist.id == id);
        found.map(|playlist| Json(self.playlist_json(playlist))).ok_or(NO_PLAYLIST)
    }

    /// The answer still shows the playlist that went with its last entry.
    fn shrunk_answer(&mut self, id: &str) -> Answer {
        let answer = self.playlist_answer(id)?;
        self.playlists.retain(|playlist| playlist.id != id || !playlist.entries.is_empty());
        Ok(answer)
    }
}

/// The entries of a list; an error for one that is none.
fn entries(list: &Value) -> Option<Vec<Entry>> {
    let entry = |one: &Value| {
        Some(Entry {
            item: one["libraryItemId"].as_str()?.to_owned(),
            episode: one["episodeId"].as_str().map(str::to_owned),
        })
    };
    list.as_array()?.iter().map(entry).collect()
}

async fn list(State(server): State<Server>, Extension(account): Extension<Account>) -> Json<Value> {
    let store = server.store();
    let own = store.playlists.iter().filter(|playlist| playlist.owner == account.id);
    let own = own.map(|playlist| store.playlist_json(playlist));
    Json(json!({ "playlists": own.collect::<Value>() }))
}

async fn read(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
) -> Answer {
    let mut store = server.store();
    store.playlist(&id, &account)?;
    store.playlist_answer(&id)
}

async fn create(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Json(body): Json<Value>,
) -> Answer {
    let mut store = server.store();
    let name = body["name"].as_str().filter(|name| !name.is_empty());
    let (Some(name), Some(library)) = (name, body["libraryId"].as_str()) else {
        return Err((BAD_REQUEST, "Invalid playlist data"));
    };
    let entries = entries(&body["items"]).ok_or((BAD_REQUEST, "Invalid playlist item"))?;
    let plays = |entry: &Entry| {
        let item = store.item(&entry.item).filter(|item| item.library == library);
        item.and_then(|item| item.duration(entry.episode.as_deref())).is_some()
    };
    if !entries.iter().all(plays) {
        return Err((BAD_REQUEST, "Invalid playlist data. Invalid items"));
    }
    let playlist = Playlist {
        id: store.new_id("pl"),
        library: library.to_owned(),
        owner: account.id,
        name: name.to_owned(),
        description: body["description"].as_str().map(str::to_owned),
        entries,
    };
    let created = store.playlist_json(&playlist);
    store.playlists.push(playlist);
    Ok(Json(created))
}

/// The name is changed before the order is looked at, and stays changed if that is refused. An
/// empty name or description is passed over.
async fn update(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Answer {
    let mut store = server.store();
    let playlist = store.playlist(&id, &account)?;
    let order = match &body["items"] {
        Value::Null => Vec::new(),
        list => entries(list).ok_or((BAD_REQUEST, "Invalid playlist items"))?,
    };
    if let Some(name) = body["name"].as_str().filter(|name| !name.is_empty()) {
        playlist.name = name.to_owned();
    }
    if let Some(description) = body["description"].as_str().filter(|text| !text.is_empty()) {
        playlist.description = Some(description.to_owned());
    }
    if !order.is_empty() {
        if order.iter().any(|entry| store.item(&entry.item).is_none()) {
            return Err((BAD_REQUEST, "Invalid playlist items. Items not found"));
        }
        let playlist = store.playlist(&id, &account)?;
        if playlist.entries.len() != order.len() {
            return Err((BAD_REQUEST, "Invalid playlist items. Length mismatch"));
        }
        playlist.entries.sort_by_key(|entry| order.iter().position(|other| other == entry));
    }
    store.playlist_answer(&id)
}

async fn remove(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
) -> Result<&'static str, Refusal> {
    let mut store = server.store();
    store.playlist(&id, &account)?;
    store.playlists.retain(|playlist| playlist.id != id);
    Ok(OK)
}

async fn remove_item(
    server: State<Server>,
    account: Extension<Account>,
    Path((id, item)): Path<(String, String)>,
) -> Answer {
    remove_entry(server, account, id, Entry { item, episode: None })
}

async fn remove_episode(
    server: State<Server>,
    account: Extension<Account>,
    Path((id, item, episode)): Path<(String, String, String)>,
) -> Answer {
    remove_entry(server, account, id, Entry { item, episode: Some(episode) })
}

fn remove_entry(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    id: String,
    entry: Entry,
) -> Answer {
    let mut store = server.store();
    let entries = &mut store.playlist(&id, &account)?.entries;
    let at = entries.iter().position(|other| *other == entry);
    entries.remove(at.ok_or((StatusCode::NOT_FOUND, "Media item not found in playlist"))?);
    store.shrunk_answer(&id)
}

/// An entry that is named twice in one call is added twice.
async fn add_items(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Answer {
    let mut store = server.store();
    let old = store.playlist(&id, &account)?.entries.clone();
    let wanted = entries(&body["items"]).filter(|wanted| !wanted.is_empty());
    let wanted = wanted.filter(|all| all.iter().all(|entry| store.item(&entry.item).is_some()));
    let wanted = wanted.ok_or((BAD_REQUEST, "Invalid request body items"))?;
    let new = wanted.into_iter().filter(|entry| !old.contains(entry));
    store.playlist(&id, &account)?.entries.extend(new);
    store.playlist_answer(&id)
}

async fn remove_items(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Answer {
    let mut store = server.store();
    let playlist = store.playlist(&id, &account)?;
    let removed = entries(&body["items"]).filter(|removed| !removed.is_empty());
    for entry in removed.ok_or((BAD_REQUEST, "Invalid request body items"))? {
        if let Some(at) = playlist.entries.iter().position(|other| *other == entry) {
            playlist.entries.remove(at);
        }
    }
    store.shrunk_answer(&id)
}
