//! What the compact answers show.

use super::shape::{Field, count, each, one, value};

pub(super) const LIBRARIES: &[Field] = &[each("libraries", "/libraries", LIBRARY)];

pub(super) const LIBRARY: &[Field] = &[
    value("id", "/id"),
    value("name", "/name"),
    value("media_type", "/mediaType"),
    value("display_order", "/displayOrder"),
    count("folders", "/folders"),
    value("last_scan", "/lastScan"),
];

pub(super) const LIBRARY_STATS: &[Field] = &[
    value("total_items", "/totalItems"),
    value("total_authors", "/totalAuthors"),
    value("total_genres", "/totalGenres"),
    value("total_duration", "/totalDuration"),
    value("total_size", "/totalSize"),
    value("audio_tracks", "/numAudioTracks"),
];

pub(super) const FILTER_DATA: &[Field] = &[
    each("authors", "/authors", NAMED),
    each("series", "/series", NAMED),
    value("genres", "/genres"),
    value("tags", "/tags"),
    value("narrators", "/narrators"),
    value("languages", "/languages"),
    value("publishers", "/publishers"),
    value("published_decades", "/publishedDecades"),
    value("issues", "/numIssues"),
];

const NAMED: &[Field] = &[value("id", "/id"), value("name", "/name")];

/// A book or a podcast, as lists show it.
const ITEM: &[Field] = &[
    value("id", "/id"),
    value("media_type", "/mediaType"),
    value("title", "/media/metadata/title"),
    value("author", "/media/metadata/authorName"),
    value("author", "/media/metadata/author"),
    value("series", "/media/metadata/seriesName"),
    value("published_year", "/media/metadata/publishedYear"),
    value("duration", "/media/duration"),
    value("episodes", "/media/numEpisodes"),
    one("episode", "/recentEpisode", EPISODE),
];

pub(super) const EPISODE: &[Field] = &[
    value("id", "/id"),
    value("library_item_id", "/libraryItemId"),
    value("podcast", "/podcast/metadata/title"),
    value("title", "/title"),
    value("subtitle", "/subtitle"),
    value("season", "/season"),
    value("episode", "/episode"),
    value("published_at", "/publishedAt"),
    value("duration", "/duration"),
    value("duration", "/audioFile/duration"),
];

pub(super) const ITEMS: &[Field] = &[each("items", "/results", ITEM)];

pub(super) const SEARCH: &[Field] = &[
    each("books", "/book", FOUND),
    each("podcasts", "/podcast", FOUND),
    each("episodes", "/episodes", FOUND),
    each("series", "/series", &[one("series", "/series", NAMED), count("books", "/books")]),
    each("authors", "/authors", AUTHOR_IN_LIST),
    value("narrators", "/narrators"),
    value("tags", "/tags"),
    value("genres", "/genres"),
];

const FOUND: &[Field] = &[one("item", "/libraryItem", ITEM)];

pub(super) const SHELVES: &[Field] = &[each("shelves", "/list", SHELF)];

const SHELF: &[Field] = &[
    value("id", "/id"),
    value("label", "/label"),
    value("type", "/type"),
    value("total", "/total"),
    each("entries", "/entities", SHELVED),
];

/// An item, a series or an author: whatever the shelf is of.
const SHELVED: &[Field] = &[
    value("id", "/id"),
    value("name", "/name"),
    value("title", "/media/metadata/title"),
    value("author", "/media/metadata/authorName"),
    value("author", "/media/metadata/author"),
    one("episode", "/recentEpisode", EPISODE),
];

pub(super) const SERIES_LIST: &[Field] = &[each(
    "series",
    "/results",
    &[value("id", "/id"), value("name", "/name"), each("books", "/books", ITEM)],
)];

pub(super) const SERIES: &[Field] = &[
    value("id", "/id"),
    value("name", "/name"),
    value("description", "/description"),
    value("library_item_ids", "/progress/libraryItemIds"),
    value("finished_library_item_ids", "/progress/libraryItemIdsFinished"),
    value("is_finished", "/progress/isFinished"),
];

pub(super) const AUTHORS: &[Field] = &[each("authors", "/results", AUTHOR_IN_LIST)];

const AUTHOR_IN_LIST: &[Field] =
    &[value("id", "/id"), value("name", "/name"), value("books", "/numBooks")];

pub(super) const AUTHOR: &[Field] = &[
    value("id", "/id"),
    value("name", "/name"),
    value("description", "/description"),
    each("items", "/libraryItems", ITEM),
];

pub(super) const TAGS: &[Field] = &[value("tags", "/tags")];

pub(super) const GENRES: &[Field] = &[value("genres", "/genres")];

pub(super) const STATUS: &[Field] = &[
    value("app", "/app"),
    value("version", "/serverVersion"),
    value("is_initialized", "/isInit"),
    value("language", "/language"),
];

pub(super) const WHOLE_ITEM: &[Field] = &[
    value("id", "/id"),
    value("library_id", "/libraryId"),
    value("media_type", "/mediaType"),
    value("title", "/media/metadata/title"),
    value("subtitle", "/media/metadata/subtitle"),
    each("authors", "/media/metadata/authors", NAMED),
    value("author", "/media/metadata/author"),
    value("narrators", "/media/metadata/narrators"),
    value("series", "/media/metadata/series"),
    value("genres", "/media/metadata/genres"),
    value("tags", "/media/tags"),
    value("published_year", "/media/metadata/publishedYear"),
    value("description", "/media/metadata/description"),
    value("duration", "/media/duration"),
    count("chapters", "/media/chapters"),
    each("episodes", "/media/episodes", EPISODE),
    one("progress", "/userMediaProgress", PROGRESS),
];

pub(super) const CHAPTERS: &[Field] = &[
    value("id", "/id"),
    value("duration", "/media/duration"),
    each(
        "chapters",
        "/media/chapters",
        &[
            value("id", "/id"),
            value("title", "/title"),
            value("start", "/start"),
            value("end", "/end"),
        ],
    ),
];

pub(super) const WHOLE_EPISODE: &[Field] = &[
    value("id", "/id"),
    value("library_item_id", "/libraryItemId"),
    value("title", "/title"),
    value("subtitle", "/subtitle"),
    value("description", "/description"),
    value("season", "/season"),
    value("episode", "/episode"),
    value("published_at", "/publishedAt"),
    value("duration", "/audioFile/duration"),
    count("chapters", "/chapters"),
];

pub(super) const EPISODES: &[Field] = &[each("episodes", "/episodes", EPISODE)];

pub(super) const ME: &[Field] = &[
    value("id", "/id"),
    value("username", "/username"),
    value("type", "/type"),
    value("permissions", "/permissions"),
    count("items_with_progress", "/mediaProgress"),
    count("bookmarks", "/bookmarks"),
];

pub(super) const IN_PROGRESS: &[Field] = &[each("items", "/libraryItems", ITEM)];

pub(super) const PROGRESS: &[Field] = &[
    value("library_item_id", "/libraryItemId"),
    value("episode_id", "/episodeId"),
    value("current_time", "/currentTime"),
    value("duration", "/duration"),
    value("progress", "/progress"),
    value("is_finished", "/isFinished"),
    value("started_at", "/startedAt"),
    value("finished_at", "/finishedAt"),
    value("last_update", "/lastUpdate"),
];

pub(super) const LISTENING_STATS: &[Field] = &[
    value("total_time", "/totalTime"),
    value("today", "/today"),
    value("by_day_of_week", "/dayOfWeek"),
    count("items", "/items"),
    count("days", "/days"),
];

pub(super) const YEAR_STATS: &[Field] = &[
    value("listening_sessions", "/totalListeningSessions"),
    value("listening_time", "/totalListeningTime"),
    value("book_listening_time", "/totalBookListeningTime"),
    value("podcast_listening_time", "/totalPodcastListeningTime"),
    value("books_finished", "/numBooksFinished"),
    value("books_listened", "/numBooksListened"),
    value("top_authors", "/topAuthors"),
    value("top_genres", "/topGenres"),
];

pub(super) const SESSIONS: &[Field] = &[each("sessions", "/sessions", SESSION)];

const SESSION: &[Field] = &[
    value("id", "/id"),
    value("library_item_id", "/libraryItemId"),
    value("episode_id", "/episodeId"),
    value("title", "/displayTitle"),
    value("author", "/displayAuthor"),
    value("date", "/date"),
    value("time_listening", "/timeListening"),
    value("current_time", "/currentTime"),
];

pub(super) const BOOKMARKS: &[Field] = &[each(
    "bookmarks",
    "/bookmarks",
    &[
        value("library_item_id", "/libraryItemId"),
        value("time", "/time"),
        value("title", "/title"),
        value("created_at", "/createdAt"),
    ],
)];

pub(super) const COLLECTIONS: &[Field] = &[each(
    "collections",
    "/results",
    &[
        value("id", "/id"),
        value("name", "/name"),
        value("description", "/description"),
        count("books", "/books"),
    ],
)];

pub(super) const COLLECTION: &[Field] = &[
    value("id", "/id"),
    value("library_id", "/libraryId"),
    value("name", "/name"),
    value("description", "/description"),
    each("books", "/books", ITEM),
];

pub(super) const PLAYLISTS: &[Field] = &[each(
    "playlists",
    "/results",
    &[
        value("id", "/id"),
        value("name", "/name"),
        value("description", "/description"),
        count("items", "/items"),
    ],
)];

pub(super) const PLAYLIST: &[Field] = &[
    value("id", "/id"),
    value("library_id", "/libraryId"),
    value("name", "/name"),
    value("description", "/description"),
    each("items", "/items", ENTRY),
];

const ENTRY: &[Field] = &[
    value("library_item_id", "/libraryItemId"),
    value("episode_id", "/episodeId"),
    value("title", "/episode/title"),
    value("title", "/libraryItem/media/metadata/title"),
    value("duration", "/episode/duration"),
    value("duration", "/libraryItem/media/duration"),
];
