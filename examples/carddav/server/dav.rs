//! The connection to the CardDAV server: addresses on it, and requests to it.
//! `fetch` reads with it and `store` writes.

use std::time::Duration;

use reqwest::{Response, StatusCode, Url};
use rmcp_approval::http::{Backend, Request};
use serde::Serialize;

use super::{
    answer_body::reason,
    config::{Login, Remote},
    error::Error,
    server_url::is_loopback,
    values::{ETag, Href},
};

#[derive(Clone)]
pub(super) struct Dav {
    pub(super) backend: Backend,
    base: Url,
    login: Option<Login>,
}

/// One exact version of one card: what an approval is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct CardVersion {
    pub(super) href: Href,
    pub(super) etag: ETag,
}

/// A card as it is stored, to the byte.
#[derive(PartialEq)]
pub(super) struct Stored {
    pub(super) version: CardVersion,
    pub(super) text: String,
}

impl Dav {
    pub(super) fn new(remote: Remote) -> Result<Self, reqwest::Error> {
        let mut client = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(10))
            .timeout(Duration::from_secs(30));
        if is_loopback(&remote.url) {
            client = client.no_proxy();
        }
        Ok(Self { backend: Backend::new(client)?, base: remote.url, login: remote.login })
    }

    /// Scheme, host and port, for people to know the server by.
    pub(super) fn origin(&self) -> String {
        self.base.origin().ascii_serialization()
    }

    /// The configured address, where discovery starts.
    pub(super) fn entry(&self) -> Href {
        Href(self.base.path().to_owned())
    }

    /// An href out of an answer. One that leaves this server is refused: the
    /// next request to it would carry the password along.
    pub(super) fn resolve(&self, href: &str) -> Result<Href, Error> {
        let url = self.base.join(href).map_err(|_| Error::Malformed("a usable address"))?;
        if url.origin() != self.base.origin() {
            return Err(Error::Malformed("an address on the same server"));
        }
        Ok(Href(url.path().to_owned()))
    }

    /// The href of something below this server's root, from decoded segments.
    pub(super) fn href<'a>(&self, segments: impl IntoIterator<Item = &'a str>) -> Href {
        let mut url = self.base.clone();
        // Fails on an address without a host only, which the configuration refuses.
        if let Ok(mut path) = url.path_segments_mut() {
            path.clear().extend(segments);
        }
        Href(url.path().to_owned())
    }

    pub(super) fn url(&self, href: &Href) -> Url {
        let mut url = self.base.clone();
        // Not `join`: a path that begins with two slashes would name a host.
        url.set_path(&href.0);
        url
    }

    /// Sends a request that changes nothing.
    pub(super) async fn read(&self, request: Request) -> Result<Response, Error> {
        let sent = self.signed(request).send().await;
        let response = sent.map_err(|error| Error::Unreachable(reason(&error)))?;
        match response.status() {
            StatusCode::UNAUTHORIZED => Err(Error::LogIn),
            _ => Ok(response),
        }
    }

    /// Sends a request that changes something.
    pub(super) async fn write(&self, request: Request) -> Result<Response, Error> {
        match self.signed(request).send().await {
            Ok(response) => Ok(response),
            // Without a connection the request was never sent.
            Err(error) if error.is_connect() => Err(Error::Unreachable(reason(&error))),
            Err(error) => Err(Error::Unconfirmed(reason(&error).to_owned())),
        }
    }

    fn signed(&self, request: Request) -> Request {
        match &self.login {
            Some(login) => request.basic_auth(&login.username, Some(&login.password)),
            None => request,
        }
    }
}
