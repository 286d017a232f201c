//! `AUDIOBOOKSHELF_URL`, `AUDIOBOOKSHELF_API_KEY` and `AUDIOBOOKSHELF_READ_ONLY`, read once at
//! start.

use reqwest::Url;

use super::{server_url, variable};

const URL: &str = "AUDIOBOOKSHELF_URL";
const API_KEY: &str = "AUDIOBOOKSHELF_API_KEY";
const READ_ONLY: &str = "AUDIOBOOKSHELF_READ_ONLY";

pub(super) struct Config {
    /// `None` means the embedded library.
    pub(super) remote: Option<Remote>,
    pub(super) read_only: bool,
}

/// An Audiobookshelf server. Neither this nor `ApiKey` has a `Debug`: what cannot be
/// printed cannot leak.
#[derive(Clone)]
pub(crate) struct Remote {
    pub(crate) url: Url,
    pub(crate) key: ApiKey,
}

#[derive(Clone)]
pub(crate) struct ApiKey(String);

impl ApiKey {
    pub(crate) fn parse(key: String) -> Result<Self, String> {
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!("{API_KEY} accepts an API key, without spaces or line breaks"));
        }
        Ok(Self(key))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Config {
    pub(super) fn from_env() -> Result<Self, String> {
        Ok(Self {
            remote: remote(variable::text(URL)?, variable::text(API_KEY)?)?,
            read_only: variable::switch(READ_ONLY, variable::text(READ_ONLY)?.as_deref())?,
        })
    }
}

fn remote(url: Option<String>, key: Option<String>) -> Result<Option<Remote>, String> {
    match (url, key) {
        (Some(url), Some(key)) => {
            Ok(Some(Remote { url: server_url::parse(URL, &url)?, key: ApiKey::parse(key)? }))
        }
        (None, None) => Ok(None),
        (Some(_), None) => {
            Err(format!("{URL} is set but {API_KEY} is not: set it to an API key of that server"))
        }
        (None, Some(_)) => Err(format!(
            "{API_KEY} is set but {URL} is not: set it to the server's address, or unset both for \
             the embedded library"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_and_key_come_together() {
        let text = |text: &str| Some(text.to_owned());
        let url = text("https://books.example.org/");
        assert!(remote(url.clone(), text("k3y")).is_ok_and(|remote| remote.is_some()));
        assert!(remote(None, None).is_ok_and(|remote| remote.is_none()));
        assert!(remote(url.clone(), None).is_err_and(|message| message.contains(API_KEY)));
        assert!(remote(None, text("k3y")).is_err_and(|message| message.contains(URL)));
        for key in ["", "two words", "k3y\n"] {
            let refused = remote(url.clone(), text(key)).err().unwrap_or_default();
            assert!(refused.starts_with("AUDIOBOOKSHELF_API_KEY accepts"), "{refused}");
            assert!(key.is_empty() || !refused.contains(key), "{refused}");
        }
    }
}
