//! Changes that need no approval although they replace something: what was there
//! can be typed again. They are sent with PATCH, and with no other body than a
//! `Revision`: the same paths take an order too, and none of these types has one.

use reqwest::{Client, ClientBuilder, Method, Response, Url, redirect, retry};
use rmcp_approval::Patch;
use serde::Serialize;

use super::{
    config::ApiKey,
    values::{Name, Seconds, Text},
};

/// A client that sends revisions and nothing else.
#[derive(Clone)]
pub(super) struct Revise {
    client: Client,
}

impl Revise {
    pub(super) fn new(builder: ClientBuilder) -> Result<Self, reqwest::Error> {
        let builder = builder.redirect(redirect::Policy::none()).retry(retry::never());
        Ok(Self { client: builder.build()? })
    }

    pub(super) async fn send(
        &self,
        url: Url,
        key: &ApiKey,
        revision: &impl Revision,
    ) -> Result<Response, reqwest::Error> {
        let request = self.client.request(Method::PATCH, url).bearer_auth(key.as_str());
        request.json(revision).send().await
    }
}

/// The seal stands in this file, so that no other file adds a kind.
mod sealed {
    pub(in super::super) trait Sealed {}
}

/// What may be replaced without asking.
pub(super) trait Revision: Serialize + sealed::Sealed {}

/// A new name or description, of a collection or a playlist.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Rename {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<Name>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    pub(super) description: Patch<Text>,
}

impl Rename {
    /// How many fields it replaces.
    pub(super) fn count(&self) -> usize {
        usize::from(self.name.is_some()) + usize::from(!self.description.is_omitted())
    }
}

/// Where somebody is in a recording.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Progress {
    #[serde(rename_all = "camelCase")]
    Position { current_time: Seconds, duration: f64, progress: f64 },
    #[serde(rename_all = "camelCase")]
    Finished { is_finished: bool },
}

/// A new title for the bookmark at `time`.
#[derive(Debug, Serialize)]
pub(super) struct Retitle {
    pub(super) time: Seconds,
    pub(super) title: Text,
}

impl sealed::Sealed for Rename {}
impl sealed::Sealed for Progress {}
impl sealed::Sealed for Retitle {}
impl Revision for Rename {}
impl Revision for Progress {}
impl Revision for Retitle {}
