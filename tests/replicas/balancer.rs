//! Between the clients and the replicas: each request goes to the next replica.

use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    Router,
    body::Bytes,
    extract::Request,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use tokio::net::TcpListener;

use crate::servers::proxy::without_hops;

/// Ends with the test's runtime.
#[derive(Clone)]
pub struct Balancer {
    pub url: String,
    http: reqwest::Client,
    turn: Arc<Mutex<Turn>>,
    losing: Arc<AtomicBool>,
}

#[derive(Default)]
struct Turn {
    /// Where each replica takes MCP, as long as it is up.
    replicas: Vec<Option<String>>,
    last: usize,
}

impl Balancer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let balancer = Self {
            url: format!("http://{}/mcp", listener.local_addr().expect("an address")),
            http: direct(),
            turn: Arc::default(),
            losing: Arc::default(),
        };
        let passing = balancer.clone();
        let router = Router::new().fallback(move |request: Request| {
            let balancer = passing.clone();
            async move { balancer.pass(request).await }
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        balancer
    }

    /// Says where a replica is, or that it is down.
    pub fn register(&self, replica: usize, url: Option<String>) {
        let mut turn = self.turn();
        if turn.replicas.len() <= replica {
            turn.replicas.resize(replica + 1, None);
        }
        turn.replicas[replica] = url;
    }

    /// The replica that got the latest request.
    pub fn last(&self) -> usize {
        self.turn().last
    }

    /// The addresses of all that are up.
    pub fn replicas(&self) -> Vec<String> {
        self.turn().replicas.iter().flatten().cloned().collect()
    }

    /// Lets the next request through, and keeps the answer back.
    pub fn lose_next_answer(&self) {
        self.losing.store(true, Ordering::SeqCst);
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().expect("no panic")
    }

    fn next(&self) -> Option<String> {
        let mut turn = self.turn();
        let count = turn.replicas.len();
        let next = (1..=count).map(|step| (turn.last + step) % count);
        let next = next.into_iter().find(|&replica| turn.replicas[replica].is_some())?;
        turn.last = next;
        turn.replicas[next].clone()
    }

    async fn pass(&self, request: Request) -> Response {
        let Some(url) = self.next() else { return broken() };
        match forward(&self.http, &url, request).await {
            Some(_) if self.losing.swap(false, Ordering::SeqCst) => broken(),
            Some(answered) => answered.into_response(),
            None => broken(),
        }
    }
}

/// A client that keeps no connection: one to a process that has ended would tell it late.
pub fn direct() -> reqwest::Client {
    let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0);
    client.build().expect("an HTTP client")
}

/// A whole answer.
pub type Answer = (StatusCode, HeaderMap, Bytes);

/// Sends a request on, and waits for all of the answer. `None` where the other end has gone.
pub async fn forward(http: &reqwest::Client, url: &str, request: Request) -> Option<Answer> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.ok()?;
    let request = http.request(parts.method, url).headers(without_hops(parts.headers)).body(body);
    let answer = request.send().await.ok()?;
    let (status, headers) = (answer.status(), without_hops(answer.headers().clone()));
    Some((status, headers, answer.bytes().await.ok()?))
}

/// What a client gets whose request may or may not have been carried out.
fn broken() -> Response {
    StatusCode::BAD_GATEWAY.into_response()
}
