//! `libraries`: what is in each.

use std::collections::BTreeSet;

use axum::{
    Extension, Json, Router,
    extract::{Path, Query, State},
    http::StatusCode,
    routing::get,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Account, Answer, NOT_FOUND, Refusal, Server,
    item::{Item, Media},
    samples::{BOOKS, PODCASTS},
    store::{CREATED, Store},
};

pub(super) fn routes() -> Router<Server> {
    Router::new()
        .route("/libraries", get(list))
        .route("/libraries/{id}", get(read))
        .route("/libraries/{id}/stats", get(stats))
        .route("/libraries/{id}/filterdata", get(filter_data))
        .route("/libraries/{id}/items", get(items))
        .route("/libraries/{id}/search", get(search))
        .route("/libraries/{id}/personalized", get(shelves))
        .route("/libraries/{id}/series", get(all_series))
        .route("/libraries/{id}/series/{series}", get(one_series))
        .route("/libraries/{id}/authors", get(authors))
        .route("/libraries/{id}/recent-episodes", get(recent_episodes))
        .route("/libraries/{id}/collections", get(collections))
        .route("/libraries/{id}/playlists", get(playlists))
}

struct Library {
    id: &'static str,
    name: &'static str,
    media_type: &'static str,
}

const LIBRARIES: [Library; 2] = [
    Library { id: BOOKS, name: "Books", media_type: "book" },
    Library { id: PODCASTS, name: "Podcasts", media_type: "podcast" },
];

fn library(id: &str) -> Result<&'static Library, Refusal> {
    let found = LIBRARIES.iter().find(|library| library.id == id);
    found.ok_or((StatusCode::NOT_FOUND, "Library not found"))
}

impl Library {
    fn json(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "folders": [{
                "id": format!("{}-folder", self.id),
                "fullPath": format!("/media/{}", self.id),
            }],
            "displayOrder": 1,
            "icon": "database",
            "mediaType": self.media_type,
            "provider": "none",
            "lastScan": CREATED,
            "createdAt": CREATED,
            "lastUpdate": CREATED,
        })
    }
}

impl Store {
    fn items_of<'a>(&'a self, library: &'a str) -> impl Iterator<Item = &'a Item> {
        self.items.iter().filter(move |item| item.library == library)
    }
}

async fn list() -> Json<Value> {
    Json(json!({ "libraries": LIBRARIES.iter().map(Library::json).collect::<Value>() }))
}

async fn read(Path(id): Path<String>) -> Answer {
    Ok(Json(library(&id)?.json()))
}

async fn stats(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    library(&id)?;
    let store = server.store();
    let durations = store.items_of(&id).filter_map(|item| item.duration(None));
    let authors: BTreeSet<_> = store.items_of(&id).map(|item| item.author).collect();
    let genres: BTreeSet<_> = store.items_of(&id).flat_map(|item| item.genres).collect();
    Ok(Json(json!({
        "largestItems": [],
        "totalAuthors": authors.len(),
        "totalGenres": genres.len(),
        "totalItems": store.items_of(&id).count(),
        "totalSize": 1_000_000 * store.items_of(&id).count(),
        "totalDuration": durations.sum::<f64>(),
        "numAudioTracks": store.items_of(&id).count(),
    })))
}

async fn filter_data(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    library(&id)?;
    let store = server.store();
    let mut authors = BTreeSet::new();
    let mut series = BTreeSet::new();
    let mut narrators = BTreeSet::new();
    for item in store.items_of(&id) {
        if let Media::Book { narrator, series: of, .. } = item.media {
            authors.insert((item.author, item.author_id()));
            narrators.insert(narrator);
            series.extend(of.map(|(id, name, _)| (name, id)));
        }
    }
    let genres: BTreeSet<_> = store.items_of(&id).flat_map(|item| item.genres).collect();
    let tags: BTreeSet<_> = store.items_of(&id).flat_map(|item| item.tags).collect();
    Ok(Json(json!({
        "authors": authors.iter().map(|(name, id)| json!({"id": id, "name": name})).collect::<Value>(),
        "series": series.iter().map(|(name, id)| json!({"id": id, "name": name})).collect::<Value>(),
        "genres": genres,
        "tags": tags,
        "narrators": narrators,
        "languages": [],
        "publishers": [],
        "publishedDecades": [],
        "numIssues": 0,
    })))
}

#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    limit: usize,
    #[serde(default)]
    page: usize,
    filter: Option<String>,
    #[serde(default)]
    desc: u8,
    q: Option<String>,
}

impl Page {
    /// A limit of 0 is none.
    fn of(&self, all: Vec<Value>) -> Value {
        let limit = if self.limit == 0 { all.len() } else { self.limit };
        let (total, start) = (all.len(), self.page.saturating_mul(limit));
        let shown = all.into_iter().skip(start).take(limit).collect::<Value>();
        json!({ "results": shown, "total": total, "limit": self.limit, "page": self.page })
    }
}

/// The group of a filter and its value, which comes in base 64.
fn filter_of(page: &Page) -> Option<(String, String)> {
    let (group, value) = page.filter.as_deref()?.split_once('.')?;
    let value = BASE64_STANDARD.decode(value).ok()?;
    Some((group.to_owned(), String::from_utf8(value).ok()?))
}

fn matches(item: &Item, group: &str, value: &str) -> bool {
    match group {
        "genres" => item.genres.contains(&value),
        "tags" => item.tags.contains(&value),
        "authors" => item.author_id() == value,
        _ => true,
    }
}

async fn items(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Answer {
    library(&id)?;
    let store = server.store();
    let filter = filter_of(&page);
    let is_wanted =
        |item: &&Item| filter.as_ref().is_none_or(|(group, value)| matches(item, group, value));
    let mut found: Vec<_> = store.items_of(&id).filter(is_wanted).collect();
    found.sort_by_key(|item| item.title);
    if page.desc == 1 {
        found.reverse();
    }
    Ok(Json(page.of(found.into_iter().map(Item::minified).collect())))
}

async fn search(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Answer {
    let media_type = library(&id)?.media_type;
    let q = page.q.as_deref().filter(|q| !q.is_empty());
    let q = q.ok_or((StatusCode::BAD_REQUEST, "Invalid request"))?.to_lowercase();
    let store = server.store();
    let found = store.items_of(&id).filter(|item| item.title.to_lowercase().contains(&q));
    let found = found.map(|item| json!({ "libraryItem": item.expanded() })).collect::<Value>();
    Ok(Json(json!({ media_type: found, "tags": [], "genres": [], "series": [], "authors": [] })))
}

/// A list at the top, unlike every other answer.
async fn shelves(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    let media_type = library(&id)?.media_type;
    let store = server.store();
    let all: Vec<_> = store.items_of(&id).map(Item::minified).collect();
    Ok(Json(json!([{
        "id": "recently-added",
        "label": "Recently Added",
        "type": media_type,
        "total": all.len(),
        "entities": all,
    }])))
}

fn series_json(store: &Store, library: &str) -> Vec<Value> {
    let mut found: Vec<(&str, &str, Vec<&Item>)> = Vec::new();
    for item in store.items_of(library) {
        let Media::Book { series: Some((id, name, _)), .. } = item.media else {
            continue;
        };
        match found.iter_mut().find(|(other, ..)| *other == id) {
            Some((_, _, books)) => books.push(item),
            None => found.push((id, name, vec![item])),
        }
    }
    found.sort_by_key(|(_, name, _)| *name);
    let json = |(id, name, books): (&str, &str, Vec<&Item>)| {
        json!({
            "id": id,
            "name": name,
            "description": null,
            "libraryId": library,
            "books": books.into_iter().map(Item::minified).collect::<Value>(),
        })
    };
    found.into_iter().map(json).collect()
}

async fn all_series(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Answer {
    library(&id)?;
    Ok(Json(page.of(series_json(&server.store(), &id))))
}

async fn one_series(
    State(server): State<Server>,
    Path((id, series)): Path<(String, String)>,
) -> Answer {
    library(&id)?;
    let all = series_json(&server.store(), &id);
    let mut found = all.into_iter().find(|one| one["id"] == series.as_str()).ok_or(NOT_FOUND)?;
    let books = found["books"].take();
    let books = books.as_array().into_iter().flatten().map(|book| book["id"].clone());
    found["progress"] = json!({
        "libraryItemIds": books.collect::<Value>(),
        "libraryItemIdsFinished": [],
        "isFinished": false,
    });
    Ok(Json(found))
}

async fn authors(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Answer {
    library(&id)?;
    let store = server.store();
    let authors = store.items_of(&id).filter(|item| item.is_book()).map(|item| {
        json!({ "id": item.author_id(), "name": item.author, "libraryId": id, "numBooks": 1 })
    });
    Ok(Json(page.of(authors.collect())))
}

async fn recent_episodes(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Answer {
    if library(&id)?.media_type != "podcast" {
        return Err(NOT_FOUND);
    }
    let store = server.store();
    let episodes = store.items_of(&id).flat_map(|item| {
        item.episodes().iter().map(|episode| {
            let mut json = item.episode_expanded(episode);
            json["podcast"] = item.minified()["media"].take();
            (episode.published_at, json)
        })
    });
    let mut episodes: Vec<_> = episodes.collect();
    episodes.sort_by_key(|(published_at, _)| std::cmp::Reverse(*published_at));
    let mut shown = page.of(episodes.into_iter().map(|(_, json)| json).collect());
    let episodes = shown["results"].take();
    Ok(Json(json!({ "episodes": episodes, "limit": page.limit, "page": page.page })))
}

async fn collections(
    State(server): State<Server>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Answer {
    library(&id)?;
    let store = server.store();
    let own = store.collections.iter().filter(|collection| collection.library == id);
    Ok(Json(page.of(own.map(|collection| store.collection_json(collection)).collect())))
}

async fn playlists(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Answer {
    library(&id)?;
    let store = server.store();
    let own = store.playlists.iter();
    let own = own.filter(|playlist| playlist.library == id && playlist.owner == account.id);
    Ok(Json(page.of(own.map(|playlist| store.playlist_json(playlist)).collect())))
}
