//! Reading environment variables. No message repeats a value: it may hold a secret.

use std::{env, net::IpAddr};

use reqwest::Url;

pub(super) fn variable(name: &str) -> Result<Option<String>, String> {
    match env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(format!("{name} has to be UTF-8 text")),
    }
}

pub(super) fn switch(name: &str, value: Option<&str>) -> Result<bool, String> {
    match value {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(format!("{name} accepts true or false")),
    }
}

/// The address of a server that a credential may be sent to.
pub(super) fn address(name: &str, value: &str) -> Result<Url, String> {
    let url = Url::parse(value).map_err(|error| {
        format!("{name} accepts an address such as https://books.example.org/ ({error})")
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(format!("{name} accepts no log-in inside the address"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(format!("{name} accepts no query and no fragment"));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        _ => Err(format!("{name} accepts https://, and http:// only to this machine")),
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
        address("X_URL", url).is_err_and(|message| message.starts_with("X_URL accepts"))
    }

    #[test]
    fn plain_http_stays_on_this_machine() {
        for url in ["https://books.example.org/", "http://127.0.0.1:13378/", "http://[::1]/abs"] {
            assert!(!refused(url), "{url}");
        }
        for url in ["http://books.example.org/", "http://localhost.example.org/"] {
            assert!(refused(url), "{url}");
        }
    }

    #[test]
    fn a_malformed_address_is_refused() {
        for url in ["", "example.org", "ftp://h/", "https://a:b@h/", "https://h/?q", "https://h/#f"]
        {
            assert!(refused(url), "{url}");
        }
    }

    #[test]
    fn a_switch_is_true_or_false() {
        assert_eq!(switch("X", None), Ok(false));
        assert_eq!(switch("X", Some("false")), Ok(false));
        assert_eq!(switch("X", Some("true")), Ok(true));
        for value in ["", "1", "yes", "TRUE"] {
            assert_eq!(switch("X", Some(value)), Err("X accepts true or false".to_owned()));
        }
    }
}
