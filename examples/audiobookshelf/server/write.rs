//! The eight writes that take something away. Only an approval opens these doors.
//!
//! Each reads again what was counted for the question, and refuses if it is another
//! by now. Who changes it between that and the write itself goes unnoticed:
//! Audiobookshelf has no condition to send along.

use reqwest::Method;
use rmcp_approval::{Approved, Caller};
use serde_json::json;

use super::{
    answers::{Done, Written},
    changed::{check_unchanged, gone},
    error::Error,
    lists::{Audiobooks, Collection, ListedEntry, Playlist},
    operations::{
        DeleteBookmark, DeleteCollection, DeletePlaylist, DeleteProgress, RemoveBooks, RemoveItems,
        ReorderCollection, ReorderPlaylist,
    },
    revise::Rename,
    values::{Entry, Id},
};

impl Audiobooks {
    pub(super) async fn delete_collection(
        &self,
        approved: Approved<DeleteCollection>,
    ) -> Result<Written, Error> {
        let DeleteCollection { collection, books } = approved.operation();
        self.check_collection(collection.get(), books).await?;
        let path = ["api", "collections", collection.get().as_str()];
        self.api.delete(&approved, &path).await.map_err(|error| vanished(error, "collection"))?;
        Ok(Written::new(Done::Deleted, collection.get()))
    }

    pub(super) async fn delete_playlist(
        &self,
        approved: Approved<DeletePlaylist>,
    ) -> Result<Written, Error> {
        let DeletePlaylist { playlist, entries } = approved.operation();
        self.check_playlist(playlist.get(), entries).await?;
        let path = ["api", "playlists", playlist.get().as_str()];
        self.api.delete(&approved, &path).await.map_err(|error| vanished(error, "playlist"))?;
        Ok(Written::new(Done::Deleted, playlist.get()))
    }

    pub(super) async fn delete_progress(
        &self,
        approved: Approved<DeleteProgress>,
    ) -> Result<Written, Error> {
        let DeleteProgress { item, episode, progress } = approved.operation();
        let episode = episode.as_ref().map(Caller::get);
        match self.progress(item.get(), episode).await? {
            Some(now) if now == *progress => {}
            Some(_) => {
                return Err(Error::Changed(
                    "The item was played or marked after the question.".to_owned(),
                ));
            }
            None => return Err(gone("listening history")),
        }
        // By the id of the history, which is not the item's.
        let path = ["api", "me", "progress", progress.id.as_str()];
        let deleted = self.api.delete(&approved, &path).await;
        deleted.map_err(|error| vanished(error, "listening history"))?;
        Ok(Written::new(Done::Deleted, item.get()).episode(episode.cloned()))
    }

    pub(super) async fn delete_bookmark(
        &self,
        approved: Approved<DeleteBookmark>,
    ) -> Result<Written, Error> {
        let DeleteBookmark { item, time, bookmark, .. } = approved.operation();
        let (item, time) = (item.get(), *time.get());
        match self.bookmark(item, time).await? {
            Some(now) if now == *bookmark => {}
            Some(_) => {
                return Err(Error::Changed(
                    "The bookmark got another title after the question.".to_owned(),
                ));
            }
            None => return Err(gone("bookmark")),
        }
        let position = time.to_string();
        let path = ["api", "me", "item", item.as_str(), "bookmark", position.as_str()];
        self.api.delete(&approved, &path).await.map_err(|error| vanished(error, "bookmark"))?;
        Ok(Written::new(Done::Deleted, item).time(time))
    }

    pub(super) async fn remove_books(
        &self,
        approved: Approved<RemoveBooks>,
    ) -> Result<Written, Error> {
        let RemoveBooks { collection, books, before } = approved.operation();
        let collection = collection.get();
        self.check_collection(collection, before).await?;
        let path = ["api", "collections", collection.as_str(), "batch", "remove"];
        let body = json!({ "books": books });
        let left: Result<Collection, _> =
            self.api.write(&approved, Method::POST, &path, &body).await;
        let left = left.map_err(|error| vanished(error, "collection"))?.into_books();
        Ok(Written::new(Done::Removed, collection).entries(left.len()))
    }

    pub(super) async fn remove_items(
        &self,
        approved: Approved<RemoveItems>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        let playlist = operation.playlist.get();
        self.check_playlist(playlist, &operation.before).await?;
        let path = ["api", "playlists", playlist.as_str(), "batch", "remove"];
        let body =
            json!({ "items": operation.removed().map(ListedEntry::from).collect::<Vec<_>>() });
        let left: Result<Playlist, _> = self.api.write(&approved, Method::POST, &path, &body).await;
        let left = left.map_err(|error| vanished(error, "playlist"))?.into_entries().len();
        let written = Written::new(Done::Removed, playlist).entries(left);
        Ok(match left {
            0 => written.note("Audiobookshelf deleted the playlist with its last item."),
            _ => written,
        })
    }

    /// First the order, which can be refused, then the name.
    pub(super) async fn reorder_collection(
        &self,
        approved: Approved<ReorderCollection>,
    ) -> Result<Written, Error> {
        let ReorderCollection { collection, order, before, rename } = approved.operation();
        let collection = collection.get();
        self.check_collection(collection, before).await?;
        let path = ["api", "collections", collection.as_str()];
        let body = json!({ "books": order });
        let sorted: Result<Collection, _> =
            self.api.write(&approved, Method::PATCH, &path, &body).await;
        let sorted = sorted.map_err(|error| vanished(error, "collection"))?.into_books();
        Ok(self.also_rename(&path, rename, reordered(collection, &sorted, order)).await)
    }

    /// First the order, which can be refused, then the name.
    pub(super) async fn reorder_playlist(
        &self,
        approved: Approved<ReorderPlaylist>,
    ) -> Result<Written, Error> {
        let ReorderPlaylist { playlist, order, before, rename } = approved.operation();
        let playlist = playlist.get();
        self.check_playlist(playlist, before).await?;
        let path = ["api", "playlists", playlist.as_str()];
        let items: Vec<_> = order.iter().map(|entry| ListedEntry::from(entry.get())).collect();
        let body = json!({ "items": items });
        let sorted: Result<Playlist, _> =
            self.api.write(&approved, Method::PATCH, &path, &body).await;
        let sorted = sorted.map_err(|error| vanished(error, "playlist"))?.into_entries();
        Ok(self.also_rename(&path, rename, reordered(playlist, &sorted, order)).await)
    }

    async fn check_collection(&self, id: &Id, before: &[Id]) -> Result<(), Error> {
        let now = self.find_collection(id).await?.ok_or_else(|| gone("collection"))?;
        check_unchanged("collection", before, &now.into_books())
    }

    async fn check_playlist(&self, id: &Id, before: &[Entry]) -> Result<(), Error> {
        let now = self.find_playlist(id).await?.ok_or_else(|| gone("playlist"))?;
        check_unchanged("playlist", before, &now.into_entries())
    }

    async fn also_rename(
        &self,
        path: &[&str],
        rename: &Option<Rename>,
        written: Written,
    ) -> Written {
        let Some(rename) = rename else {
            return written;
        };
        match self.api.revise(path, rename).await {
            Ok(()) => written,
            Err(_) => written.note(
                "The order was changed. Whether the name and the description were is not \
                 confirmed: look, and call again with them alone.",
            ),
        }
    }
}

/// It was there a moment ago.
fn vanished(error: Error, what: &str) -> Error {
    match error {
        Error::Missing => gone(what),
        other => other,
    }
}

fn reordered<T: PartialEq>(id: &Id, sorted: &[T], order: &[Caller<T>]) -> Written {
    let written = Written::new(Done::Reordered, id).entries(sorted.len());
    if sorted.iter().eq(order.iter().map(Caller::get)) {
        return written;
    }
    written.note("The server confirmed the order, but the list is in another one now: look at it.")
}
