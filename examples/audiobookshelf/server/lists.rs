//! The lists that somebody curated, as ids in their order: what is counted for a
//! question, and read again after the answer.

use serde::{Deserialize, Serialize};

use super::{
    api::Api,
    config::Remote,
    error::Error,
    values::{Entry, Id},
};

/// The Audiobookshelf server, in terms of what the tools do.
#[derive(Clone)]
pub(crate) struct Audiobooks {
    pub(super) api: Api,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Collection {
    pub(super) id: Id,
    pub(super) library_id: Id,
    books: Vec<Book>,
}

#[derive(Deserialize)]
struct Book {
    id: Id,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Playlist {
    pub(super) id: Id,
    pub(super) library_id: Id,
    items: Vec<ListedEntry>,
}

/// An entry as Audiobookshelf writes and takes it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedEntry {
    library_item_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    episode_id: Option<Id>,
}

impl From<&Entry> for ListedEntry {
    fn from(entry: &Entry) -> Self {
        let Entry { library_item_id, episode_id } = entry.clone();
        Self { library_item_id, episode_id }
    }
}

impl Collection {
    pub(super) fn into_books(self) -> Vec<Id> {
        self.books.into_iter().map(|book| book.id).collect()
    }
}

impl Playlist {
    pub(super) fn into_entries(self) -> Vec<Entry> {
        let entry =
            |ListedEntry { library_item_id, episode_id }| Entry { library_item_id, episode_id };
        self.items.into_iter().map(entry).collect()
    }
}

impl Audiobooks {
    pub(crate) fn new(remote: Remote) -> Result<Self, reqwest::Error> {
        Ok(Self { api: Api::new(remote)? })
    }

    pub(super) async fn collection(&self, id: &Id) -> Result<Collection, Error> {
        self.find_collection(id).await?.ok_or_else(|| {
            Error::refused(format_args!("There is no collection {id}: see list_collections"))
        })
    }

    pub(super) async fn find_collection(&self, id: &Id) -> Result<Option<Collection>, Error> {
        found(self.api.get(self.api.url(["api", "collections", id.as_str()])).await)
    }

    pub(super) async fn playlist(&self, id: &Id) -> Result<Playlist, Error> {
        self.find_playlist(id).await?.ok_or_else(|| {
            Error::refused(format_args!("There is no playlist {id}: see list_playlists"))
        })
    }

    pub(super) async fn find_playlist(&self, id: &Id) -> Result<Option<Playlist>, Error> {
        match self.api.get(self.api.url(["api", "playlists", id.as_str()])).await {
            Err(Error::Forbidden) => {
                Err(Error::refused(format_args!("The playlist {id} belongs to another account")))
            }
            read => found(read),
        }
    }
}

/// Nothing there is an answer, too.
pub(super) fn found<T>(read: Result<T, Error>) -> Result<Option<T>, Error> {
    match read {
        Ok(found) => Ok(Some(found)),
        Err(Error::Missing) => Ok(None),
        Err(error) => Err(error),
    }
}
