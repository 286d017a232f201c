//! The body of a backend's answer, up to a limit, and what went wrong with it in
//! words of our own: those of reqwest have the URL in them.

use reqwest::Response;

pub(super) enum Unread {
    TooLarge,
    Broken(&'static str),
}

pub(super) async fn bytes(mut response: Response, limit: usize) -> Result<Vec<u8>, Unread> {
    let broken = |error: reqwest::Error| Unread::Broken(reason(&error));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > limit {
            return Err(Unread::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

pub(super) fn reason(error: &reqwest::Error) -> &'static str {
    if error.is_timeout() {
        "it did not answer in time"
    } else if error.is_connect() {
        "no connection could be made"
    } else {
        "the connection broke"
    }
}
