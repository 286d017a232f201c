//! The address book that is served when no other is configured: in memory, on
//! the loopback interface, gone when the process ends. It has no log-in, so any
//! program on this machine can reach it: put nothing but samples into it.

use std::net::Ipv4Addr;

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{self, Response, StatusCode},
};
use dav_server::{DavHandler, fakels::FakeLs, memfs::MemFs};
use reqwest::Url;
use tokio::net::TcpListener;

use super::samples::CARDS;

/// `dav-server` takes every directory below `/addressbooks/` for an address book.
const HOME: &str = "/addressbooks/you/";

const BOOKS: [(&str, &str); 2] = [("personal", "Personal"), ("work", "Work")];

type StartError = Box<dyn std::error::Error + Send + Sync>;

/// Starts the server with its samples and returns its URL.
pub(super) async fn start() -> Result<Url, StartError> {
    let dav = DavHandler::builder()
        .filesystem(MemFs::new())
        .locksystem(FakeLs::new())
        .principal(HOME)
        .build_handler();
    fill(&dav).await?;

    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let url = Url::parse(&format!("http://{}/", listener.local_addr()?))?;
    let router = Router::new().fallback(move |request: Request| {
        let dav = dav.clone();
        async move { dav.handle(request).await }
    });
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(url)
}

async fn fill(dav: &DavHandler) -> Result<(), StartError> {
    put(dav, "MKCOL", HOME, String::new()).await?;
    for (book, name) in BOOKS {
        let path = format!("{HOME}{book}/");
        put(dav, "MKADDRESSBOOK", &path, String::new()).await?;
        put(dav, "PROPPATCH", &path, display_name(name)).await?;
    }
    for (book, file, card) in CARDS {
        let path = format!("{HOME}{book}/{file}");
        put(dav, "PUT", &path, card.replace('\n', "\r\n")).await?;
    }
    Ok(())
}

fn display_name(name: &str) -> String {
    format!(
        r#"<propertyupdate xmlns="DAV:"><set><prop><displayname>{name}</displayname></prop></set></propertyupdate>"#
    )
}

/// One request to the handler itself, before anyone can reach it.
async fn put(dav: &DavHandler, method: &str, path: &str, body: String) -> Result<(), StartError> {
    let request = http::Request::builder().method(method).uri(path).body(Body::from(body))?;
    let response: Response<_> = dav.handle(request).await;
    match response.status() {
        StatusCode::CREATED | StatusCode::NO_CONTENT | StatusCode::MULTI_STATUS => Ok(()),
        status => Err(format!("the embedded address book answered {method} with {status}").into()),
    }
}
