//! The Audiobookshelf server that is served when no other is configured: a part of
//! its interface, as version 2.36 answers it, over samples in memory. It listens on
//! the loopback interface and is gone when the process ends.

use std::{
    net::Ipv4Addr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Json, Router,
    extract::{Request, State},
    http::{StatusCode, header::AUTHORIZATION},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use reqwest::Url;
use serde_json::{Value, json};
use tokio::net::TcpListener;

mod bookmarks;
mod catalog;
mod collections;
mod item;
mod libraries;
mod listening;
mod me;
mod playlists;
mod progress;
mod samples;
mod store;

use store::Store;

/// Who a key acts for.
#[derive(Clone)]
pub(crate) struct Account {
    pub(crate) key: String,
    pub(crate) id: &'static str,
    pub(crate) is_admin: bool,
    /// Whether it may update and delete what all accounts share.
    pub(crate) may_change: bool,
}

impl Account {
    pub(crate) fn owner(key: String) -> Self {
        Self { key, id: samples::OWNER, is_admin: true, may_change: true }
    }
}

#[derive(Clone)]
struct Server {
    store: Arc<Mutex<Store>>,
    accounts: Arc<Vec<Account>>,
}

/// What a handler answers with.
type Answer = Result<Json<Value>, Refusal>;

/// A status with a short text, which is not JSON.
type Refusal = (StatusCode, &'static str);

const OK: &str = "OK";
const BAD_REQUEST: StatusCode = StatusCode::BAD_REQUEST;
const NOT_FOUND: Refusal = (StatusCode::NOT_FOUND, "Not Found");
const FORBIDDEN: Refusal = (StatusCode::FORBIDDEN, "Forbidden");

/// Starts the server with its samples and returns its URL.
pub(crate) async fn start(accounts: Vec<Account>) -> std::io::Result<Url> {
    let server =
        Server { store: Arc::new(Mutex::new(samples::store())), accounts: Arc::new(accounts) };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let url = format!("http://{}/", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, router(server)).await });
    Url::parse(&url).map_err(std::io::Error::other)
}

fn router(server: Server) -> Router {
    let api = Router::new()
        .merge(catalog::routes())
        .merge(libraries::routes())
        .merge(collections::routes())
        .merge(playlists::routes())
        .merge(me::routes())
        .merge(bookmarks::routes())
        .merge(progress::routes())
        .merge(listening::routes())
        .fallback(no_such_path)
        .layer(middleware::from_fn_with_state(server.clone(), authenticate));
    Router::new()
        .route("/status", get(status))
        .nest("/api", api)
        .fallback(no_such_path)
        .with_state(server)
}

/// Puts the account of the key into the request.
async fn authenticate(State(server): State<Server>, mut request: Request, next: Next) -> Response {
    let key = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = key.and_then(|value| value.strip_prefix("Bearer "));
    match server.accounts.iter().find(|account| key == Some(&account.key)) {
        Some(account) => {
            request.extensions_mut().insert(account.clone());
            next.run(request).await
        }
        None => (StatusCode::UNAUTHORIZED, "Unauthorized").into_response(),
    }
}

async fn status() -> Json<Value> {
    Json(json!({
        "app": "audiobookshelf",
        "serverVersion": "2.36.0",
        "isInit": true,
        "language": "en-us",
        "authMethods": ["local"],
        "authFormData": {},
    }))
}

async fn no_such_path() -> (StatusCode, Html<&'static str>) {
    let page =
        "<!DOCTYPE html>\n<html lang=\"en\"><body><pre>Cannot do this here</pre></body></html>\n";
    (StatusCode::NOT_FOUND, Html(page))
}

impl Server {
    /// A handler that panicked is no reason to stop answering.
    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
