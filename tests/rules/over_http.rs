//! The same guard on rmcp's streamable HTTP transport, with a real client on the other end.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::notes::{Notes, text, token};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
        FormElicitationCapability, Implementation, ProtocolVersion,
    },
    service::{RequestContext, RunningService},
    transport::{
        StreamableHttpClientTransport,
        streamable_http_client::StreamableHttpClientTransportConfig,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use serde_json::{Value, json};

/// Serves the notes on loopback and gives the address.
async fn serve(notes: &Notes, sessions: bool) -> String {
    serve_with(notes, sessions, LocalSessionManager::default()).await
}

async fn serve_with(notes: &Notes, sessions: bool, manager: LocalSessionManager) -> String {
    let notes = notes.clone();
    let service = StreamableHttpService::new(
        move || Ok(notes.clone()),
        Arc::new(manager),
        StreamableHttpServerConfig::default().with_legacy_session_mode(sessions),
    );
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

/// A client whose person always says yes, and who counts the questions.
#[derive(Clone)]
struct Client {
    forms: bool,
    version: ProtocolVersion,
    /// How long its person reads.
    reads: Duration,
    asked: Arc<AtomicUsize>,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.forms {
            let forms = FormElicitationCapability::default();
            capabilities.elicitation = Some(ElicitationCapability::new().with_form(forms));
        }
        ClientConfig::new(capabilities, Implementation::new("test", "0"))
            .with_protocol_version(self.version.clone())
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(self.reads).await;
        let yes = json!({"confirm": true});
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(yes))
    }
}

struct Connected(RunningService<RoleClient, Client>);

impl Connected {
    async fn to(url: &str, version: ProtocolVersion, forms: bool, bearer: Option<&str>) -> Self {
        let client = Client { forms, version, reads: Duration::ZERO, asked: Arc::default() };
        Self::with(client, url, bearer).await
    }

    async fn with(client: Client, url: &str, bearer: Option<&str>) -> Self {
        let version = client.version.clone();
        let mut config = StreamableHttpClientTransportConfig::with_uri(url);
        if let Some(bearer) = bearer {
            config = config.auth_header(bearer);
        }
        let lifecycle = if version >= ProtocolVersion::V_2026_07_28 {
            ClientLifecycleMode::Discover { preferred_versions: vec![version] }
        } else {
            ClientLifecycleMode::Initialize
        };
        let transport = StreamableHttpClientTransport::from_config(config);
        Self(client.serve_with_lifecycle(transport, lifecycle).await.unwrap())
    }

    /// Calls a tool. Nothing here takes long unless it hangs.
    async fn call(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        let Value::Object(arguments) = arguments else { panic!("not an object") };
        let call = CallToolRequestParams::new(tool).with_arguments(arguments);
        let called = tokio::time::timeout(Duration::from_secs(20), self.0.call_tool(call)).await;
        called.expect("the call does not hang").unwrap()
    }

    fn asked(&self) -> usize {
        self.0.service().asked.load(Ordering::SeqCst)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_sessions_and_on_2026_07_28_the_person_is_asked_once_and_the_yes_acts() {
    for (version, sessions) in [
        (ProtocolVersion::V_2025_11_25, true),
        (ProtocolVersion::V_2026_07_28, true),
        (ProtocolVersion::V_2026_07_28, false),
    ] {
        let server = Notes::default_settings();
        let url = serve(&server, sessions).await;
        let client = Connected::to(&url, version, true, None).await;
        assert_eq!(text(&client.call("delete_note", json!({"id": 1})).await), "done");
        assert_eq!((client.asked(), server.ran()), (1, vec!["delete 1".to_owned()]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_2025_11_25_without_sessions_nobody_can_be_asked_and_the_token_is_taken_at_once() {
    let server = Notes::default_settings();
    let url = serve(&server, false).await;
    let client = Connected::to(&url, ProtocolVersion::V_2025_11_25, true, None).await;
    let refusal = client.call("delete_note", json!({"id": 1})).await;
    assert_eq!((client.asked(), server.ran()), (0, vec![]));
    let quoting = json!({"id": 1, "confirm_token": token(&refusal)});
    assert_eq!(text(&client.call("delete_note", quoting).await), "done");
    assert_eq!(server.ran(), ["delete 1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_belongs_to_the_bearer_of_the_request_that_got_it() {
    for version in [ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28] {
        let server = Notes::default_settings();
        let url = serve(&server, true).await;
        let connect = |bearer| Connected::to(&url, version.clone(), false, bearer);
        let alice = connect(Some("alice")).await;
        let others = [connect(Some("bob")).await, connect(None).await];
        let refusal = alice.call("delete_note", json!({"id": 1})).await;
        let quoting = json!({"id": 1, "confirm_token": token(&refusal)});
        for other in &others {
            let said = text(&other.call("delete_note", quoting.clone()).await);
            assert!(said.contains("does not fit this call"), "{said}");
        }
        assert_eq!(server.ran(), [""; 0]);
        assert_eq!(text(&alice.call("delete_note", quoting).await), "done", "the control");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_while_the_person_reads_takes_the_question_with_it() {
    for (idle, ran) in [(4000, vec!["delete 1".to_owned()]), (300, vec![])] {
        let server = Notes::default_settings();
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(Duration::from_millis(idle));
        let url = serve_with(&server, true, manager).await;
        let client = Client {
            forms: true,
            version: ProtocolVersion::V_2025_11_25,
            reads: Duration::from_millis(900),
            asked: Arc::default(),
        };
        let client = Connected::with(client, &url, None).await;
        let arguments = json!({"id": 1}).as_object().cloned();
        let mut call = CallToolRequestParams::new("delete_note");
        call.arguments = arguments;
        // What the client hears of it is the transport's affair.
        let _ = tokio::time::timeout(Duration::from_secs(3), client.0.call_tool(call)).await;
        assert_eq!((client.asked(), server.ran()), (1, ran), "idle for {idle} ms");
    }
}
