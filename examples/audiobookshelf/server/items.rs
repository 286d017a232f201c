//! What is in the library: checked before it goes onto a list, because the server
//! takes entries that it cannot play.

use serde::Deserialize;

use super::{
    error::Error,
    lists::{Audiobooks, found},
    values::{Entry, Id},
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    library_id: Id,
    media_type: MediaType,
    media: Media,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum MediaType {
    Book,
    Podcast,
}

#[derive(Deserialize)]
struct Media {
    duration: Option<f64>,
    #[serde(default)]
    episodes: Vec<Episode>,
}

#[derive(Deserialize)]
struct Episode {
    id: Id,
    duration: Option<f64>,
}

/// What an entry plays.
pub(super) struct Recording {
    pub(super) library: Id,
    /// In seconds; 0 where there is nothing to hear.
    pub(super) duration: f64,
}

impl Audiobooks {
    pub(super) async fn recording(&self, entry: &Entry) -> Result<Recording, Error> {
        let item = entry.library_item_id.as_str();
        let mut url = self.api.url(["api", "items", item]);
        url.set_query(Some("expanded=1"));
        let Some(item): Option<Item> = found(self.api.get(url).await)? else {
            return Err(Error::refused(format_args!("There is no item {item} in the library")));
        };
        let duration = match (&item.media_type, &entry.episode_id) {
            (MediaType::Book, None) => item.media.duration,
            (MediaType::Podcast, Some(id)) => {
                let episode = item.media.episodes.iter().find(|episode| episode.id == *id);
                episode.ok_or_else(|| Error::refused(format_args!("There is no {entry}")))?.duration
            }
            (MediaType::Book, Some(_)) => {
                return Err(Error::refused(format_args!("{entry}: a book has no episodes")));
            }
            (MediaType::Podcast, None) => {
                return Err(Error::refused(format_args!(
                    "{entry} is a podcast: pass the episode_id of one of its episodes"
                )));
            }
        };
        Ok(Recording { library: item.library_id, duration: duration.unwrap_or_default() })
    }

    /// Refuses what is of another library, or there twice.
    pub(super) async fn check_entries(&self, library: &Id, entries: &[Entry]) -> Result<(), Error> {
        if entries.is_empty() || entries.len() > 100 {
            return Err(Error::refused("Name 1 to 100 entries"));
        }
        for (at, entry) in entries.iter().enumerate() {
            // The server puts what is named twice onto the list twice.
            if entries.iter().skip(at + 1).any(|other| other == entry) {
                return Err(Error::refused(format_args!("{entry} is named twice")));
            }
            if self.recording(entry).await?.library != *library {
                return Err(Error::refused(format_args!("{entry} is in another library")));
            }
        }
        Ok(())
    }

    /// The same for books alone.
    pub(super) async fn check_books(&self, library: &Id, books: &[Id]) -> Result<(), Error> {
        let entry = |book: &Id| Entry { library_item_id: book.clone(), episode_id: None };
        self.check_entries(library, &books.iter().map(entry).collect::<Vec<_>>()).await
    }
}
