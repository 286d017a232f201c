//! The values that travel between caller, server and CardDAV: each is checked
//! once, where it is parsed, and is good from there on.

use std::{borrow::Cow, fmt};

use percent_encoding::percent_decode_str;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The path of an address book, decoded, with a slash at both ends.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String")]
#[schemars(description = "Path of an address book, as list_address_books gives it")]
pub(super) struct BookPath(String);

impl BookPath {
    /// The path out of an href: `None` where it cannot be written as one.
    pub(super) fn from_href(href: &Href) -> Option<Self> {
        let segments = href.0.split('/').map(|segment| {
            // A slash inside a segment could not be told from one between two.
            percent_decode(segment).filter(|decoded| !decoded.contains('/'))
        });
        let path = segments.collect::<Option<Vec<_>>>()?.join("/");
        Self::try_from(path).ok()
    }

    pub(super) fn segments(&self) -> impl Iterator<Item = &str> {
        self.0.trim_matches('/').split('/')
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        self != other && other.0.starts_with(&self.0)
    }
}

impl TryFrom<String> for BookPath {
    type Error = &'static str;

    fn try_from(path: String) -> Result<Self, Self::Error> {
        let Some(rest) = path.strip_prefix('/') else {
            return Err(
                "an address book path starts with a slash: take it from list_address_books",
            );
        };
        if path.len() > 1024 || path.chars().any(char::is_control) {
            return Err("an address book path has at most 1024 bytes and no control characters");
        }
        let inner = rest.strip_suffix('/').unwrap_or(rest);
        if inner.split('/').any(|segment| matches!(segment, "" | "." | "..")) {
            return Err("an address book path has no empty, `.` or `..` segment");
        }
        Ok(Self(format!("/{inner}/")))
    }
}

impl fmt::Display for BookPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The UID of a card: what names a contact or a group inside its address book.
#[derive(
    Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String")]
#[schemars(description = "UID of a card, as the listing tools give it")]
pub(super) struct Uid(String);

impl Uid {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The UID without `urn:uuid:`, which one program writes and the next leaves off.
    pub(super) fn bare(&self) -> &str {
        strip_urn(&self.0)
    }
}

impl TryFrom<String> for Uid {
    type Error = &'static str;

    fn try_from(uid: String) -> Result<Self, Self::Error> {
        if uid.is_empty() || uid.len() > 255 || uid != uid.trim() {
            return Err("a UID has 1 to 255 bytes and no space around it");
        }
        if uid.chars().any(char::is_control) {
            return Err("a UID has no control characters");
        }
        Ok(Self(uid))
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Drops a leading `urn:uuid:`, in which a `MEMBER` wraps the UID it means.
pub(super) fn strip_urn(uri: &str) -> &str {
    match uri.split_at_checked("urn:uuid:".len()) {
        Some((urn, uid)) if urn.eq_ignore_ascii_case("urn:uuid:") => uid,
        _ => uri,
    }
}

/// The text of one field. To clear a field is to pass `null`, never `""`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub(super) struct Text(String);

impl Text {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Text {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = text.replace("\r\n", "\n");
        if text.trim().is_empty() {
            return Err("a field is not empty: leave it out to keep it, pass null to clear it");
        }
        if text.len() > 10_000 {
            return Err("a field has at most 10000 bytes");
        }
        if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
            return Err("a field has no control characters besides line breaks and tabs");
        }
        Ok(Self(text))
    }
}

/// What a search looks for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(
    description = "Text in a name, organization, email address or note, in any case; or digits \
                   of a phone number, however it is spaced"
)]
pub(super) struct Query(String);

impl Query {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Query {
    type Error = &'static str;

    fn try_from(query: String) -> Result<Self, Self::Error> {
        match query.trim() {
            "" => Err("there is nothing to search for: list_contacts lists all"),
            query if query.len() > 200 => Err("a query has at most 200 bytes"),
            query => Ok(Self(query.to_owned())),
        }
    }
}

/// Where a list of changes begins: opaque text of the CardDAV server's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(description = "A sync_token that list_changes gave for this address book")]
pub(super) struct SyncToken(String);

impl SyncToken {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for SyncToken {
    type Error = &'static str;

    fn try_from(token: String) -> Result<Self, Self::Error> {
        if token.is_empty() || token.len() > 2048 || token.chars().any(char::is_control) {
            return Err("a sync_token has 1 to 2048 bytes and no control characters");
        }
        Ok(Self(token))
    }
}

/// A strong ETag, in its quotes: what one exact version of a card is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ETag(String);

impl ETag {
    /// `None` for a weak one too: it does not promise the bytes, and `If-Match`
    /// never holds for it.
    pub(super) fn parse(value: &str) -> Option<Self> {
        let opaque = value.trim().trim_matches('"');
        let valid = !opaque.is_empty() && opaque.bytes().all(|b| b > b' ' && b != b'"' && b < 0x7f);
        // Some servers leave the quotes out inside a multistatus.
        (valid && !value.trim().starts_with("W/")).then(|| Self(format!("\"{opaque}\"")))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The path of a resource, percent-encoded as the server wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub(super) struct Href(pub(super) String);

impl Href {
    /// The last segment, decoded: the name of a card's file.
    pub(super) fn file_name(&self) -> Option<String> {
        percent_decode(self.0.rsplit('/').next()?).filter(|name| !name.is_empty())
    }
}

fn percent_decode(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(path: &str) -> Result<BookPath, &'static str> {
        BookPath::try_from(path.to_owned())
    }

    #[test]
    fn a_path_gets_its_last_slash() {
        assert_eq!(book("/a/b"), book("/a/b/"));
    }

    #[test]
    fn a_path_cannot_climb_or_hide() {
        for path in ["", "a/", "/a/../b/", "/./", "//host/", "/a//b/", "/a\nb/", "/a\u{7f}/", "/"] {
            assert!(book(path).is_err(), "{path:?}");
        }
    }

    #[test]
    fn an_href_is_decoded_once() {
        let path = |href: &str| BookPath::from_href(&Href(href.to_owned()));
        assert_eq!(path("/b%C3%BCro%20%2541/"), book("/büro %41/").ok());
        for href in ["/a%2Fb/", "/%2e%2e/", "/%ff/", "/%0a/"] {
            assert_eq!(path(href), None, "{href}");
        }
    }

    #[test]
    fn an_etag_is_strong_and_quoted() {
        let etag = |value: &str| ETag::parse(value).map(|etag| etag.0);
        assert_eq!(etag("2c-64a"), Some("\"2c-64a\"".to_owned()));
        assert_eq!(etag("2c-64a"), etag(" \"2c-64a\""));
        assert_eq!(etag("W/\"2c-64a\""), None);
        assert_eq!(etag("\"a\r\nb\""), None);
    }
}
