//! A server that cannot be reached, refuses, or does not confirm.

use axum::{
    Json, Router,
    extract::State,
    http::StatusCode,
    routing::{any, get},
};
use reqwest::Url;
use rmcp_approval::{
    Approver,
    testing::{Answer, Revision, connect},
};
use serde_json::json;

use crate::{
    cases::{not_done, text},
    server::{
        Audiobooks, Audiobookshelf,
        config::{ApiKey, Remote},
    },
    world::SERVER,
};

const KEY: &str = "s3cr3t-k3y";

fn server(url: &str) -> Audiobookshelf {
    let remote =
        Remote { url: Url::parse(url).unwrap(), key: ApiKey::parse(KEY.to_owned()).unwrap() };
    let approver = Approver::builder(SERVER).build().unwrap();
    Audiobookshelf::new(Audiobooks::new(remote).unwrap(), approver, false)
}

/// A server that shows one collection and answers every change with `status`.
async fn changing_with(status: StatusCode) -> String {
    let collection = json!({
        "id": "col-1", "libraryId": "lib-1", "name": "N", "description": null,
        "books": [{ "id": "li-1" }, { "id": "li-2" }],
    });
    let app = Router::new()
        .route("/abs/api/me", get(async || Json(json!({ "token": KEY }))))
        .route(
            "/abs/api/collections/col-1",
            any(async move |State(status): State<StatusCode>, method: axum::http::Method| {
                if method == axum::http::Method::GET {
                    return (StatusCode::OK, Json(collection));
                }
                (status, Json(json!("words of the server's")))
            }),
        )
        .with_state(status);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/abs", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    url
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_reported_and_nobody_is_asked() {
    // Bound and not listened on: nobody answers there.
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", socket.local_addr().unwrap());
    for revision in Revision::ALL {
        let person = connect(server(&url)).revision(revision).start().await.unwrap();
        for (tool, args) in [
            ("list_libraries", json!({})),
            ("delete_collection", json!({ "collection_id": "col-1" })),
            ("update_playlist", json!({ "playlist_id": "pl-1", "name": "New" })),
            ("create_bookmark", json!({ "library_item_id": "li-1", "time": 1, "title": "T" })),
        ] {
            let said = not_done(&person.call(tool, args).await.unwrap());
            assert!(said.contains("could not be reached: no connection"), "{said}");
            assert!(said.contains("Nothing was changed") && !said.contains(KEY), "{said}");
        }
        assert_eq!(person.questions(), []);
    }
}

#[tokio::test]
async fn what_the_server_makes_of_a_write_is_told() {
    for (status, told) in [
        (StatusCode::OK, ""),
        (StatusCode::UNAUTHORIZED, "refused the API key. Nothing was changed"),
        (StatusCode::FORBIDDEN, "may not do that. Nothing was changed"),
        (StatusCode::NOT_FOUND, "Someone else removed the collection"),
        (StatusCode::BAD_REQUEST, "answered 400 Bad Request. Nothing was changed"),
        (StatusCode::FOUND, "answered 302 Found. Nothing was changed"),
        (StatusCode::BAD_GATEWAY, "Whether it was made is not known"),
    ] {
        let url = changing_with(status).await;
        for revision in Revision::ALL {
            let person = connect(server(&url)).revision(revision).answer(Answer::Accept);
            let person = person.start().await.unwrap();
            let args = json!({ "collection_id": "col-1" });
            let result = person.call("delete_collection", args).await.unwrap();
            assert_eq!(person.questions().len(), 1);
            assert_eq!(result.is_error, Some(status != StatusCode::OK));
            let said = text(&result);
            assert!(said.contains(told) && !said.contains("words of the server"), "{said}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_not_clear_is_not_called_a_failure() {
    let url = changing_with(StatusCode::OK).await;
    for revision in Revision::ALL {
        let person = connect(server(&url)).revision(revision).start().await.unwrap();
        // The answer to an order is the collection; this server answers something else.
        let order = json!({ "collection_id": "col-1", "library_item_ids": ["li-2", "li-1"] });
        let said = not_done(&person.call("update_collection", order).await.unwrap());
        assert!(
            said.contains("its answer is not clear. Whether it was made is not known"),
            "{said}"
        );
        // Of a rename no answer is expected.
        let rename = json!({ "collection_id": "col-1", "name": "New" });
        let renamed = person.call("update_collection", rename).await.unwrap();
        assert_eq!(renamed.is_error, Some(false));
        assert_eq!(person.questions().len(), 1);
    }
}
