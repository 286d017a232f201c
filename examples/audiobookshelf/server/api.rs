//! Requests to the Audiobookshelf server. Reading and adding are free, and so is
//! what `revise` sends; whatever takes something away takes the approval for it.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode, Url};
use rmcp_approval::{
    Approved, Operation,
    http::{Add, Backend, Read, Request},
};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    answer_body::{self, reason},
    config::{ApiKey, Remote},
    error::Error,
    revise::{Revise, Revision},
    server_url::is_loopback,
};

/// Lists come with every file of every book in them.
const BODY_LIMIT: usize = 64 * 1024 * 1024;

#[derive(Clone)]
pub(super) struct Api {
    backend: Backend,
    revise: Revise,
    base: Url,
    key: ApiKey,
}

impl Api {
    pub(super) fn new(remote: Remote) -> Result<Self, reqwest::Error> {
        let client = || {
            let client = reqwest::Client::builder()
                .connect_timeout(Duration::from_secs(10))
                .timeout(Duration::from_secs(30));
            if is_loopback(&remote.url) { client.no_proxy() } else { client }
        };
        let (backend, revise) = (Backend::new(client())?, Revise::new(client())?);
        Ok(Self { backend, revise, base: remote.url, key: remote.key })
    }

    /// The address of something below the configured one, which may have a path of its own.
    pub(super) fn url<'a>(&self, segments: impl IntoIterator<Item = &'a str>) -> Url {
        let mut url = self.base.clone();
        // Fails on an address without a host only, which the configuration refuses.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, url: Url) -> Result<T, Error> {
        let sent = self.signed(self.backend.read(Read::Get, url)).send().await;
        let response = sent.map_err(|error| Error::Unreachable(reason(&error)))?;
        match response.status() {
            StatusCode::OK => json(response).await,
            status if status.is_server_error() => Err(Error::Status(status)),
            status => Err(refusal(status)),
        }
    }

    /// Adds something. What Audiobookshelf does with the same path and another method is not
    /// this method's to say: each caller knows that its POST adds.
    pub(super) async fn add<T: DeserializeOwned>(
        &self,
        segments: &[&str],
        body: &impl Serialize,
    ) -> Result<T, Error> {
        let request = self.backend.add(Add::Post, self.url(segments.iter().copied())).json(body);
        json(written(self.signed(request).send().await)?).await.map_err(after_write)
    }

    /// Replaces something that can be typed back, or put back.
    pub(super) async fn revise(
        &self,
        segments: &[&str],
        revision: &impl Revision,
    ) -> Result<(), Error> {
        let url = self.url(segments.iter().copied());
        written(self.revise.send(url, &self.key, revision).await)?;
        Ok(())
    }

    /// One request of an approved operation. Some answer with `OK`, which is no JSON.
    pub(super) async fn delete<Op: Operation>(
        &self,
        approved: &Approved<Op>,
        segments: &[&str],
    ) -> Result<(), Error> {
        let url = self.url(segments.iter().copied());
        let request = self.backend.write(approved, Method::DELETE, url)?;
        written(self.signed(request).send().await)?;
        Ok(())
    }

    /// One request of an approved operation, which answers with the list as it is then.
    pub(super) async fn write<Op: Operation, T: DeserializeOwned>(
        &self,
        approved: &Approved<Op>,
        method: Method,
        segments: &[&str],
        body: &impl Serialize,
    ) -> Result<T, Error> {
        let url = self.url(segments.iter().copied());
        let request = self.backend.write(approved, method, url)?.json(body);
        json(written(self.signed(request).send().await)?).await.map_err(after_write)
    }

    fn signed(&self, request: Request) -> Request {
        request.bearer_auth(self.key.as_str())
    }
}

fn written(sent: Result<Response, reqwest::Error>) -> Result<Response, Error> {
    match sent {
        Ok(response) if response.status().is_success() => Ok(response),
        Ok(response) if response.status().is_server_error() => {
            Err(Error::Unconfirmed(format!("it answered {}", response.status())))
        }
        Ok(response) => Err(refusal(response.status())),
        // Without a connection the request was never sent.
        Err(error) if error.is_connect() => Err(Error::Unreachable(reason(&error))),
        Err(error) => Err(Error::Unconfirmed(reason(&error).to_owned())),
    }
}

/// The server did not do it.
fn refusal(status: StatusCode) -> Error {
    match status {
        StatusCode::UNAUTHORIZED => Error::LogIn,
        StatusCode::FORBIDDEN => Error::Forbidden,
        StatusCode::NOT_FOUND => Error::Missing,
        status => Error::Status(status),
    }
}

/// The write was confirmed, and the answer to it cannot be read.
fn after_write(error: Error) -> Error {
    match error {
        Error::Unreachable(why) => Error::Unconfirmed(why.to_owned()),
        Error::Malformed(_) | Error::TooLarge => {
            Error::Unconfirmed("its answer is not clear".to_owned())
        }
        other => other,
    }
}

async fn json<T: DeserializeOwned>(response: Response) -> Result<T, Error> {
    let body = answer_body::bytes(response, BODY_LIMIT).await?;
    serde_json::from_slice(&body).map_err(|_| Error::Malformed("what its interface promises"))
}
