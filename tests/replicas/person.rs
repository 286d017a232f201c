//! A person at rmcp's own client, on MCP 2026-07-28: the client carries the answer back by itself.

use std::{sync::Mutex, time::Duration};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ContentBlock,
        ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
        FormElicitationCapability, Implementation, ProtocolVersion,
    },
    service::{RequestContext, RunningService, ServiceError},
    transport::{
        StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};

use crate::servers::proxy::Proxy;

/// Longer than any call takes, so that a test that hangs says so.
const LONG: Duration = Duration::from_secs(60);

/// The other end of a connection, whoever it is.
pub struct Person {
    pub can_be_asked: bool,
    backend: Proxy,
    /// What is said to the next questions; the last answer stays.
    says: Mutex<Vec<ElicitationAction>>,
    questions: Mutex<Vec<Question>>,
}

/// A question as the person got it.
#[derive(Clone, Debug)]
pub struct Question {
    pub text: String,
    /// How many writes had reached the backend by then.
    pub writes: usize,
}

pub struct Connected(RunningService<RoleClient, Person>);

impl Person {
    pub fn new(backend: &Proxy, says: &[ElicitationAction]) -> Self {
        Self {
            can_be_asked: true,
            backend: backend.clone(),
            says: Mutex::new(says.to_vec()),
            questions: Mutex::default(),
        }
    }

    /// Connects without a handshake.
    pub async fn connect(self, url: &str) -> Connected {
        let config = StreamableHttpClientTransportConfig::with_uri(url);
        let transport = StreamableHttpClientTransport::from_config(config);
        let lifecycle = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        Connected(self.serve_with_lifecycle(transport, lifecycle).await.expect("a connection"))
    }
}

impl Connected {
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        let Value::Object(arguments) = arguments else { panic!("not an object") };
        let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let called = tokio::time::timeout(LONG, self.0.call_tool(call)).await;
        called.expect("the call does not hang")
    }

    pub fn questions(&self) -> Vec<Question> {
        self.0.service().questions.lock().expect("no panic").clone()
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        config(self.can_be_asked)
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            panic!("not a form");
        };
        let question = Question { text: message, writes: self.backend.writes().len() };
        self.questions.lock().expect("no panic").push(question);
        let mut says = self.says.lock().expect("no panic");
        let says = if says.len() > 1 { says.remove(0) } else { says[0].clone() };
        let answer = ElicitResult::new(says.clone());
        Ok(match says {
            ElicitationAction::Accept => answer.with_content(json!({"confirm": true})),
            _ => answer,
        })
    }
}

/// What a client on 2026-07-28 says of itself.
pub fn config(can_be_asked: bool) -> ClientConfig {
    let mut capabilities = ClientCapabilities::default();
    if can_be_asked {
        let forms = FormElicitationCapability::default();
        capabilities.elicitation = Some(ElicitationCapability::new().with_form(forms));
    }
    ClientConfig::new(capabilities, Implementation::new("replicas", "0"))
        .with_protocol_version(ProtocolVersion::V_2026_07_28)
}

/// What a result says.
pub fn text(result: &CallToolResult) -> &str {
    match result.content.first() {
        Some(ContentBlock::Text(text)) => &text.text,
        other => panic!("not a text: {other:?}"),
    }
}
