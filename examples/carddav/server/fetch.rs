//! Reading from the CardDAV server.

use std::collections::HashMap;

use reqwest::{
    Response, StatusCode,
    header::{CONTENT_TYPE, ETAG, HeaderName, LOCATION},
};
use rmcp_approval::http::Read;

use super::{
    answer_body,
    dav::{CardVersion, Dav, Stored},
    error::Error,
    multistatus::{self, Multistatus, Resource},
    queries,
    values::{ETag, Href, SyncToken},
};

/// More than any card has, or any list that a tool could usefully hand over.
const BODY_LIMIT: usize = 16 * 1024 * 1024;

/// How many cards are asked for at once.
const BATCH: usize = 50;

/// How many redirects a query follows.
const MAX_HOPS: usize = 4;

const DEPTH: HeaderName = HeaderName::from_static("depth");
const XML: &str = "application/xml; charset=utf-8";

/// A card in a list: its text, or `None` where it cannot be read as text.
pub(super) type Fetched = (Href, Option<String>);

impl Dav {
    pub(super) async fn propfind(
        &self,
        href: &Href,
        depth: &'static str,
        body: &'static str,
    ) -> Result<Vec<Resource>, Error> {
        let answer = self.query(Read::Propfind, href, depth, body.to_owned()).await?;
        Ok(answer.resources)
    }

    pub(super) async fn report(&self, href: &Href, body: String) -> Result<Vec<Resource>, Error> {
        Ok(self.query(Read::Report, href, "1", body).await?.resources)
    }

    /// RFC 6578, section 3.2, wants this depth for a report on a whole collection.
    pub(super) async fn changes(
        &self,
        href: &Href,
        since: Option<&SyncToken>,
    ) -> Result<Multistatus, Error> {
        self.query(Read::Report, href, "0", queries::changes_since(since)).await
    }

    async fn query(
        &self,
        method: Read,
        href: &Href,
        depth: &'static str,
        body: String,
    ) -> Result<Multistatus, Error> {
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
                status => return Err(refusal(status, response).await),
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
        let Some(response) = self.open(href).await? else {
            return Ok(None);
        };
        let etag = response.headers().get(ETAG).and_then(|value| value.to_str().ok());
        let etag = etag.and_then(ETag::parse).ok_or(Error::Malformed(
            "one with a strong ETag, without which a change by someone else would go unnoticed",
        ))?;
        let version = CardVersion { href: href.clone(), etag };
        Ok(Some(Stored { version, text: text(response).await? }))
    }

    async fn open(&self, href: &Href) -> Result<Option<Response>, Error> {
        let response = self.read(self.backend.read(Read::Get, self.url(href))).await?;
        match response.status() {
            StatusCode::OK => Ok(Some(response)),
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(None),
            status => Err(Error::Status(status)),
        }
    }

    /// The cards at these places, without those that are gone.
    ///
    /// Many at once, as a rule. But one card that is no text or has a character that
    /// XML cannot hold spoils the answer for all, so those are then read one by one.
    pub(super) async fn cards(&self, book: &Href, hrefs: &[Href]) -> Result<Vec<Fetched>, Error> {
        let mut cards = Vec::with_capacity(hrefs.len());
        for batch in hrefs.chunks(BATCH) {
            let mut found = match self.multiget(book, batch).await {
                Err(error) if error.is_about_one_answer() => HashMap::new(),
                answered => answered?,
            };
            for href in batch {
                match found.remove(href) {
                    Some(text) => cards.push((href.clone(), Some(text))),
                    None => cards.extend(self.single(href).await?),
                }
            }
        }
        Ok(cards)
    }

    async fn multiget(&self, book: &Href, hrefs: &[Href]) -> Result<HashMap<Href, String>, Error> {
        let resources = self.report(book, queries::cards_at(hrefs)).await?;
        let found = resources.into_iter().filter_map(|resource| {
            // XML has taken the line ends.
            let text = resource.card?.replace("\r\n", "\n").replace('\n', "\r\n");
            Some((self.resolve(&resource.href).ok()?, text))
        });
        Ok(found.collect())
    }

    async fn single(&self, href: &Href) -> Result<Option<Fetched>, Error> {
        let read = match self.open(href).await {
            Ok(Some(response)) => text(response).await,
            Ok(None) => return Ok(None),
            Err(error) => Err(error),
        };
        match read {
            Ok(text) => Ok(Some((href.clone(), Some(text)))),
            Err(error) if error.is_about_one_answer() => Ok(Some((href.clone(), None))),
            Err(error) => Err(error),
        }
    }

    /// What the server says that it can do: the classes of its `DAV` header (RFC 4918).
    pub(super) async fn classes(&self) -> Result<Vec<String>, Error> {
        let response = self.read(self.backend.read(Read::Options, self.url(&self.entry()))).await?;
        let values = response.headers().get_all("dav").iter();
        let classes = values.filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
        Ok(classes.map(|class| class.trim().to_owned()).filter(|class| !class.is_empty()).collect())
    }
}

async fn refusal(status: StatusCode, response: Response) -> Error {
    let body = text(response).await.unwrap_or_default();
    if multistatus::names_precondition(&body, "valid-sync-token") {
        return Error::OldSyncToken;
    }
    Error::Status(status)
}

pub(super) async fn text(response: Response) -> Result<String, Error> {
    let body = answer_body::bytes(response, BODY_LIMIT).await?;
    String::from_utf8(body).map_err(|_| Error::Malformed("UTF-8 text"))
}
