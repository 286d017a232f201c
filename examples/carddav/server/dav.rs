//! Requests to the CardDAV server. Reading and adding are free; what replaces,
//! moves or removes a card takes the approval for it.

use std::time::Duration;

use reqwest::{
    Method, Response, StatusCode, Url,
    header::{CONTENT_TYPE, ETAG, HeaderName, IF_MATCH, LOCATION},
};
use rmcp_approval::{
    Approved, Operation,
    http::{Add, Backend, Read, Request},
};
use serde::Serialize;

use super::{
    config::{Login, Remote, is_loopback},
    error::Error,
    multistatus::{self, Resource},
    values::{ETag, Href},
};

/// More than any card or list that a tool could usefully hand over.
const BODY_LIMIT: usize = 8 * 1024 * 1024;

/// How many redirects a query follows.
const MAX_HOPS: usize = 4;

const DEPTH: HeaderName = HeaderName::from_static("depth");
const DESTINATION: HeaderName = HeaderName::from_static("destination");
const OVERWRITE: HeaderName = HeaderName::from_static("overwrite");

const VCARD: &str = "text/vcard; charset=utf-8";
const XML: &str = "application/xml; charset=utf-8";

#[derive(Clone)]
pub(super) struct Dav {
    backend: Backend,
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

    fn url(&self, href: &Href) -> Url {
        let mut url = self.base.clone();
        // Not `join`: a path that begins with two slashes would name a host.
        url.set_path(&href.0);
        url
    }

    pub(super) async fn propfind(
        &self,
        href: &Href,
        depth: &'static str,
        body: &'static str,
    ) -> Result<Vec<Resource>, Error> {
        self.query(Read::Propfind, href, depth, body.to_owned()).await
    }

    pub(super) async fn report(&self, href: &Href, body: String) -> Result<Vec<Resource>, Error> {
        self.query(Read::Report, href, "1", body).await
    }

    async fn query(
        &self,
        method: Read,
        href: &Href,
        depth: &'static str,
        body: String,
    ) -> Result<Vec<Resource>, Error> {
        let mut href = href.clone();
        for _ in 0..MAX_HOPS {
            let request = self
                .backend
                .read(method, self.url(&href))
                .header(DEPTH, depth)
                .header(CONTENT_TYPE, XML)
                .body(body.clone());
            let response = self.read(request).await?;
            match response.status() {
                StatusCode::MULTI_STATUS => return multistatus::parse(&text(response).await?),
                status if status.is_redirection() => href = self.redirected(&response)?,
                status => return Err(Error::Status(status)),
            }
        }
        Err(Error::Malformed("anything but another redirect"))
    }

    /// Where a redirect leads, such as the one from `/.well-known/carddav`.
    fn redirected(&self, response: &Response) -> Result<Href, Error> {
        let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
        self.resolve(location.ok_or(Error::Malformed("a redirect with an address"))?)
    }

    /// A card with its ETag; `None` where there is none.
    pub(super) async fn get(&self, href: &Href) -> Result<Option<Stored>, Error> {
        let response = self.read(self.backend.read(Read::Get, self.url(href))).await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND | StatusCode::GONE => return Ok(None),
            status => return Err(Error::Status(status)),
        }
        let etag = response.headers().get(ETAG).and_then(|value| value.to_str().ok());
        let etag = etag.and_then(ETag::parse).ok_or(Error::Malformed(
            "one with a strong ETag, without which a change by someone else would go unnoticed",
        ))?;
        let version = CardVersion { href: href.clone(), etag };
        Ok(Some(Stored { version, text: text(response).await? }))
    }

    /// Stores a new card; never over another, because `Add::Put` says so.
    pub(super) async fn create(&self, href: &Href, card: String) -> Result<(), Error> {
        let request =
            self.backend.add(Add::Put, self.url(href)).header(CONTENT_TYPE, VCARD).body(card);
        match self.write(request).await {
            Err(Error::Changed) => Err(Error::Input(
                "There already is a card under this uid. Nothing was changed: choose another uid."
                    .to_owned(),
            )),
            written => written,
        }
    }

    pub(super) async fn replace<Op: Operation>(
        &self,
        approved: &Approved<Op>,
        version: &CardVersion,
        card: String,
    ) -> Result<(), Error> {
        let request =
            self.guarded(approved, Method::PUT, version)?.header(CONTENT_TYPE, VCARD).body(card);
        self.write(request).await
    }

    pub(super) async fn delete<Op: Operation>(
        &self,
        approved: &Approved<Op>,
        version: &CardVersion,
    ) -> Result<(), Error> {
        self.write(self.guarded(approved, Method::DELETE, version)?).await
    }

    /// Servers ignore `If-Match` on a MOVE: the caller has compared the ETag.
    pub(super) async fn rename<Op: Operation>(
        &self,
        approved: &Approved<Op>,
        version: &CardVersion,
        to: &Href,
    ) -> Result<(), Error> {
        // MOVE is a method; if it were none, GET changes nothing.
        let method = Method::from_bytes(b"MOVE").unwrap_or(Method::GET);
        let request = self
            .guarded(approved, method, version)?
            .header(DESTINATION, self.url(to).as_str())
            .header(OVERWRITE, "F");
        match self.write(request).await {
            Err(Error::Changed) => Err(Error::Input(
                "The card is gone, or the destination has got a card of the same file name, since \
                 both were read. Nothing was moved: look at both and call again if it is still \
                 wanted."
                    .to_owned(),
            )),
            moved => moved,
        }
    }

    fn guarded<Op: Operation>(
        &self,
        approved: &Approved<Op>,
        method: Method,
        version: &CardVersion,
    ) -> Result<Request, Error> {
        let request = self.backend.write(approved, method, self.url(&version.href))?;
        Ok(request.header(IF_MATCH, version.etag.as_str()))
    }

    async fn read(&self, request: Request) -> Result<Response, Error> {
        let sent = self.signed(request).send().await;
        let response = sent.map_err(|error| Error::Unreachable(reason(&error)))?;
        match response.status() {
            StatusCode::UNAUTHORIZED => Err(Error::LogIn),
            _ => Ok(response),
        }
    }

    async fn write(&self, request: Request) -> Result<(), Error> {
        let response = match self.signed(request).send().await {
            Ok(response) => response,
            // Without a connection the request was never sent.
            Err(error) if error.is_connect() => return Err(Error::Unreachable(reason(&error))),
            Err(error) => return Err(Error::Unconfirmed(reason(&error).to_owned())),
        };
        match response.status() {
            StatusCode::MULTI_STATUS => confirmed(&text(response).await.unwrap_or_default()),
            status if status.is_success() => Ok(()),
            StatusCode::UNAUTHORIZED => Err(Error::LogIn),
            StatusCode::NOT_FOUND | StatusCode::GONE | StatusCode::PRECONDITION_FAILED => {
                Err(Error::Changed)
            }
            status if status.is_server_error() => {
                Err(Error::Unconfirmed(format!("it answered {status}")))
            }
            status => Err(Error::Status(status)),
        }
    }

    fn signed(&self, request: Request) -> Request {
        match &self.login {
            Some(login) => request.basic_auth(&login.username, Some(&login.password)),
            None => request,
        }
    }
}

/// A 207 to a write lists what failed, as a rule.
fn confirmed(body: &str) -> Result<(), Error> {
    let unclear = || Error::Unconfirmed("its answer is not clear".to_owned());
    let resources = multistatus::parse(body).map_err(|_| unclear())?;
    let done = |resource: &Resource| resource.status.is_some_and(|status| status < 300);
    if !resources.is_empty() && resources.iter().all(done) { Ok(()) } else { Err(unclear()) }
}

async fn text(mut response: Response) -> Result<String, Error> {
    let broken = |error: reqwest::Error| Error::Unreachable(reason(&error));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > BODY_LIMIT {
            return Err(Error::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    String::from_utf8(body).map_err(|_| Error::Malformed("UTF-8 text"))
}

/// In our own words: reqwest's text has the URL in it.
fn reason(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "it did not answer in time"
    } else if error.is_connect() {
        "no connection could be made"
    } else {
        "the connection broke"
    }
}
