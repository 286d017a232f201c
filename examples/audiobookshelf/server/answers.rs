//! What the tools that change something answer with.

use schemars::JsonSchema;
use serde::Serialize;

use super::values::{Id, Seconds};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Done {
    Created,
    Added,
    Set,
    Updated,
    Reordered,
    Removed,
    Deleted,
}

/// A write that was made.
#[derive(Serialize, JsonSchema)]
pub(super) struct Written {
    pub(super) done: Done,
    /// Of the collection, the playlist or the item.
    pub(super) id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) episode_id: Option<Id>,
    /// Of the bookmark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time: Option<Seconds>,
    /// How many entries the collection or playlist has now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entries: Option<usize>,
    /// What is left to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
}

impl Written {
    pub(super) fn new(done: Done, id: &Id) -> Self {
        Self { done, id: id.clone(), episode_id: None, time: None, entries: None, note: None }
    }

    pub(super) fn episode(self, episode_id: Option<Id>) -> Self {
        Self { episode_id, ..self }
    }

    pub(super) fn time(self, time: Seconds) -> Self {
        Self { time: Some(time), ..self }
    }

    pub(super) fn entries(self, entries: usize) -> Self {
        Self { entries: Some(entries), ..self }
    }

    pub(super) fn note(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }
}
