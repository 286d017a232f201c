//! What the account has listened to, and when.

use axum::{
    Json, Router,
    extract::{Path, Query},
    routing::get,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, BAD_REQUEST, Server, store::CREATED};

pub(super) fn routes() -> Router<Server> {
    Router::new()
        .route("/me/listening-sessions", get(sessions))
        .route("/me/listening-stats", get(stats))
        .route("/me/stats/year/{year}", get(year))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionPage {
    #[serde(default)]
    page: usize,
    #[serde(default = "ten")]
    items_per_page: usize,
}

fn ten() -> usize {
    10
}

/// Three sittings with one book, the same for every account.
fn all_sessions() -> Vec<Value> {
    let session = |at: u64| {
        json!({
            "id": format!("ses-{at}"),
            "libraryItemId": "li-1",
            "episodeId": null,
            "mediaType": "book",
            "displayTitle": "The Time Machine",
            "displayAuthor": "H. G. Wells",
            "date": format!("2023-11-{:02}", 14 + at),
            "dayOfWeek": "Tuesday",
            "timeListening": 600 * at,
            "currentTime": 1_234.5,
            "startedAt": CREATED,
            "updatedAt": CREATED,
        })
    };
    (1..=3).rev().map(session).collect()
}

async fn sessions(Query(page): Query<SessionPage>) -> Json<Value> {
    let SessionPage { page, items_per_page } = page;
    let all = all_sessions();
    let (total, size) = (all.len(), items_per_page.max(1));
    let shown = all.into_iter().skip(page.saturating_mul(size)).take(size);
    Json(json!({
        "total": total,
        "numPages": total.div_ceil(size),
        "page": page,
        "itemsPerPage": items_per_page,
        "sessions": shown.collect::<Value>(),
    }))
}

async fn stats() -> Json<Value> {
    Json(json!({
        "totalTime": 3600,
        "items": { "li-1": { "id": "li-1", "timeListening": 3600 } },
        "days": { "2023-11-15": 600, "2023-11-16": 1200, "2023-11-17": 1800 },
        "dayOfWeek": { "Tuesday": 3600 },
        "today": 0,
        "recentSessions": all_sessions(),
    }))
}

async fn year(Path(year): Path<String>) -> Answer {
    let year = year.parse::<u16>().ok().filter(|year| (2000..=9999).contains(year));
    let heard = if year.ok_or((BAD_REQUEST, "Invalid year"))? == 2023 { 3600 } else { 0 };
    Ok(Json(json!({
        "totalListeningSessions": heard / 1200,
        "totalListeningTime": heard,
        "totalBookListeningTime": heard,
        "totalPodcastListeningTime": 0,
        "topAuthors": [],
        "topGenres": [],
        "numBooksFinished": 0,
        "numBooksListened": heard / 3600,
    })))
}
