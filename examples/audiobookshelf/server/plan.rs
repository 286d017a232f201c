//! Planning the guarded writes: read, validate, count, change nothing.
//!
//! Whatever could be refused is refused here, before a person is asked. A call may
//! be planned twice, once to ask and once with the answer, and from the same lists
//! comes the same operation: no clock and no random number is in it.

use std::collections::BTreeSet;

use rmcp_approval::Caller;
use serde::Deserialize;

use super::{
    arguments::{
        DeleteBookmarkArgs, DeleteCollectionArgs, DeletePlaylistArgs, DeleteProgressArgs,
        RemoveBooksArgs, RemoveItemsArgs,
    },
    error::Error,
    lists::{Audiobooks, found},
    operations::{
        Bookmark, DeleteBookmark, DeleteCollection, DeletePlaylist, DeleteProgress, Progress,
        RemoveBooks, RemoveItems,
    },
    values::{Entry, Id, Seconds},
};

#[derive(Deserialize)]
struct Bookmarks {
    bookmarks: Vec<Bookmark>,
}

impl Audiobooks {
    pub(super) async fn plan_delete_collection(
        &self,
        args: DeleteCollectionArgs,
    ) -> Result<DeleteCollection, Error> {
        self.check_may_delete().await?;
        let books = self.collection(args.collection_id.get()).await?.into_books();
        Ok(DeleteCollection { collection: args.collection_id, books })
    }

    pub(super) async fn plan_delete_playlist(
        &self,
        args: DeletePlaylistArgs,
    ) -> Result<DeletePlaylist, Error> {
        let entries = self.playlist(args.playlist_id.get()).await?.into_entries();
        Ok(DeletePlaylist { playlist: args.playlist_id, entries })
    }

    pub(super) async fn plan_delete_progress(
        &self,
        args: DeleteProgressArgs,
    ) -> Result<DeleteProgress, Error> {
        let DeleteProgressArgs { library_item_id: item, episode_id: episode } = args;
        let progress = self.progress(item.get(), episode.as_ref().map(Caller::get)).await?;
        match progress {
            Some(progress) => Ok(DeleteProgress { item, episode, progress }),
            None => Err(Error::refused(format_args!(
                "There is no listening history of {}: it was never begun",
                Entry {
                    library_item_id: item.into_inner(),
                    episode_id: episode.map(Caller::into_inner),
                }
            ))),
        }
    }

    /// `None` where it was never begun.
    pub(super) async fn progress(
        &self,
        item: &Id,
        episode: Option<&Id>,
    ) -> Result<Option<Progress>, Error> {
        let path = ["api", "me", "progress", item.as_str()];
        let url = self.api.url(path.into_iter().chain(episode.map(Id::as_str)));
        let Some(progress): Option<Progress> = found(self.api.get(url).await)? else {
            return Ok(None);
        };
        // Asked for a podcast, the server picks one of its episodes.
        if progress.episode_id.as_ref() != episode {
            return Err(Error::refused(format_args!(
                "{item} is a podcast, and each of its episodes has a history of its own: pass \
                 episode_id"
            )));
        }
        Ok(Some(progress))
    }

    pub(super) async fn plan_delete_bookmark(
        &self,
        args: DeleteBookmarkArgs,
    ) -> Result<DeleteBookmark, Error> {
        let DeleteBookmarkArgs { library_item_id: item, time } = args;
        let of_item = self.bookmarks_of(item.get()).await?;
        match of_item.iter().find(|bookmark| bookmark.time == time.get().get()) {
            Some(bookmark) => {
                let (bookmark, of_item) = (bookmark.clone(), of_item.len());
                Ok(DeleteBookmark { item, time, bookmark, of_item })
            }
            None => Err(no_bookmark(item.get(), *time.get())),
        }
    }

    pub(super) async fn bookmark(
        &self,
        item: &Id,
        time: Seconds,
    ) -> Result<Option<Bookmark>, Error> {
        let of_item = self.bookmarks_of(item).await?;
        Ok(of_item.into_iter().find(|bookmark| bookmark.time == time.get()))
    }

    async fn bookmarks_of(&self, item: &Id) -> Result<Vec<Bookmark>, Error> {
        let Bookmarks { mut bookmarks } =
            self.api.get(self.api.url(["api", "me", "bookmarks"])).await?;
        bookmarks.retain(|bookmark| bookmark.library_item_id == *item);
        Ok(bookmarks)
    }

    pub(super) async fn plan_remove_books(
        &self,
        args: RemoveBooksArgs,
    ) -> Result<RemoveBooks, Error> {
        let RemoveBooksArgs { collection_id: collection, library_item_ids: books } = args;
        check_not_empty("library_item_ids", &books)?;
        self.check_may_update().await?;
        let before = self.collection(collection.get()).await?.into_books();
        if let Some(foreign) = books.iter().find(|book| !before.contains(book.get())) {
            return Err(Error::refused(format_args!(
                "{} is not in this collection: leave it out",
                foreign.get()
            )));
        }
        Ok(RemoveBooks { collection, books, before })
    }

    pub(super) async fn plan_remove_items(
        &self,
        args: RemoveItemsArgs,
    ) -> Result<RemoveItems, Error> {
        let RemoveItemsArgs { playlist_id: playlist, items } = args;
        check_not_empty("items", &items)?;
        let before = self.playlist(playlist.get()).await?.into_entries();
        if let Some(foreign) = items.iter().find(|item| !before.contains(item.get())) {
            return Err(not_in_playlist(foreign.get(), &before));
        }
        Ok(RemoveItems { playlist, items, before })
    }
}

pub(super) fn no_bookmark(item: &Id, time: Seconds) -> Error {
    Error::refused(format_args!(
        "There is no bookmark at {time} seconds of {item}: take the position from list_bookmarks"
    ))
}

fn check_not_empty<T>(argument: &str, targets: &BTreeSet<T>) -> Result<(), Error> {
    if targets.is_empty() {
        return Err(Error::refused(format_args!("{argument} is empty: name what to remove")));
    }
    Ok(())
}

pub(super) fn not_in_playlist(entry: &Entry, entries: &[Entry]) -> Error {
    let is_podcast = |other: &Entry| {
        other.library_item_id == entry.library_item_id && other.episode_id.is_some()
    };
    if entry.episode_id.is_none() && entries.iter().any(is_podcast) {
        return Error::refused(format_args!(
            "{entry} is a podcast, and its episodes are the entries: pass episode_id"
        ));
    }
    Error::refused(format_args!("{entry} is not in this playlist: leave it out"))
}
