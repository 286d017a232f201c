//! Between the MCP server and the CardDAV server: what passes is written down, and somebody else
//! can be quicker than a request.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderMap, Method},
    response::Response,
};
use tokio::net::TcpListener;

type Meddling = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Ends with the test's runtime.
#[derive(Clone)]
pub struct Proxy {
    pub url: String,
    server: String,
    http: reqwest::Client,
    /// Method and path.
    seen: Arc<Mutex<Vec<(String, String)>>>,
    meddling: Arc<Mutex<Option<(&'static str, Meddling)>>>,
    meddling_after: Arc<Mutex<Option<(&'static str, Meddling)>>>,
    failing: Arc<Mutex<Option<(&'static str, u16)>>>,
}

impl Proxy {
    pub async fn before(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let proxy = Self {
            url: format!("http://{}/", listener.local_addr().expect("an address")),
            server: server.trim_end_matches('/').to_owned(),
            http: reqwest::Client::builder().no_proxy().build().expect("an HTTP client"),
            seen: Arc::default(),
            meddling: Arc::default(),
            meddling_after: Arc::default(),
            failing: Arc::default(),
        };
        let passing = proxy.clone();
        let router = Router::new().fallback(move |request: Request| {
            let proxy = passing.clone();
            async move { proxy.pass(request).await }
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        proxy
    }

    /// Does this once, right before the next request with this method goes through.
    pub fn meddle(
        &self,
        method: &'static str,
        meddling: impl Future<Output = ()> + Send + 'static,
    ) {
        *self.meddling.lock().expect("no panic") = Some((method, Box::pin(meddling)));
    }

    /// Does this once, right after the next request with this method was answered.
    pub fn meddle_after(
        &self,
        method: &'static str,
        meddling: impl Future<Output = ()> + Send + 'static,
    ) {
        *self.meddling_after.lock().expect("no panic") = Some((method, Box::pin(meddling)));
    }

    /// Answers the next request with this method so, and does not let it through.
    pub fn fail(&self, method: &'static str, status: u16) {
        *self.failing.lock().expect("no panic") = Some((method, status));
    }

    /// Forgets what was to happen and has not happened.
    pub fn leave_alone(&self) {
        *self.meddling.lock().expect("no panic") = None;
        *self.meddling_after.lock().expect("no panic") = None;
        *self.failing.lock().expect("no panic") = None;
    }

    /// The methods of the requests so far that could change something.
    pub fn writes(&self) -> Vec<String> {
        self.writes_where(|_| true)
    }

    /// The same for one path.
    pub fn writes_to(&self, path: &str) -> Vec<String> {
        self.writes_where(|other| other == path)
    }

    fn writes_where(&self, is_it: impl Fn(&str) -> bool) -> Vec<String> {
        let reads = ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"];
        let seen = self.seen.lock().expect("no panic");
        let writes =
            seen.iter().filter(|(method, path)| !reads.contains(&method.as_str()) && is_it(path));
        writes.map(|(method, _)| method.clone()).collect()
    }

    pub fn requests(&self) -> usize {
        self.seen.lock().expect("no panic").len()
    }

    async fn pass(&self, request: Request) -> Response {
        let method = request.method().clone();
        let seen = (method.to_string(), request.uri().path().to_owned());
        self.seen.lock().expect("no panic").push(seen);
        if let Some(meddling) = taken(&self.meddling, &method) {
            meddling.await;
        }
        if let Some(status) = taken(&self.failing, &method) {
            return Response::builder().status(status).body(Body::from("no")).expect("a response");
        }
        let (parts, body) = request.into_parts();
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let body = axum::body::to_bytes(body, usize::MAX).await.expect("a body");
        let answer = self
            .http
            .request(method.clone(), format!("{}{path}", self.server))
            .headers(without_hops(parts.headers))
            .body(body)
            .send()
            .await
            .expect("the server answers");
        if let Some(meddling) = taken(&self.meddling_after, &method) {
            meddling.await;
        }
        let mut response = Response::builder().status(answer.status());
        if let Some(headers) = response.headers_mut() {
            *headers = without_hops(answer.headers().clone());
        }
        response.body(Body::from(answer.bytes().await.expect("a body"))).expect("a response")
    }
}

/// What was to happen once with this method, if it was this method.
fn taken<T>(once: &Mutex<Option<(&'static str, T)>>, method: &Method) -> Option<T> {
    let mut once = once.lock().expect("no panic");
    once.take_if(|(on, _)| *on == method.as_str()).map(|(_, it)| it)
}

/// The headers that are about one connection only.
pub fn without_hops(mut headers: HeaderMap) -> HeaderMap {
    for hop in ["connection", "content-length", "host", "transfer-encoding"] {
        headers.remove(hop);
    }
    headers
}
