//! `CARDDAV_URL`, `CARDDAV_USERNAME` and `CARDDAV_PASSWORD`, read once at start.

use std::{env, net::IpAddr};

use reqwest::Url;

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

/// The configured server; `None` means the embedded address book.
pub(super) fn from_env() -> Result<Option<Remote>, String> {
    parse(variable("CARDDAV_URL")?, variable("CARDDAV_USERNAME")?, variable("CARDDAV_PASSWORD")?)
}

fn variable(name: &str) -> Result<Option<String>, String> {
    match env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(format!("{name} has to be UTF-8 text")),
    }
}

fn parse(
    url: Option<String>,
    username: Option<String>,
    password: Option<String>,
) -> Result<Option<Remote>, String> {
    let login = login(username, password)?;
    match (url, login) {
        (Some(url), login) => Ok(Some(Remote { url: parse_url(&url)?, login })),
        (None, None) => Ok(None),
        (None, Some(_)) => Err(
            "CARDDAV_USERNAME and CARDDAV_PASSWORD are set but CARDDAV_URL is not: set it to the \
             server's address, or unset both for the embedded address book"
                .to_owned(),
        ),
    }
}

fn login(username: Option<String>, password: Option<String>) -> Result<Option<Login>, String> {
    let (username, password) = match (username, password) {
        (None, None) => return Ok(None),
        (Some(username), Some(password)) => (username, password),
        _ => {
            return Err(
                "CARDDAV_USERNAME and CARDDAV_PASSWORD are set together or not at all".into()
            );
        }
    };
    // A colon would end the user name early in the header.
    if username.is_empty() || username.contains(|c: char| c == ':' || c.is_control()) {
        return Err(
            "CARDDAV_USERNAME accepts a user name without colon or control characters".into()
        );
    }
    if password.is_empty() || password.contains(char::is_control) {
        return Err("CARDDAV_PASSWORD accepts a password without control characters".into());
    }
    Ok(Some(Login { username, password }))
}

/// The value is not repeated in the message: a password may be part of it.
fn parse_url(value: &str) -> Result<Url, String> {
    let url = Url::parse(value).map_err(|error| {
        format!("CARDDAV_URL accepts an address such as https://dav.example.org/ ({error})")
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "CARDDAV_URL accepts no log-in: use CARDDAV_USERNAME and CARDDAV_PASSWORD".into()
        );
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("CARDDAV_URL accepts no query and no fragment".into());
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        _ => Err("CARDDAV_URL accepts https://, and http:// only to this machine".into()),
    }
}

pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(url: &str) -> bool {
        parse(Some(url.to_owned()), None, None).is_err()
    }

    #[test]
    fn plain_http_stays_on_this_machine() {
        assert!(!refused("https://dav.example.org/"));
        assert!(!refused("http://127.0.0.1:5232/"));
        assert!(!refused("http://[::1]:5232/"));
        assert!(!refused("http://localhost/"));
        assert!(refused("http://dav.example.org/"));
        assert!(refused("http://localhost.example.org/"));
        assert!(refused("http://127.0.0.1.example.org/"));
    }

    #[test]
    fn a_malformed_value_is_refused() {
        for url in
            ["", "dav.example.org", "ftp://h/", "https://a:b@h/", "https://h/?q", "https://h/#f"]
        {
            assert!(refused(url), "{url}");
        }
    }

    #[test]
    fn a_log_in_is_whole_and_has_a_server() {
        let text = |text: &str| Some(text.to_owned());
        let url = text("https://dav.example.org/");
        assert!(parse(url.clone(), text("ada"), text("secret")).is_ok());
        assert!(parse(url.clone(), text("ada"), None).is_err());
        assert!(parse(url, text("a:b"), text("secret")).is_err());
        assert!(parse(None, text("ada"), text("secret")).is_err());
    }
}
