//! An HTTP client that a backend can be built on without a raw way to write (feature `http`).
//!
//! [`Backend`] has three doors, and reqwest's client behind them is out of reach:
//!
//! - [`read`](Backend::read): methods that change nothing (RFC 9110, section 9.2.1, and the reading
//!   methods of WebDAV);
//! - [`add`](Backend::add): requests that add something that was not there;
//! - [`write`](Backend::write): everything else, with an approval.
//!
//! Depend on reqwest 0.13 yourself, with the TLS that you want: this crate chooses none. To keep
//! reqwest's own client out of the rest of your server, put this into its `clippy.toml`:
//!
//! ```toml
//! disallowed-types = [
//!     { path = "reqwest::Client", reason = "go through rmcp_approval::http::Backend" },
//! ]
//! disallowed-methods = [
//!     { path = "reqwest::ClientBuilder::build", reason = "go through rmcp_approval::http::Backend" },
//! ]
//! ```
//!
//! With reqwest's feature `blocking`, name the same two of `reqwest::blocking`.

use std::{fmt, time::Duration};

use reqwest::{
    Body, Client, ClientBuilder, IntoUrl, Method, RequestBuilder, Response,
    header::{HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH},
    redirect, retry,
};
use serde::Serialize;

use crate::{
    approved::{Approved, Evidence},
    error::Error,
    operation::Operation,
};

/// Headers by which some servers take another method than the request line says.
const METHOD_OVERRIDES: [HeaderName; 3] = [
    HeaderName::from_static("x-http-method"),
    HeaderName::from_static("x-http-method-override"),
    HeaderName::from_static("x-method-override"),
];

/// A method that changes nothing on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Read {
    /// RFC 9110, section 9.3.1.
    Get,
    /// RFC 9110, section 9.3.2.
    Head,
    /// RFC 9110, section 9.3.7.
    Options,
    /// WebDAV: RFC 4918, section 9.1.
    Propfind,
    /// WebDAV: RFC 3253, section 3.6.
    Report,
}

impl Read {
    const fn name(self) -> &'static [u8] {
        match self {
            Self::Get => b"GET",
            Self::Head => b"HEAD",
            Self::Options => b"OPTIONS",
            Self::Propfind => b"PROPFIND",
            Self::Report => b"REPORT",
        }
    }
}

/// A method that adds something. That it takes nothing away is your claim about the URL, and the
/// reason that this door has a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Add {
    /// Creates the resource at a URL where there is none: the request carries `If-None-Match: *`
    /// (RFC 9110, section 13.1.2), so the server refuses to overwrite.
    Put,
    /// Adds to a collection. Only where POST adds: many APIs destroy with it, too.
    Post,
    /// WebDAV: creates a collection, which fails where there is one (RFC 4918, section 9.3).
    Mkcol,
}

impl Add {
    const fn name(self) -> &'static [u8] {
        match self {
            Self::Put => b"PUT",
            Self::Post => b"POST",
            Self::Mkcol => b"MKCOL",
        }
    }
}

/// An HTTP client in which a destructive request takes an approval.
///
/// It follows no redirects and repeats nothing by itself: each [`write`](Self::write) is one request to
/// the URL that you give. That URL is your claim; nothing compares it with the operation.
///
/// # Examples
///
/// ```
/// use reqwest::Method;
/// use rmcp_approval::{Approved, Error, Operation, Prompt, http::{Backend, Read}, server_text};
///
/// #[derive(serde::Serialize)]
/// pub struct DeleteNote { url: String }
///
/// impl Operation for DeleteNote {
///     const NAME: &'static str = "delete_note";
///     fn prompt(&self) -> Prompt<'_> { Prompt::new(server_text!("delete a note")) }
/// }
///
/// pub struct Notes { http: Backend }
///
/// impl Notes {
///     pub async fn read(&self, url: &str) -> Result<String, reqwest::Error> {
///         self.http.read(Read::Get, url).send().await?.text().await
///     }
///
///     pub async fn delete(
///         &self,
///         approved: Approved<DeleteNote>,
///     ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
///         let request = self.http.write(&approved, Method::DELETE, &approved.operation().url)?;
///         request.send().await?.error_for_status()?;
///         Ok(())
///     }
/// }
/// ```
#[derive(Clone)]
pub struct Backend {
    client: Client,
}

impl Backend {
    /// A backend on the client that `builder` makes. It takes the builder, so that nobody keeps a
    /// client that goes around it. Set credentials and timeouts there.
    ///
    /// # Errors
    ///
    /// When reqwest cannot build the client.
    pub fn new(builder: ClientBuilder) -> Result<Self, reqwest::Error> {
        let client = builder.redirect(redirect::Policy::none()).retry(retry::never()).build()?;
        Ok(Self { client })
    }

    /// A request that changes nothing.
    pub fn read(&self, method: Read, url: impl IntoUrl) -> Request {
        self.free(method.name(), url, false)
    }

    /// A request that adds something that was not there.
    pub fn add(&self, method: Add, url: impl IntoUrl) -> Request {
        self.free(method.name(), url, method == Add::Put)
    }

    /// A request that replaces, moves or removes something.
    ///
    /// # Approval
    ///
    /// It takes an approval by reference, so that one approved operation can be several requests.
    /// The backend method around it takes the [`Approved`] by value, so that it runs once.
    ///
    /// # Errors
    ///
    /// [`Error::Changed`] when the operation is not the one that was approved. No request was made
    /// then.
    pub fn write<Op: Operation, By: Evidence>(
        &self,
        approved: &Approved<Op, By>,
        method: Method,
        url: impl IntoUrl,
    ) -> Result<Request, Error> {
        approved.check()?;
        Ok(Request { builder: self.client.request(method, url), approved: true, only_new: false })
    }

    fn free(&self, method: &[u8], url: impl IntoUrl, only_new: bool) -> Request {
        // The names above are methods; if one were none, GET changes nothing.
        let method = Method::from_bytes(method).unwrap_or(Method::GET);
        Request { builder: self.client.request(method, url), approved: false, only_new }
    }
}

/// Shows nothing of the client, which may hold credentials.
impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Backend(_)")
    }
}

/// A request that one of the doors of [`Backend`] let through. Not `Clone`: it is sent once.
#[must_use = "a request does nothing until it is sent"]
pub struct Request {
    builder: RequestBuilder,
    approved: bool,
    only_new: bool,
}

impl Request {
    /// Adds a header. A value that is none is reported by [`send`](Self::send).
    pub fn header(self, name: HeaderName, value: impl AsRef<[u8]>) -> Self {
        self.with(|builder| builder.header(name, value.as_ref()))
    }

    /// Adds headers, replacing those of the same names.
    pub fn headers(self, headers: HeaderMap) -> Self {
        self.with(|builder| builder.headers(headers))
    }

    /// Authenticates with a name and a password (RFC 7617).
    pub fn basic_auth(self, name: &str, password: Option<&str>) -> Self {
        self.with(|builder| builder.basic_auth(name, password))
    }

    /// Authenticates with a token (RFC 6750).
    pub fn bearer_auth(self, token: &str) -> Self {
        self.with(|builder| builder.bearer_auth(token))
    }

    /// Limits the whole exchange, the body of the answer included.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.with(|builder| builder.timeout(timeout))
    }

    /// Sets the body.
    pub fn body(self, body: impl Into<Body>) -> Self {
        self.with(|builder| builder.body(body))
    }

    /// Sets the body to `value` as JSON. A value that cannot be written is reported by
    /// [`send`](Self::send).
    pub fn json<T: Serialize + ?Sized>(self, value: &T) -> Self {
        match serde_json::to_vec(value) {
            Ok(json) => self
                .with(|builder| builder.header(reqwest::header::CONTENT_TYPE, "application/json"))
                .body(json),
            // An invalid header is the way in which a RequestBuilder remembers an error.
            Err(_) => self.header(reqwest::header::CONTENT_TYPE, "\n"),
        }
    }

    /// Sends the request.
    ///
    /// # Errors
    ///
    /// When the request cannot be built, or no answer comes. Whether a write was carried out is
    /// unknown when no answer comes; say so, and how to find out.
    pub async fn send(self) -> Result<Response, reqwest::Error> {
        let (client, request) = self.builder.build_split();
        let mut request = request?;
        if !self.approved {
            for name in METHOD_OVERRIDES {
                request.headers_mut().remove(name);
            }
        }
        if self.only_new {
            request.headers_mut().insert(IF_NONE_MATCH, HeaderValue::from_static("*"));
        }
        client.execute(request).await
    }

    fn with(mut self, change: impl FnOnce(RequestBuilder) -> RequestBuilder) -> Self {
        self.builder = change(self.builder);
        self
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Request(_)")
    }
}
