//! A client's requests, one by one, so that exactly the same one can be sent again, to another
//! replica and by somebody else.

use reqwest::{RequestBuilder, StatusCode, header::CONTENT_TYPE};
use serde_json::{Value, json};

/// Who calls, and the token by which each of them is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Alice,
    Bob,
    /// Without an `Authorization` header.
    Nobody,
}

/// What a call says of its client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// MCP 2026-07-28, and its person can be asked.
    Asks,
    /// MCP 2026-07-28, and nobody can be asked.
    AsksNobody,
    /// MCP 2025-11-25 without a session, where nobody can be asked.
    Legacy,
}

/// One request as it goes over the wire.
#[derive(Clone, Debug)]
pub struct Request {
    caller: Caller,
    client: Client,
    body: Value,
}

/// What came back.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Done,
    /// The person has to be asked.
    Question {
        state: String,
        text: String,
    },
    /// Nobody can be asked, and this token was issued.
    Token(String),
    /// An error result that says why.
    Refused(String),
    /// The HTTP status of a request that reached no tool.
    Status(StatusCode),
    /// No answer: nobody knows what came of it.
    Broken,
}

impl Caller {
    pub const LIST: &str = "alice:alices-token-0123456789,bob:bobs-token-0123456789";

    pub fn token(self) -> Option<&'static str> {
        match self {
            Self::Alice => Some("alices-token-0123456789"),
            Self::Bob => Some("bobs-token-0123456789"),
            Self::Nobody => None,
        }
    }
}

impl Client {
    pub fn revision(self) -> &'static str {
        match self {
            Self::Asks | Self::AsksNobody => "2026-07-28",
            Self::Legacy => "2025-11-25",
        }
    }
}

impl Request {
    pub fn call(client: Client, tool: &str, arguments: Value) -> Self {
        let mut params = json!({"name": tool, "arguments": arguments});
        let capabilities = match client {
            Client::Asks => Some(json!({"elicitation": {"form": {}}})),
            Client::AsksNobody => Some(json!({})),
            Client::Legacy => None,
        };
        if let Some(capabilities) = capabilities {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": client.revision(),
                "io.modelcontextprotocol/clientInfo": {"name": "replicas", "version": "0"},
                "io.modelcontextprotocol/clientCapabilities": capabilities,
            });
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        Self { caller: Caller::Alice, client, body }
    }

    pub fn by(mut self, caller: Caller) -> Self {
        self.caller = caller;
        self
    }

    /// The second leg: an answer to a question, with the state that came with the question.
    pub fn answering(mut self, state: &str, answer: Value) -> Self {
        self.body["id"] = json!(2);
        self.body["params"]["inputResponses"] = json!({"confirm": answer});
        self.body["params"]["requestState"] = json!(state);
        self
    }

    pub fn quoting(mut self, token: &str) -> Self {
        self.body["id"] = json!(2);
        self.body["params"]["arguments"]["confirm_token"] = json!(token);
        self
    }

    pub async fn send(&self, http: &reqwest::Client, url: &str) -> Outcome {
        match message(self.prepare(http, url)).await {
            Ok(message) => Outcome::of(&message),
            Err(outcome) => outcome,
        }
    }

    /// The request over HTTP, before it is sent.
    pub fn prepare(&self, http: &reqwest::Client, url: &str) -> RequestBuilder {
        let tool = self.body["params"]["name"].as_str().expect("a name");
        let mut request = http
            .post(url)
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", self.client.revision())
            .json(&self.body);
        if self.client != Client::Legacy {
            request = request.header("mcp-method", "tools/call").header("mcp-name", tool);
        }
        match self.caller.token() {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }
}

/// The JSON-RPC message that a request is answered with, or what came in its place.
pub async fn message(request: RequestBuilder) -> Result<Value, Outcome> {
    let Ok(response) = request.send().await else { return Err(Outcome::Broken) };
    match response.status() {
        StatusCode::OK => {}
        // What a proxy says when the server behind it has gone.
        StatusCode::BAD_GATEWAY => return Err(Outcome::Broken),
        status => return Err(Outcome::Status(status)),
    }
    let is_stream = response.headers()[CONTENT_TYPE] == "text/event-stream";
    let body = response.text().await.map_err(|_| Outcome::Broken)?;
    in_body(&body, is_stream).ok_or(Outcome::Broken)
}

/// The answer in a body. A stream may end before it.
fn in_body(body: &str, is_stream: bool) -> Option<Value> {
    if !is_stream {
        return serde_json::from_str(body).ok();
    }
    let data = body.lines().filter_map(|line| line.strip_prefix("data:"));
    let mut messages = data.filter_map(|data| serde_json::from_str::<Value>(data).ok());
    messages.find(|message| message.get("result").or(message.get("error")).is_some())
}

impl Outcome {
    fn of(message: &Value) -> Self {
        let result = &message["result"];
        if result["resultType"] == "input_required" {
            let state = result["requestState"].as_str().expect("a state").to_owned();
            let text = &result["inputRequests"]["confirm"]["params"]["message"];
            return Self::Question { state, text: text.as_str().expect("a question").to_owned() };
        }
        let text = result["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("not the result of a tool: {message}"));
        if result["isError"] != true {
            return Self::Done;
        }
        match text.split_once("\"confirm_token\": \"").and_then(|(_, rest)| rest.split_once('"')) {
            Some((token, _)) => Self::Token(token.to_owned()),
            None => Self::Refused(text.to_owned()),
        }
    }

    /// Whether it is a refusal that says this.
    pub fn refuses(&self, why: &str) -> bool {
        matches!(self, Self::Refused(text) if text.contains(why))
    }

    /// Whether it is a question that says that an earlier answer was not used.
    pub fn asks_again(&self) -> bool {
        matches!(self, Self::Question { text, .. }
            if text.starts_with("An earlier answer could not be matched to this question"))
    }
}
