//! The guarded HTTP client, against a real server.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{Router, extract::Request, response::IntoResponse};
use reqwest::{ClientBuilder, Method, header};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use rmcp_approval::{
    Approved, Approver, Operation, Outcome, Parameters, Prompt,
    http::{Add, Backend, Read},
    server_text,
    testing::connect,
};
use serde::Serialize;
use serde_json::json;

type Seen = Arc<Mutex<Vec<(String, String, header::HeaderMap)>>>;

/// A server that notes every request. `/moved` redirects.
async fn server() -> (SocketAddr, Seen) {
    let seen = Seen::default();
    let notes = Arc::clone(&seen);
    let app = Router::new().fallback(async move |request: Request| {
        let (parts, _) = request.into_parts();
        let path = parts.uri.path().to_owned();
        notes.lock().unwrap().push((parts.method.to_string(), path.clone(), parts.headers));
        if path == "/moved" {
            let location = [(header::LOCATION, "/elsewhere")];
            return (axum::http::StatusCode::PERMANENT_REDIRECT, location).into_response();
        }
        "ok".into_response()
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    (address, seen)
}

fn backend() -> Backend {
    Backend::new(ClientBuilder::new().no_proxy()).unwrap()
}

fn methods(seen: &Seen) -> Vec<String> {
    seen.lock().unwrap().iter().map(|(method, path, _)| format!("{method} {path}")).collect()
}

#[tokio::test]
async fn reading_is_free_and_changes_nothing() {
    let (address, seen) = server().await;
    let backend = backend();
    for method in [Read::Get, Read::Head, Read::Options, Read::Propfind, Read::Report] {
        let request = backend.read(method, format!("http://{address}/a"));
        let response = request
            .header(header::HeaderName::from_static("x-http-method-override"), "DELETE")
            .header(header::HeaderName::from_static("x-http-method"), "DELETE")
            .header(header::HeaderName::from_static("x-method-override"), "DELETE")
            .header(header::HeaderName::from_static("depth"), "1")
            .send()
            .await
            .unwrap();
        assert!(response.status().is_success());
    }
    assert_eq!(methods(&seen), ["GET /a", "HEAD /a", "OPTIONS /a", "PROPFIND /a", "REPORT /a"]);
    for (_, _, headers) in seen.lock().unwrap().iter() {
        assert_eq!(headers["depth"], "1", "the control: other headers are sent");
        let named = |name: &header::HeaderName| name.as_str().contains("method");
        assert!(!headers.keys().any(named), "a read cannot ask for another method: {headers:?}");
    }
}

#[tokio::test]
async fn adding_never_overwrites() {
    let (address, seen) = server().await;
    let backend = backend();
    for method in [Add::Put, Add::Post, Add::Mkcol] {
        let request = backend.add(method, format!("http://{address}/a")).body("x");
        request.header(header::IF_NONE_MATCH, "\"something\"").send().await.unwrap();
    }
    assert_eq!(methods(&seen), ["PUT /a", "POST /a", "MKCOL /a"]);
    let conditions: Vec<Vec<String>> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|(_, _, headers)| {
            let values = headers.get_all(header::IF_NONE_MATCH).iter();
            values.map(|value| value.to_str().unwrap().to_owned()).collect()
        })
        .collect();
    assert_eq!(conditions, [["*"], ["\"something\""], ["\"something\""]]);
}

#[tokio::test]
async fn no_request_is_redirected() {
    let (address, seen) = server().await;
    let backend = backend();
    let moved = format!("http://{address}/moved");
    for request in [backend.read(Read::Get, &moved), backend.add(Add::Put, &moved)] {
        assert_eq!(request.send().await.unwrap().status().as_u16(), 308);
    }
    assert_eq!(methods(&seen), ["GET /moved", "PUT /moved"]);
}

#[tokio::test]
async fn a_value_that_is_no_json_is_reported_and_nothing_is_sent() {
    let (address, seen) = server().await;
    let backend = backend();
    let unwritable = std::collections::BTreeMap::from([((1, 2), 3)]);
    let request = backend.add(Add::Post, format!("http://{address}/a"));
    assert!(request.json(&unwritable).send().await.is_err());
    assert_eq!(methods(&seen), [""; 0]);
    let request = backend.add(Add::Post, format!("http://{address}/a"));
    request.json(&json!({"a": 1})).send().await.unwrap();
    assert_eq!(seen.lock().unwrap()[0].2[header::CONTENT_TYPE], "application/json", "the control");
}

#[test]
fn neither_a_backend_nor_a_request_shows_credentials() {
    let mut headers = header::HeaderMap::new();
    headers.insert(header::AUTHORIZATION, "Bearer s3cr3t".parse().unwrap());
    let backend = Backend::new(ClientBuilder::new().default_headers(headers)).unwrap();
    let request = backend.read(Read::Get, "http://127.0.0.1/").bearer_auth("s3cr3t");
    assert_eq!(format!("{backend:?} {request:?}"), "Backend(_) Request(_)");
}

#[derive(Serialize)]
struct DeleteIt {
    url: String,
    /// Something that can change after the question.
    turned: Turned,
}

#[derive(Clone, Default)]
struct Turned(Arc<Mutex<u32>>);

impl Serialize for Turned {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.lock().unwrap().serialize(serializer)
    }
}

impl Operation for DeleteIt {
    const NAME: &'static str = "delete_it";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete it"))
    }
}

#[derive(Clone)]
struct Deleting {
    approver: Approver,
    backend: Backend,
    url: String,
    turned: Turned,
    turn: bool,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct NoArgs {}

#[tool_router]
impl Deleting {
    #[tool]
    async fn delete_it(
        &self,
        Parameters { args: NoArgs {}, call }: Parameters<NoArgs>,
    ) -> Result<Outcome, ErrorData> {
        let operation = DeleteIt { url: self.url.clone(), turned: self.turned.clone() };
        let delete = async |approved: Approved<DeleteIt>| {
            if self.turn {
                *self.turned.0.lock().unwrap() += 1;
            }
            let url = approved.operation().url.clone();
            let request = self.backend.write(&approved, Method::DELETE, &url)?;
            let sent = request.send().await;
            sent.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            approved.spend()?;
            Ok("deleted".to_owned())
        };
        self.approver.request(operation, call, delete).await
    }
}

#[tool_handler]
impl ServerHandler for Deleting {}

#[tokio::test]
async fn a_write_takes_an_approval_and_an_operation_that_was_changed_after_the_question_is_refused()
{
    for turn in [false, true] {
        let (address, seen) = server().await;
        let approver = Approver::builder("test-mcp").build().unwrap();
        let url = format!("http://{address}/it");
        let turned = Turned::default();
        let server = Deleting { approver, backend: backend(), url, turned, turn };
        let person = connect(server).start().await.unwrap();
        let result = person.call("delete_it", json!({})).await;
        if turn {
            let error = result.unwrap_err().to_string();
            assert!(error.contains("Nothing was changed"), "{error}");
            assert_eq!(methods(&seen), [""; 0]);
        } else {
            assert_eq!(result.unwrap().is_error, Some(false));
            assert_eq!(methods(&seen), ["DELETE /it"], "the control");
        }
    }
}
