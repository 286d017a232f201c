//! The address of a backend, out of an environment variable.

use std::net::IpAddr;

use reqwest::Url;

/// The value is not repeated in the message: a password may be part of it.
pub(super) fn parse(variable: &str, value: &str) -> Result<Url, String> {
    let url = Url::parse(value).map_err(|error| {
        format!("{variable} accepts an address such as https://server.example.org/ ({error})")
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(format!("{variable} accepts no log-in inside the address"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(format!("{variable} accepts no query and no fragment"));
    }
    match url.scheme() {
        "https" => Ok(url),
        // Anywhere else a log-in would travel in the clear.
        "http" if is_loopback(&url) => Ok(url),
        _ => Err(format!("{variable} accepts https://, and http:// only to this machine")),
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
        parse("X_URL", url).is_err_and(|refusal| refusal.starts_with("X_URL accepts "))
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
}
