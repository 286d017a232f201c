//! The values that travel between caller, server and Audiobookshelf: each is
//! checked once, where it is parsed, and is good from there on.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An id: of a library, an item, a collection and so on.
///
/// It becomes one segment of a path, so it must not be a word of the API itself: `GET
/// me/progress/<id>/remove-from-continue-listening` changes something, although it is a GET. Ids
/// are UUIDs, which have a digit, and those words have none.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String")]
#[schemars(description = "Id, as the tools that list things give it")]
pub(crate) struct Id(String);

impl Id {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Id {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if id.is_empty() || id.len() > 64 || !id.bytes().all(is_allowed) {
            return Err("an id has 1 to 64 letters, digits, `-` or `_`");
        }
        if !id.bytes().any(|byte| byte.is_ascii_digit()) {
            return Err("an id has a digit: take it from the tool that lists the thing");
        }
        Ok(Self(id))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An entry of a playlist: a book, or one episode of a podcast.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) library_item_id: Id,
    /// Only for an episode of a podcast.
    #[serde(default)]
    pub(crate) episode_id: Option<Id>,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.episode_id {
            None => write!(f, "{}", self.library_item_id),
            Some(episode) => write!(f, "{}, episode {episode}", self.library_item_id),
        }
    }
}

/// A position in a recording, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64")]
#[schemars(description = "Position in seconds from the beginning")]
pub(crate) struct Seconds(f64);

impl Seconds {
    pub(crate) fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: f64) -> Result<Self, Self::Error> {
        // Beyond any recording; written without an exponent up to there.
        if !(0.0..=1e9).contains(&seconds) {
            return Err("a position is a number of seconds, 0 or more");
        }
        // -0 is within the range.
        Ok(Self(seconds.abs()))
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The name of a collection or a playlist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub(crate) struct Name(String);

impl TryFrom<String> for Name {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        if name.trim().is_empty() || name.len() > 500 || name.chars().any(char::is_control) {
            return Err("a name is not empty, has at most 500 bytes and no control characters");
        }
        // The server takes out what looks like a tag, and can be left with no name at all.
        if name.contains(['<', '>']) {
            return Err("a name has no `<` and no `>`");
        }
        Ok(Self(name))
    }
}

/// Text, not empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub(crate) struct Text(String);

impl Text {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Text {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.trim().is_empty() || text.len() > 10_000 {
            return Err("a text is not empty and has at most 10000 bytes");
        }
        if text.chars().any(|c| c.is_control() && !matches!(c, '\r' | '\n' | '\t')) {
            return Err("a text has no control characters besides line breaks and tabs");
        }
        Ok(Self(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_no_path_and_no_word_of_the_api() {
        for id in ["li-1", "col_abc123", "0a3c9c5e-2f43-4b77-9d0f-6d2a1b0c9e11"] {
            assert!(Id::try_from(id.to_owned()).is_ok(), "{id}");
        }
        let words = ["", "remove-from-continue-listening", "batch", "..", "a/1", "a%2f1", "a 1"];
        for id in words.into_iter().chain(["é1", "1?x=1", "1#"]) {
            assert!(Id::try_from(id.to_owned()).is_err(), "{id}");
        }
    }

    #[test]
    fn a_position_is_written_as_the_server_reads_it() {
        let shown = |seconds: f64| Seconds::try_from(seconds).map(|seconds| seconds.to_string());
        assert_eq!(shown(120.0), Ok("120".to_owned()));
        assert_eq!(shown(1800.5), Ok("1800.5".to_owned()));
        assert_eq!(shown(-0.0), Ok("0".to_owned()));
        for seconds in [-1.0, f64::NAN, f64::INFINITY, 1e10] {
            assert!(shown(seconds).is_err(), "{seconds}");
        }
    }

    #[test]
    fn a_name_survives_the_server() {
        assert!(Name::try_from("To hear next".to_owned()).is_ok());
        for name in ["", "  ", "<b></b>", "a\nb"] {
            assert!(Name::try_from(name.to_owned()).is_err(), "{name}");
        }
    }
}
