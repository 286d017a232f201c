//! What the tools that change something take. `Caller` marks what a question may
//! show; the other arguments are bound to the approval all the same.

use std::collections::BTreeSet;

use rmcp_approval::{Caller, Patch};
use schemars::JsonSchema;
use serde::Deserialize;

use super::values::{Entry, Id, Name, Seconds, Text};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteCollectionArgs {
    pub(super) collection_id: Caller<Id>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeletePlaylistArgs {
    pub(super) playlist_id: Caller<Id>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteProgressArgs {
    pub(super) library_item_id: Caller<Id>,
    /// Only for an episode of a podcast.
    pub(super) episode_id: Option<Caller<Id>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteBookmarkArgs {
    pub(super) library_item_id: Caller<Id>,
    /// Position of the bookmark in seconds, exactly as list_bookmarks gives it.
    pub(super) time: Caller<Seconds>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemoveBooksArgs {
    pub(super) collection_id: Caller<Id>,
    /// Books to take out. Each has to be in the collection.
    pub(super) library_item_ids: BTreeSet<Caller<Id>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemoveItemsArgs {
    pub(super) playlist_id: Caller<Id>,
    /// Entries to take out. Each has to be in the playlist.
    pub(super) items: BTreeSet<Caller<Entry>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateCollectionArgs {
    pub(super) collection_id: Caller<Id>,
    pub(super) name: Option<Name>,
    /// null clears it.
    #[serde(default)]
    pub(super) description: Patch<Text>,
    /// A new order: every book of the collection, once each. It adds and removes nothing.
    #[serde(default)]
    pub(super) library_item_ids: Patch<Vec<Caller<Id>>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdatePlaylistArgs {
    pub(super) playlist_id: Caller<Id>,
    pub(super) name: Option<Name>,
    /// It cannot be cleared.
    #[serde(default)]
    pub(super) description: Patch<Text>,
    /// A new order: every entry of the playlist, once each. It adds and removes nothing.
    #[serde(default)]
    pub(super) items: Patch<Vec<Caller<Entry>>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateCollectionArgs {
    pub(super) library_id: Id,
    pub(super) name: Name,
    pub(super) description: Option<Text>,
    /// Its first books, in their order. A collection begins with at least one.
    pub(super) library_item_ids: Vec<Id>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AddBooksArgs {
    pub(super) collection_id: Id,
    /// Books of the same library. They are appended, in an order that the server chooses.
    pub(super) library_item_ids: BTreeSet<Id>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreatePlaylistArgs {
    pub(super) library_id: Id,
    pub(super) name: Name,
    pub(super) description: Option<Text>,
    /// Its first entries, in their order: books, or episodes of podcasts.
    pub(super) items: Vec<Entry>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AddItemsArgs {
    pub(super) playlist_id: Id,
    /// Entries of the same library, to append in this order.
    pub(super) items: Vec<Entry>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetProgressArgs {
    pub(super) library_item_id: Id,
    /// Only for an episode of a podcast.
    pub(super) episode_id: Option<Id>,
    /// The new position in seconds. The last ten seconds count as finished.
    pub(super) current_time: Option<Seconds>,
    /// Instead of a position: whether it is finished. false starts again from the beginning.
    pub(super) is_finished: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BookmarkArgs {
    pub(super) library_item_id: Id,
    pub(super) time: Seconds,
    pub(super) title: Text,
}
