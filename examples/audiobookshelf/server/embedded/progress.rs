//! `me/progress`: how far the account is in what.

use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::get,
};
use serde::Deserialize;

use super::{
    Account, Answer, BAD_REQUEST, NOT_FOUND, OK, Refusal, Server,
    store::{CREATED, Progress, Store},
};

pub(super) fn routes() -> Router<Server> {
    Router::new()
        .route("/me/progress/{item}", get(read_item).patch(set_item).delete(delete_progress))
        .route("/me/progress/{item}/{episode}", get(read_episode).patch(set_episode))
}

impl Store {
    pub(super) fn own_progress<'a>(
        &'a self,
        account: &'a Account,
    ) -> impl Iterator<Item = &'a Progress> {
        self.progress.iter().filter(|progress| progress.owner == account.id)
    }
}

async fn read_item(
    server: State<Server>,
    account: Extension<Account>,
    Path(item): Path<String>,
) -> Answer {
    read_progress(server, account, &item, None)
}

async fn read_episode(
    server: State<Server>,
    account: Extension<Account>,
    Path((item, episode)): Path<(String, String)>,
) -> Answer {
    read_progress(server, account, &item, Some(&episode))
}

/// Without an episode, any of the item: the first one of a podcast.
fn read_progress(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    item: &str,
    episode: Option<&str>,
) -> Answer {
    let store = server.store();
    let mut own = store.own_progress(&account);
    let found = own
        .find(|one| one.item == item && (episode.is_none() || one.episode.as_deref() == episode));
    found.map(|progress| Json(progress.json())).ok_or(NOT_FOUND)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SetProgress {
    current_time: Option<f64>,
    duration: Option<f64>,
    progress: Option<f64>,
    is_finished: Option<bool>,
}

async fn set_item(
    server: State<Server>,
    account: Extension<Account>,
    Path(item): Path<String>,
    body: Json<SetProgress>,
) -> Result<&'static str, Refusal> {
    set_progress(server, account, item, None, body)
}

async fn set_episode(
    server: State<Server>,
    account: Extension<Account>,
    Path((item, episode)): Path<(String, String)>,
    body: Json<SetProgress>,
) -> Result<&'static str, Refusal> {
    set_progress(server, account, item, Some(episode), body)
}

fn set_progress(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    item: String,
    episode: Option<String>,
    Json(body): Json<SetProgress>,
) -> Result<&'static str, Refusal> {
    let mut store = server.store();
    let found = store.item(&item).ok_or((StatusCode::NOT_FOUND, "Library item not found"))?;
    if found.duration(episode.as_deref()).is_none() {
        return Err(if found.is_book() {
            (StatusCode::NOT_FOUND, "Episode not found")
        } else {
            (BAD_REQUEST, "Library item is not a book")
        });
    }
    let id = store.new_id("mp");
    let is_it =
        |old: &Progress| old.owner == account.id && old.item == item && old.episode == episode;
    let at = store.progress.iter().position(is_it).unwrap_or(store.progress.len());
    if at == store.progress.len() {
        store.progress.push(Progress {
            id,
            owner: account.id,
            item: item.clone(),
            episode: episode.clone(),
            duration: 0.0,
            progress: 0.0,
            current_time: 0.0,
            finished_at: None,
        });
    }
    if let Some(progress) = store.progress.get_mut(at) {
        progress.apply(&body);
    }
    Ok(OK)
}

impl Progress {
    /// To finish keeps the position; to begin again loses it.
    fn apply(&mut self, body: &SetProgress) {
        self.duration = body.duration.unwrap_or(self.duration);
        match body.is_finished {
            Some(true) => {
                self.finished_at = self.finished_at.or(Some(CREATED));
                self.progress = 1.0;
            }
            Some(false) => {
                self.finished_at = None;
                self.progress = 0.0;
                self.current_time = 0.0;
            }
            None => {
                self.progress = body.progress.unwrap_or(self.progress);
                self.current_time = body.current_time.unwrap_or(self.current_time);
                let is_over = self.duration > 0.0 && self.duration - self.current_time < 10.0;
                self.finished_at = is_over.then_some(CREATED);
            }
        }
    }
}

/// Takes the id of the progress, not that of the item.
async fn delete_progress(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
) -> Result<&'static str, Refusal> {
    let mut store = server.store();
    let is_it = |progress: &Progress| progress.owner == account.id && progress.id == id;
    let at = store.progress.iter().position(is_it).ok_or(NOT_FOUND)?;
    store.progress.remove(at);
    Ok(OK)
}
