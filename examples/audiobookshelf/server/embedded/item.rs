//! Books and podcasts, in the forms in which the server shows them.

use serde_json::{Value, json};

use super::store::CREATED;

pub(super) struct Item {
    pub(super) id: &'static str,
    pub(super) library: &'static str,
    pub(super) title: &'static str,
    pub(super) author: &'static str,
    pub(super) description: &'static str,
    pub(super) tags: &'static [&'static str],
    pub(super) genres: &'static [&'static str],
    pub(super) media: Media,
}

pub(super) enum Media {
    Book {
        narrator: &'static str,
        /// Its id, its name and the place of the book in it.
        series: Option<(&'static str, &'static str, &'static str)>,
        published: &'static str,
        /// The title of each and where it begins, in seconds.
        chapters: &'static [(&'static str, u32)],
        duration: f64,
    },
    Podcast {
        episodes: &'static [Episode],
    },
}

pub(super) struct Episode {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) published_at: u64,
    pub(super) duration: f64,
}

impl Item {
    pub(super) fn is_book(&self) -> bool {
        matches!(self.media, Media::Book { .. })
    }

    fn media_type(&self) -> &'static str {
        if self.is_book() { "book" } else { "podcast" }
    }

    pub(super) fn episodes(&self) -> &'static [Episode] {
        match self.media {
            Media::Book { .. } => &[],
            Media::Podcast { episodes } => episodes,
        }
    }

    /// `None` for an episode that it does not have.
    pub(super) fn duration(&self, episode: Option<&str>) -> Option<f64> {
        match (&self.media, episode) {
            (Media::Book { duration, .. }, None) => Some(*duration),
            (Media::Podcast { episodes }, Some(id)) => {
                Some(episodes.iter().find(|episode| episode.id == id)?.duration)
            }
            _ => None,
        }
    }

    pub(super) fn author_id(&self) -> String {
        format!("aut-{}", self.id.trim_start_matches("li-"))
    }

    /// As lists show it.
    pub(super) fn minified(&self) -> Value {
        let media = match &self.media {
            Media::Book { chapters, duration, .. } => json!({
                "id": format!("book-of-{}", self.id),
                "metadata": self.metadata(),
                "coverPath": null,
                "tags": self.tags,
                "numTracks": 1,
                "numAudioFiles": 1,
                "numChapters": chapters.len(),
                "duration": duration,
                "size": 1_000_000,
            }),
            Media::Podcast { episodes } => json!({
                "id": format!("podcast-of-{}", self.id),
                "metadata": self.metadata(),
                "coverPath": null,
                "tags": self.tags,
                "numEpisodes": episodes.len(),
                "autoDownloadEpisodes": false,
                "size": 1_000_000,
            }),
        };
        json!({
            "id": self.id,
            "ino": "1",
            "libraryId": self.library,
            "path": format!("/media/{}", self.id),
            "isFile": false,
            "addedAt": CREATED,
            "updatedAt": CREATED,
            "isMissing": false,
            "isInvalid": false,
            "mediaType": self.media_type(),
            "media": media,
            "numFiles": 1,
            "size": 1_000_000,
        })
    }

    /// As it is shown alone, and in collections and playlists.
    pub(super) fn expanded(&self) -> Value {
        let mut json = self.minified();
        json["media"]["libraryItemId"] = json!(self.id);
        json["libraryFiles"] = json!([]);
        match &self.media {
            Media::Book { chapters, duration, .. } => {
                let starts = chapters.iter().skip(1).map(|(_, start)| f64::from(*start));
                let ends = starts.chain([*duration]);
                let chapters = chapters.iter().zip(ends).enumerate();
                json["media"]["chapters"] = chapters
                    .map(|(id, ((title, start), end))| {
                        json!({ "id": id, "title": title, "start": start, "end": end })
                    })
                    .collect();
                json["media"]["audioFiles"] = json!([{ "ino": "2", "duration": duration }]);
            }
            Media::Podcast { episodes } => {
                json["media"]["episodes"] =
                    episodes.iter().map(|episode| self.episode_expanded(episode)).collect();
            }
        }
        json
    }

    fn metadata(&self) -> Value {
        match &self.media {
            Media::Book { narrator, series, published, .. } => json!({
                "title": self.title,
                "subtitle": null,
                "authors": [{ "id": self.author_id(), "name": self.author }],
                "authorName": self.author,
                "narrators": [narrator],
                "narratorName": narrator,
                "series": series.iter().map(|(id, name, sequence)| {
                    json!({ "id": id, "name": name, "sequence": sequence })
                }).collect::<Value>(),
                "seriesName": series.map(|(_, name, at)| format!("{name} #{at}")).unwrap_or_default(),
                "genres": self.genres,
                "publishedYear": published,
                "description": self.description,
                "explicit": false,
            }),
            Media::Podcast { .. } => json!({
                "title": self.title,
                "author": self.author,
                "description": self.description,
                "genres": self.genres,
                "explicit": false,
                "type": "episodic",
            }),
        }
    }

    pub(super) fn episode(&self, id: &str) -> Option<Value> {
        let episode = self.episodes().iter().find(|episode| episode.id == id)?;
        Some(self.episode_expanded(episode))
    }

    pub(super) fn episode_expanded(&self, episode: &Episode) -> Value {
        json!({
            "libraryItemId": self.id,
            "podcastId": format!("podcast-of-{}", self.id),
            "id": episode.id,
            "title": episode.title,
            "subtitle": null,
            "description": episode.description,
            "season": "1",
            "episode": episode.id.trim_start_matches("ep-"),
            "chapters": [],
            "audioFile": { "ino": "3", "duration": episode.duration },
            "publishedAt": episode.published_at,
            "addedAt": CREATED,
            "updatedAt": CREATED,
            "size": 1_000_000,
            "duration": episode.duration,
        })
    }
}
