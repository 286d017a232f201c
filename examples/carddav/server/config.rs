//! The configuration: environment variables, read once at start.

use reqwest::Url;

use super::{fence::Fence, server_url, variable};

const URL: &str = "CARDDAV_URL";
const USERNAME: &str = "CARDDAV_USERNAME";
const PASSWORD: &str = "CARDDAV_PASSWORD";
const READ_ONLY: &str = "CARDDAV_READ_ONLY";
const ADDRESSBOOKS: &str = "CARDDAV_ADDRESSBOOKS";

pub(super) struct Config {
    /// `None` means the embedded address book.
    pub(super) remote: Option<Remote>,
    pub(super) read_only: bool,
    pub(super) fence: Fence,
}

/// A CardDAV server elsewhere. Neither this nor `Login` has a `Debug`: what
/// cannot be printed cannot leak.
pub(super) struct Remote {
    pub(super) url: Url,
    pub(super) login: Option<Login>,
}

#[derive(Clone)]
pub(super) struct Login {
    pub(super) username: String,
    pub(super) password: String,
}

pub(super) fn from_env() -> Result<Config, String> {
    let login = login(variable::text(USERNAME)?, variable::text(PASSWORD)?)?;
    Ok(Config {
        remote: remote(variable::text(URL)?, login)?,
        read_only: variable::switch(READ_ONLY, variable::text(READ_ONLY)?.as_deref())?,
        fence: Fence::parse(ADDRESSBOOKS, variable::text(ADDRESSBOOKS)?.as_deref())?,
    })
}

fn remote(url: Option<String>, login: Option<Login>) -> Result<Option<Remote>, String> {
    match (url, login) {
        (Some(url), login) => Ok(Some(Remote { url: server_url::parse(URL, &url)?, login })),
        (None, None) => Ok(None),
        (None, Some(_)) => Err(format!(
            "{USERNAME} and {PASSWORD} are set but {URL} is not: set it to the server's address, \
             or unset both for the embedded address book"
        )),
    }
}

fn login(username: Option<String>, password: Option<String>) -> Result<Option<Login>, String> {
    let (username, password) = match (username, password) {
        (None, None) => return Ok(None),
        (Some(username), Some(password)) => (username, password),
        _ => return Err(format!("{USERNAME} and {PASSWORD} are set together or not at all")),
    };
    // A colon would end the user name early in the header.
    if username.is_empty() || username.contains(|c: char| c == ':' || c.is_control()) {
        return Err(format!("{USERNAME} accepts a user name without colon or control characters"));
    }
    if password.is_empty() || password.contains(char::is_control) {
        return Err(format!("{PASSWORD} accepts a password without control characters"));
    }
    Ok(Some(Login { username, password }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_in_is_whole() {
        let text = |text: &str| Some(text.to_owned());
        assert!(login(None, None).is_ok_and(|login| login.is_none()));
        assert!(login(text("ada"), text("secret:1")).is_ok_and(|login| login.is_some()));
        assert!(login(text("ada"), None).is_err());
        assert!(login(None, text("secret")).is_err());
        for (username, password) in [("a:b", "secret"), ("", "secret"), ("ada", ""), ("ada", "\n")]
        {
            assert!(login(text(username), text(password)).is_err(), "{username:?}");
        }
    }

    #[test]
    fn a_log_in_has_a_server() {
        let some = || Some(Login { username: "ada".to_owned(), password: "secret".to_owned() });
        let url = || Some("https://dav.example.org/".to_owned());
        assert!(remote(url(), some()).is_ok_and(|remote| remote.is_some()));
        assert!(remote(url(), None).is_ok_and(|remote| remote.is_some()));
        assert!(remote(None, None).is_ok_and(|remote| remote.is_none()));
        assert!(remote(None, some()).is_err());
    }
}
