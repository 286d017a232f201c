//! Writing to the CardDAV server. Adding is free; what replaces or removes a card
//! takes the approval for it, and the ETag of the card that was approved.

use reqwest::{
    Method, Response, StatusCode,
    header::{CONTENT_TYPE, IF_MATCH},
};
use rmcp_approval::{
    Approved, Operation,
    http::{Add, Request},
};

use super::{
    dav::{CardVersion, Dav},
    error::Error,
    fetch,
    multistatus::{self, Resource},
    values::Href,
};

const VCARD: &str = "text/vcard; charset=utf-8";

impl Dav {
    /// Stores a new card; never over another, because `Add::Put` says so. Where there
    /// is one it is `Changed`.
    pub(super) async fn create(&self, href: &Href, card: String) -> Result<(), Error> {
        let request =
            self.backend.add(Add::Put, self.url(href)).header(CONTENT_TYPE, VCARD).body(card);
        confirmed(self.write(request).await?).await
    }

    pub(super) async fn replace<Op: Operation>(
        &self,
        approved: &Approved<Op>,
        version: &CardVersion,
        card: String,
    ) -> Result<(), Error> {
        let request =
            self.guarded(approved, Method::PUT, version)?.header(CONTENT_TYPE, VCARD).body(card);
        confirmed(self.write(request).await?).await
    }

    pub(super) async fn delete<Op: Operation>(
        &self,
        approved: &Approved<Op>,
        version: &CardVersion,
    ) -> Result<(), Error> {
        let request = self.guarded(approved, Method::DELETE, version)?;
        confirmed(self.write(request).await?).await
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
}

/// Whether the server says that it was done.
async fn confirmed(response: Response) -> Result<(), Error> {
    let status = response.status();
    let body = || async { fetch::text(response).await.unwrap_or_default() };
    match status {
        StatusCode::MULTI_STATUS => confirmed_inside(&body().await),
        status if status.is_success() => Ok(()),
        StatusCode::UNAUTHORIZED => Err(Error::LogIn),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(Error::Changed),
        status if status.is_server_error() => {
            Err(Error::Unconfirmed(format!("it answered {status}")))
        }
        status => Err(refused(status, &body().await)),
    }
}

/// A 207 to a write lists what failed, as a rule.
fn confirmed_inside(body: &str) -> Result<(), Error> {
    let unclear = || Error::Unconfirmed("its answer is not clear".to_owned());
    let resources = multistatus::parse(body).map_err(|_| unclear())?.resources;
    let done = |resource: &Resource| resource.status.is_some_and(|status| status < 300);
    if !resources.is_empty() && resources.iter().all(done) { Ok(()) } else { Err(unclear()) }
}

/// Servers answer 412 to a condition that does not hold, and some of them to a card
/// that they do not like (RFC 6352, section 6.3.2.1).
fn refused(status: StatusCode, body: &str) -> Error {
    if multistatus::names_precondition(body, "valid-address-data") {
        return Error::Rejected("it takes the new card for no valid vCard");
    }
    if multistatus::names_precondition(body, "no-uid-conflict") {
        return Error::Rejected("another card of the address book has the same uid");
    }
    match status {
        StatusCode::PRECONDITION_FAILED => Error::Changed,
        status => Error::Status(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INVALID: &str = r#"<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">
        <C:valid-address-data/></D:error>"#;

    #[test]
    fn a_rejected_card_is_not_taken_for_a_changed_one() {
        let failed = StatusCode::PRECONDITION_FAILED;
        assert!(matches!(refused(failed, ""), Error::Changed));
        assert!(matches!(refused(failed, INVALID), Error::Rejected(_)));
        assert!(matches!(refused(StatusCode::CONFLICT, ""), Error::Status(_)));
        let conflict = INVALID.replace("valid-address-data", "no-uid-conflict");
        assert!(matches!(refused(StatusCode::CONFLICT, &conflict), Error::Rejected(_)));
    }

    #[test]
    fn a_207_is_done_when_every_part_of_it_is() {
        let answer = |codes: &[u16]| {
            let parts = codes.iter().map(|code| {
                format!("<response><href>/a</href><status>HTTP/1.1 {code} X</status></response>")
            });
            let parts: String = parts.collect();
            confirmed_inside(&format!(r#"<multistatus xmlns="DAV:">{parts}</multistatus>"#))
        };
        assert!(answer(&[200, 204]).is_ok());
        assert!(matches!(answer(&[200, 423]), Err(Error::Unconfirmed(_))));
        assert!(matches!(answer(&[]), Err(Error::Unconfirmed(_))));
    }
}
