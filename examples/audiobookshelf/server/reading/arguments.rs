//! What the tools that read take. A name on the wire that is not ours is what
//! Audiobookshelf calls it.

use base64::{Engine, prelude::BASE64_STANDARD};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::super::values::{Id, Text};

/// compact is the fields that matter; full is everything that Audiobookshelf answers, which can
/// be long.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Detail {
    #[default]
    Compact,
    Full,
}

/// How many to return, 1 to 100; 25 unless told.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u64")]
#[schemars(extend("minimum" = 1, "maximum" = 100))]
pub(super) struct Limit(u64);

impl Default for Limit {
    fn default() -> Self {
        Self(25)
    }
}

impl TryFrom<u64> for Limit {
    type Error = &'static str;

    fn try_from(limit: u64) -> Result<Self, Self::Error> {
        if (1..=100).contains(&limit) { Ok(Self(limit)) } else { Err("a limit is 1 to 100") }
    }
}

macro_rules! arguments {
    ($($(#[$of:meta])* $name:ident { $($(#[$on:meta])* $field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$of])*
        #[derive(Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            $($(#[$on])* $field: $type,)*
            #[serde(default)]
            detail: Detail,
        }
    )*};
}

/// The same, with the page to return.
macro_rules! paged_arguments {
    ($($name:ident { $($(#[$on:meta])* $field:ident: $type:ty),* $(,)? })*) => {
        arguments! {$($name {
            $($(#[$on])* $field: $type,)*
            #[serde(default)]
            limit: Limit,
            /// Which page, beginning with 0.
            #[serde(default)]
            page: u32,
        })*}
    };
}

arguments! {
    NoArgs {}
    LibraryArgs { library_id: Id }
    SearchArgs {
        library_id: Id,
        /// Words in titles, authors, series, narrators, tags or genres.
        #[serde(rename(serialize = "q"))]
        query: Text,
        /// For each kind of result.
        #[serde(default)]
        limit: Limit,
    }
    ShelvesArgs {
        library_id: Id,
        /// For each shelf.
        #[serde(default)]
        limit: Limit,
    }
    SeriesArgs { library_id: Id, series_id: Id }
    EpisodeArgs { library_item_id: Id, episode_id: Id }
    ProgressArgs {
        library_item_id: Id,
        /// Only for an episode of a podcast.
        episode_id: Option<Id>,
    }
    YearArgs {
        #[schemars(range(min = 2000, max = 9999))]
        year: u16,
    }
    SessionsArgs {
        #[serde(default, rename(serialize = "itemsPerPage"))]
        limit: Limit,
        /// Which page, beginning with 0.
        #[serde(default)]
        page: u32,
    }
}

paged_arguments! {
    PageArgs {}
    LibraryPageArgs { library_id: Id }
    ItemsArgs {
        library_id: Id,
        filter: Option<Filter>,
        sort: Option<Sort>,
        /// Whether to sort backwards.
        #[serde(default)]
        desc: bool,
    }
    ItemArgs { library_item_id: Id }
    BookmarksArgs {
        /// Left out, those of every item.
        library_item_id: Option<Id>,
    }
    AuthorArgs { author_id: Id }
    CollectionArgs { collection_id: Id }
    PlaylistArgs { playlist_id: Id }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all(deserialize = "snake_case"))]
pub(super) enum Sort {
    #[serde(rename(serialize = "media.metadata.title"))]
    Title,
    #[serde(rename(serialize = "media.metadata.authorName"))]
    Author,
    #[serde(rename(serialize = "media.metadata.publishedYear"))]
    PublishedYear,
    #[serde(rename(serialize = "media.duration"))]
    Duration,
    #[serde(rename(serialize = "addedAt"))]
    AddedAt,
    #[serde(rename(serialize = "size"))]
    Size,
}

/// Only items of which this is true.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Filter {
    group: Group,
    /// As get_library_filter_data gives it: an id for authors and series, a name for the others.
    /// For progress: finished, not-started, not-finished or in-progress.
    value: Text,
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
enum Group {
    Authors,
    Ebooks,
    Genres,
    Languages,
    Missing,
    Narrators,
    Progress,
    PublishedDecades,
    Publishers,
    Series,
    Tags,
    Tracks,
}

/// `group.value`, with the value in base 64.
impl Serialize for Filter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error;
        let group = serde_json::to_value(self.group).map_err(S::Error::custom)?;
        let group = group.as_str().unwrap_or_default();
        let value = BASE64_STANDARD.encode(self.value.as_str());
        serializer.serialize_str(&format!("{group}.{value}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_filter_is_written_as_the_server_reads_it() {
        let filter = json!({"group": "published_decades", "value": "1990"});
        let filter: Filter = serde_json::from_value(filter).unwrap();
        assert_eq!(serde_json::to_value(filter).unwrap(), json!("publishedDecades.MTk5MA=="));
    }

    #[test]
    fn a_limit_has_a_default_and_an_end() {
        let limit = |args: Value| serde_json::from_value::<PageArgs>(args).map(|args| args.limit.0);
        assert!(limit(json!({})).is_ok_and(|limit| limit == 25));
        assert!(limit(json!({"limit": 100})).is_ok_and(|limit| limit == 100));
        for refused in [json!(0), json!(101), json!(-1), json!("10")] {
            assert!(limit(json!({ "limit": refused })).is_err());
        }
    }
}
