//! The eight operations that take something away, and the question about each.
//!
//! An operation holds everything that its write does and everything that was
//! counted for it, so that is what an approval is bound to. Its question holds words
//! of this file, numbers counted here, and the ids and positions that the caller
//! gave. No name, title or description is in it: those come from metadata
//! providers, podcast feeds and whoever uses the server.

use std::collections::BTreeSet;

use rmcp_approval::{Caller, Operation, Prompt, server_text};
use serde::{Deserialize, Serialize};

use super::{
    revise::Rename,
    values::{Entry, Id, Seconds},
};

#[derive(Debug, Serialize)]
pub(super) struct DeleteCollection {
    pub(super) collection: Caller<Id>,
    pub(super) books: Vec<Id>,
}

impl Operation for DeleteCollection {
    const NAME: &'static str = "delete_collection";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete a collection of {} book(s)", self.books.len()))
            .consequence(server_text!(
                "The books stay; the list that somebody curated goes, and its order with it. \
                 Neither can be reconstructed from here."
            ))
            .counted(server_text!("Books in it"), self.books.len())
            .caller(server_text!("Collection"), &self.collection)
            .confirm_title(server_text!("Yes, delete this collection"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct DeletePlaylist {
    pub(super) playlist: Caller<Id>,
    pub(super) entries: Vec<Entry>,
}

impl Operation for DeletePlaylist {
    const NAME: &'static str = "delete_playlist";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete a playlist of {} item(s)", self.entries.len()))
            .consequence(server_text!(
                "The books and episodes stay; the playlist goes, and its order with it. Neither \
                 can be reconstructed from here."
            ))
            .counted(server_text!("Items in it"), self.entries.len())
            .caller(server_text!("Playlist"), &self.playlist)
            .confirm_title(server_text!("Yes, delete this playlist"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct DeleteProgress {
    pub(super) item: Caller<Id>,
    pub(super) episode: Option<Caller<Id>>,
    pub(super) progress: Progress,
}

/// What somebody has heard or read of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Progress {
    pub(super) id: Id,
    pub(super) library_item_id: Option<Id>,
    pub(super) episode_id: Option<Id>,
    pub(super) current_time: f64,
    pub(super) duration: f64,
    pub(super) is_finished: bool,
    pub(super) ebook_progress: Option<f64>,
    pub(super) started_at: Option<u64>,
    pub(super) finished_at: Option<u64>,
}

impl Operation for DeleteProgress {
    const NAME: &'static str = "delete_media_progress";

    fn prompt(&self) -> Prompt<'_> {
        let prompt = Prompt::new(server_text!("delete the listening history of an item"))
            .consequence(server_text!(
                "The position, whether it is finished, and the dates when it was begun and \
                 finished go. A position can be set again; the dates cannot be reconstructed."
            ))
            // Whole seconds are enough to recognise it by.
            .counted(server_text!("Position in seconds"), self.progress.current_time as u64)
            .counted(server_text!("Length in seconds"), self.progress.duration as u64)
            .counted(server_text!("Finished (1 is yes)"), u8::from(self.progress.is_finished))
            .caller(server_text!("Item"), &self.item)
            .confirm_title(server_text!("Yes, delete this history"));
        match &self.episode {
            Some(episode) => prompt.caller(server_text!("Episode"), episode),
            None => prompt,
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct DeleteBookmark {
    pub(super) item: Caller<Id>,
    pub(super) time: Caller<Seconds>,
    pub(super) bookmark: Bookmark,
    pub(super) of_item: usize,
}

/// A bookmark as it is stored. Its title is bound to the approval and not shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Bookmark {
    pub(super) library_item_id: Id,
    pub(super) time: f64,
    pub(super) title: String,
    pub(super) created_at: Option<u64>,
}

impl Operation for DeleteBookmark {
    const NAME: &'static str = "delete_bookmark";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete a bookmark"))
            .consequence(server_text!(
                "The title that somebody typed for it goes: a new bookmark at the same position \
                 gets a new title. The position is all that this tool is given, and a wrong one \
                 takes out another bookmark than the one that was meant."
            ))
            .counted(server_text!("Bookmarks of this item"), self.of_item)
            .caller(server_text!("Item"), &self.item)
            .caller(server_text!("Position in seconds"), &self.time)
            .confirm_title(server_text!("Yes, delete this bookmark"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct RemoveBooks {
    pub(super) collection: Caller<Id>,
    /// A set: any order of the same books is the same removal.
    pub(super) books: BTreeSet<Caller<Id>>,
    pub(super) before: Vec<Id>,
}

impl Operation for RemoveBooks {
    const NAME: &'static str = "remove_books_from_collection";

    fn prompt(&self) -> Prompt<'_> {
        let (removed, before) = (self.books.len(), self.before.len());
        Prompt::new(server_text!("remove {} book(s) from a collection", removed))
            .consequence(server_text!(
                "The books themselves are not deleted. The curated order of the collection cannot \
                 be reconstructed from here: add_books_to_collection puts a book back at the end."
            ))
            .counted(server_text!("Books removed"), removed)
            .counted(server_text!("Books that stay"), before.saturating_sub(removed))
            .caller(server_text!("Collection"), &self.collection)
            .caller_each(server_text!("Book"), &self.books)
            .confirm_title(server_text!("Yes, remove them"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct RemoveItems {
    pub(super) playlist: Caller<Id>,
    /// A set: any order of the same entries is the same removal.
    pub(super) items: BTreeSet<Caller<Entry>>,
    pub(super) before: Vec<Entry>,
}

impl RemoveItems {
    /// The entries that go. A playlist can hold an item twice, and then both go.
    pub(super) fn removed(&self) -> impl Iterator<Item = &Entry> {
        self.before.iter().filter(|entry| self.items.iter().any(|item| item.get() == *entry))
    }
}

impl Operation for RemoveItems {
    const NAME: &'static str = "remove_items_from_playlist";

    fn prompt(&self) -> Prompt<'_> {
        let removed = self.removed().count();
        let stay = self.before.len().saturating_sub(removed);
        let prompt = Prompt::new(match stay {
            0 => server_text!(
                "remove {} item(s) from a playlist, and the playlist with them",
                removed
            ),
            _ => server_text!("remove {} item(s) from a playlist", removed),
        });
        let prompt = match stay {
            0 => prompt.consequence(server_text!(
                "Audiobookshelf deletes a playlist with its last item, and this call removes the \
                 last one: the whole playlist goes, its name and description included."
            )),
            _ => prompt,
        };
        prompt
            .consequence(server_text!(
                "The books and episodes themselves are not deleted. The order of the playlist \
                 cannot be reconstructed from here: add_items_to_playlist puts an item back at \
                 the end."
            ))
            .counted(server_text!("Items removed"), removed)
            .counted(server_text!("Items that stay"), stay)
            .caller(server_text!("Playlist"), &self.playlist)
            .caller_each(server_text!("Item"), &self.items)
            .confirm_title(server_text!("Yes, remove them"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct ReorderCollection {
    pub(super) collection: Caller<Id>,
    pub(super) order: Vec<Caller<Id>>,
    pub(super) before: Vec<Id>,
    /// Goes along with it: what else the same call changes.
    pub(super) rename: Option<Rename>,
}

impl Operation for ReorderCollection {
    const NAME: &'static str = "update_collection";

    fn prompt(&self) -> Prompt<'_> {
        let moved = moved(&self.before, &self.order);
        Prompt::new(server_text!("reorder a collection of {} book(s)", self.before.len()))
            .consequence(server_text!(
                "The books all stay. The order that somebody arranged goes, and cannot be \
                 reconstructed from here."
            ))
            .counted(server_text!("Books that change their place"), moved)
            .counted(server_text!("Names and descriptions replaced"), fields(&self.rename))
            .caller(server_text!("Collection"), &self.collection)
            .caller_each(server_text!("Next book"), &self.order)
            .confirm_title(server_text!("Yes, use this order"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct ReorderPlaylist {
    pub(super) playlist: Caller<Id>,
    pub(super) order: Vec<Caller<Entry>>,
    pub(super) before: Vec<Entry>,
    /// Goes along with it: what else the same call changes.
    pub(super) rename: Option<Rename>,
}

impl Operation for ReorderPlaylist {
    const NAME: &'static str = "update_playlist";

    fn prompt(&self) -> Prompt<'_> {
        let moved = moved(&self.before, &self.order);
        Prompt::new(server_text!("reorder a playlist of {} item(s)", self.before.len()))
            .consequence(server_text!(
                "The items all stay. The order that somebody arranged goes, and cannot be \
                 reconstructed from here."
            ))
            .counted(server_text!("Items that change their place"), moved)
            .counted(server_text!("Names and descriptions replaced"), fields(&self.rename))
            .caller(server_text!("Playlist"), &self.playlist)
            .caller_each(server_text!("Next item"), &self.order)
            .confirm_title(server_text!("Yes, use this order"))
    }
}

fn moved<T: PartialEq>(before: &[T], order: &[Caller<T>]) -> usize {
    before.iter().zip(order).filter(|(old, new)| *old != new.get()).count()
}

fn fields(rename: &Option<Rename>) -> usize {
    rename.as_ref().map_or(0, Rename::count)
}
