//! What the server keeps.

use serde_json::{Value, json};

use super::item::Item;

/// When everything here was made, in milliseconds: the lists have no versions, so no clock runs.
pub(super) const CREATED: u64 = 1_700_000_000_000;

pub(super) struct Store {
    pub(super) items: Vec<Item>,
    pub(super) collections: Vec<Collection>,
    pub(super) playlists: Vec<Playlist>,
    pub(super) bookmarks: Vec<Bookmark>,
    pub(super) progress: Vec<Progress>,
    pub(super) ids: u64,
}

pub(super) struct Collection {
    pub(super) id: String,
    pub(super) library: String,
    pub(super) name: String,
    pub(super) description: Option<String>,
    /// Ids of items.
    pub(super) books: Vec<String>,
}

pub(super) struct Playlist {
    pub(super) id: String,
    pub(super) library: String,
    pub(super) owner: &'static str,
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) entries: Vec<Entry>,
}

#[derive(Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) item: String,
    pub(super) episode: Option<String>,
}

pub(super) struct Bookmark {
    pub(super) owner: &'static str,
    pub(super) item: String,
    pub(super) time: f64,
    pub(super) title: String,
}

#[derive(Clone)]
pub(super) struct Progress {
    pub(super) id: String,
    pub(super) owner: &'static str,
    pub(super) item: String,
    pub(super) episode: Option<String>,
    pub(super) duration: f64,
    pub(super) progress: f64,
    pub(super) current_time: f64,
    pub(super) finished_at: Option<u64>,
}

impl Store {
    pub(super) fn new_id(&mut self, kind: &str) -> String {
        self.ids += 1;
        format!("{kind}-{}", self.ids)
    }

    pub(super) fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    pub(super) fn collection_json(&self, collection: &Collection) -> Value {
        let books = collection.books.iter().filter_map(|id| self.item(id));
        json!({
            "id": collection.id,
            "libraryId": collection.library,
            "name": collection.name,
            "description": collection.description,
            "books": books.map(Item::expanded).collect::<Value>(),
            "lastUpdate": CREATED,
            "createdAt": CREATED,
        })
    }

    pub(super) fn playlist_json(&self, playlist: &Playlist) -> Value {
        json!({
            "id": playlist.id,
            "libraryId": playlist.library,
            "userId": playlist.owner,
            "name": playlist.name,
            "description": playlist.description,
            "items": playlist.entries.iter().map(|entry| self.entry_json(entry)).collect::<Value>(),
            "lastUpdate": CREATED,
            "createdAt": CREATED,
        })
    }

    fn entry_json(&self, entry: &Entry) -> Value {
        let Some(item) = self.item(&entry.item) else {
            return Value::Null;
        };
        match &entry.episode {
            None => json!({ "libraryItemId": item.id, "libraryItem": item.expanded() }),
            Some(episode) => json!({
                "episodeId": episode,
                "episode": item.episode(episode),
                "libraryItemId": item.id,
                "libraryItem": item.minified(),
            }),
        }
    }
}

impl Bookmark {
    pub(super) fn json(&self) -> Value {
        json!({
            "libraryItemId": self.item,
            "time": self.time,
            "title": self.title,
            "createdAt": CREATED,
        })
    }
}

impl Progress {
    pub(super) fn json(&self) -> Value {
        let media_item = self.episode.as_ref().unwrap_or(&self.item);
        json!({
            "id": self.id,
            "userId": self.owner,
            "libraryItemId": self.item,
            "episodeId": self.episode,
            "mediaItemId": media_item,
            "mediaItemType": if self.episode.is_some() { "podcastEpisode" } else { "book" },
            "duration": self.duration,
            "progress": self.progress,
            "currentTime": self.current_time,
            "isFinished": self.finished_at.is_some(),
            "hideFromContinueListening": false,
            "ebookLocation": null,
            "ebookProgress": 0,
            "lastUpdate": CREATED,
            "startedAt": CREATED,
            "finishedAt": self.finished_at,
        })
    }
}
