//! Sessions of MCP 2025-11-25: a question is pushed into the session of whoever called, and
//! nobody else can answer it there.

use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};

use crate::{balancer::direct, caller::Caller, outside::kinds, process::Demo};

const HEADER: &str = "mcp-session-id";

struct Session<'a> {
    demo: &'a Demo,
    id: String,
}

/// The messages that come in answer to one request, as they come.
struct Messages {
    response: Response,
    read: String,
}

fn post(demo: &Demo, caller: Caller, mut message: Value) -> RequestBuilder {
    message["jsonrpc"] = json!("2.0");
    let request = direct()
        .post(&demo.url)
        .header("accept", "application/json, text/event-stream")
        .json(&message);
    match caller.token() {
        Some(token) => request.bearer_auth(token),
        None => request,
    }
}

impl<'a> Session<'a> {
    /// As a client that shows forms.
    async fn begin(demo: &'a Demo, caller: Caller) -> Self {
        let hello = json!({"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "session", "version": "0"},
        }});
        let response = post(demo, caller, hello).send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        let id = response.headers()[HEADER].to_str().expect("text").to_owned();
        assert_eq!(Messages::of(response).next().await["result"]["protocolVersion"], "2025-11-25");
        let session = Self { demo, id };
        let ready = json!({"method": "notifications/initialized"});
        let response = session.post(caller, ready).send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::ACCEPTED);
        session
    }

    /// A message into this session, whoever sends it.
    fn post(&self, caller: Caller, message: Value) -> RequestBuilder {
        let request = post(self.demo, caller, message).header(HEADER, &self.id);
        request.header("mcp-protocol-version", "2025-11-25")
    }

    async fn status(&self, caller: Caller, message: Value) -> StatusCode {
        self.post(caller, message).send().await.expect("an answer").status()
    }
}

impl Messages {
    fn of(response: Response) -> Self {
        Self { response, read: String::new() }
    }

    async fn next(&mut self) -> Value {
        loop {
            while let Some((line, rest)) = self.read.split_once('\n') {
                let data = line.strip_prefix("data:").map(str::to_owned);
                self.read = rest.to_owned();
                // The first event of a stream has no data.
                if let Some(message) = data.and_then(|data| serde_json::from_str(&data).ok()) {
                    return message;
                }
            }
            let chunk = self.response.chunk().await.expect("readable").expect("not at its end");
            self.read.push_str(std::str::from_utf8(&chunk).expect("UTF-8"));
        }
    }
}

fn ping() -> Value {
    json!({"id": 9, "method": "ping"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_there_for_the_caller_who_began_it_and_for_nobody_else() {
    for kind in kinds() {
        let demo = kind.with_callers().listen().await;
        let session = Session::begin(&demo, Caller::Alice).await;
        assert_eq!(session.status(Caller::Bob, ping()).await, StatusCode::NOT_FOUND);
        assert_eq!(session.status(Caller::Nobody, ping()).await, StatusCode::UNAUTHORIZED);
        let end = |caller: Caller| {
            let request = direct().delete(&demo.url).header(HEADER, &session.id);
            request.bearer_auth(caller.token().expect("a token")).send()
        };
        assert_eq!(end(Caller::Bob).await.expect("an answer").status(), StatusCode::NOT_FOUND);
        assert_eq!(session.status(Caller::Alice, ping()).await, StatusCode::OK, "the control");
        assert!(end(Caller::Alice).await.expect("an answer").status().is_success());
        assert_eq!(session.status(Caller::Alice, ping()).await, StatusCode::NOT_FOUND, "ended");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pushed_question_is_answered_by_the_caller_who_was_asked_and_by_nobody_else() {
    for kind in kinds() {
        let demo = kind.with_callers().listen().await;
        let hers = Session::begin(&demo, Caller::Alice).await;
        let his = Session::begin(&demo, Caller::Bob).await;
        let call = json!({"id": 1, "method": "tools/call", "params": kind.deletion()});
        let response = hers.post(Caller::Alice, call).send().await.expect("an answer");
        let mut messages = Messages::of(response);
        let question = messages.next().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");

        let answer = |result: Value| json!({"id": question["id"], "result": result});
        let yes = answer(json!({"action": "accept", "content": {"confirm": true}}));
        assert_eq!(hers.status(Caller::Bob, yes.clone()).await, StatusCode::NOT_FOUND);
        assert_eq!(hers.status(Caller::Nobody, yes.clone()).await, StatusCode::UNAUTHORIZED);
        // Into a session of his own he may post what he likes: no question waits there.
        his.status(Caller::Bob, yes.clone()).await;
        assert!(kind.has_target(&demo).await, "nobody who was asked has answered");

        assert_eq!(hers.status(Caller::Alice, yes).await, StatusCode::ACCEPTED);
        let result = messages.next().await;
        assert_eq!((&result["id"], &result["result"]["isError"]), (&json!(1), &json!(false)));
        assert!(!kind.has_target(&demo).await, "the control");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_of_her_own_after_a_yes_of_somebody_else_is_a_no() {
    for kind in kinds() {
        let demo = kind.with_callers().listen().await;
        let hers = Session::begin(&demo, Caller::Alice).await;
        let call = json!({"id": 1, "method": "tools/call", "params": kind.deletion()});
        let response = hers.post(Caller::Alice, call).send().await.expect("an answer");
        let mut messages = Messages::of(response);
        let question = messages.next().await;
        let answer = |result: Value| json!({"id": question["id"], "result": result});
        let yes = answer(json!({"action": "accept", "content": {"confirm": true}}));
        assert_eq!(hers.status(Caller::Bob, yes).await, StatusCode::NOT_FOUND);
        let no = answer(json!({"action": "decline"}));
        assert_eq!(hers.status(Caller::Alice, no).await, StatusCode::ACCEPTED);
        let result = messages.next().await["result"].clone();
        let text = result["content"][0]["text"].as_str().expect("a text");
        assert!(text.contains("The person was asked and declined"), "{text}");
        assert!(kind.has_target(&demo).await);
    }
}
