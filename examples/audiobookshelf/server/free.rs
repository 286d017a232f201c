//! The writes that ask nobody: they add something, or replace words and positions
//! that can be given again. None of them takes anything out of a list.

use serde_json::{Value, json};

use super::{
    answers::{Done, Written},
    arguments::{
        AddBooksArgs, AddItemsArgs, BookmarkArgs, CreateCollectionArgs, CreatePlaylistArgs,
        SetProgressArgs,
    },
    error::Error,
    lists::{Audiobooks, Collection, ListedEntry, Playlist},
    plan::no_bookmark,
    revise::{Progress, Rename, Retitle},
    values::{Entry, Id, Seconds},
};

impl Audiobooks {
    pub(super) async fn create_collection(
        &self,
        args: CreateCollectionArgs,
    ) -> Result<Written, Error> {
        self.check_books(&args.library_id, &args.library_item_ids).await?;
        let body = json!({
            "libraryId": args.library_id,
            "name": args.name,
            "description": args.description,
            "books": args.library_item_ids,
        });
        let created: Collection = self.api.add(&["api", "collections"], &body).await?;
        let id = created.id.clone();
        Ok(Written::new(Done::Created, &id).entries(created.into_books().len()))
    }

    pub(super) async fn add_books(&self, args: AddBooksArgs) -> Result<Written, Error> {
        let AddBooksArgs { collection_id: id, library_item_ids } = args;
        let books: Vec<Id> = library_item_ids.into_iter().collect();
        let library = self.collection(&id).await?.library_id;
        self.check_books(&library, &books).await?;
        let path = ["api", "collections", id.as_str(), "batch", "add"];
        let grown: Collection = self.api.add(&path, &json!({ "books": books })).await?;
        Ok(Written::new(Done::Added, &id).entries(grown.into_books().len()))
    }

    pub(super) async fn create_playlist(&self, args: CreatePlaylistArgs) -> Result<Written, Error> {
        self.check_entries(&args.library_id, &args.items).await?;
        let body = json!({
            "libraryId": args.library_id,
            "name": args.name,
            "description": args.description,
            "items": listed(&args.items),
        });
        let created: Playlist = self.api.add(&["api", "playlists"], &body).await?;
        let id = created.id.clone();
        Ok(Written::new(Done::Created, &id).entries(created.into_entries().len()))
    }

    pub(super) async fn add_items(&self, args: AddItemsArgs) -> Result<Written, Error> {
        let AddItemsArgs { playlist_id: id, items } = args;
        let library = self.playlist(&id).await?.library_id;
        self.check_entries(&library, &items).await?;
        let path = ["api", "playlists", id.as_str(), "batch", "add"];
        let body = json!({ "items": listed(&items) });
        let grown: Playlist = self.api.add(&path, &body).await?;
        Ok(Written::new(Done::Added, &id).entries(grown.into_entries().len()))
    }

    pub(super) async fn set_progress(&self, args: SetProgressArgs) -> Result<Written, Error> {
        let SetProgressArgs { library_item_id, episode_id, current_time, is_finished } = args;
        let entry = Entry { library_item_id, episode_id };
        let duration = self.recording(&entry).await?.duration;
        let progress = match (current_time, is_finished) {
            (Some(current_time), None) => position(current_time, duration)?,
            (None, Some(is_finished)) => Progress::Finished { is_finished },
            _ => return Err(Error::refused("Pass either current_time or is_finished")),
        };
        let Entry { library_item_id: item, episode_id: episode } = &entry;
        let path = ["api", "me", "progress", item.as_str()];
        let path: Vec<_> =
            path.into_iter().chain(episode.as_ref().map(|episode| episode.as_str())).collect();
        self.api.revise(&path, &progress).await?;
        Ok(Written::new(Done::Set, item).episode(episode.clone()))
    }

    pub(super) async fn create_bookmark(&self, args: BookmarkArgs) -> Result<Written, Error> {
        let BookmarkArgs { library_item_id: item, time, title } = args;
        // On a position that has one, the server would replace its title.
        if self.bookmark(&item, time).await?.is_some() {
            return Err(Error::refused(format_args!(
                "There is a bookmark at {time} seconds of {item} already: update_bookmark changes \
                 its title"
            )));
        }
        let path = ["api", "me", "item", item.as_str(), "bookmark"];
        let added = self.api.add::<Value>(&path, &json!({ "time": time, "title": title })).await;
        match added {
            Err(Error::Missing) => {
                Err(Error::refused(format_args!("There is no item {item} in the library")))
            }
            added => added.map(|_| Written::new(Done::Created, &item).time(time)),
        }
    }

    pub(super) async fn update_bookmark(&self, args: BookmarkArgs) -> Result<Written, Error> {
        let BookmarkArgs { library_item_id: item, time, title } = args;
        let path = ["api", "me", "item", item.as_str(), "bookmark"];
        match self.api.revise(&path, &Retitle { time, title }).await {
            Err(Error::Missing) => Err(no_bookmark(&item, time)),
            updated => updated.map(|()| Written::new(Done::Updated, &item).time(time)),
        }
    }

    pub(super) async fn rename_collection(
        &self,
        id: &Id,
        rename: &Rename,
    ) -> Result<Written, Error> {
        self.api.revise(&["api", "collections", id.as_str()], rename).await?;
        Ok(Written::new(Done::Updated, id))
    }

    pub(super) async fn rename_playlist(&self, id: &Id, rename: &Rename) -> Result<Written, Error> {
        self.api.revise(&["api", "playlists", id.as_str()], rename).await?;
        Ok(Written::new(Done::Updated, id))
    }
}

fn listed(entries: &[Entry]) -> Vec<ListedEntry> {
    entries.iter().map(ListedEntry::from).collect()
}

/// The server keeps the share beside the position, and computes neither from the other.
fn position(current_time: Seconds, duration: f64) -> Result<Progress, Error> {
    let at = current_time.get();
    if at > duration {
        return Err(Error::refused(format_args!(
            "The recording is {duration} seconds long: the position is beyond its end"
        )));
    }
    let progress = if duration > 0.0 { at / duration } else { 0.0 };
    Ok(Progress::Position { current_time, duration, progress })
}
