//! Two gateways before a server that is started by the first request and put to sleep while a
//! person reads: one passes HTTP on, and one speaks MCP on either side.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::{
    Router,
    extract::Request,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient, RoleServer,
    ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, ClientConfig, ProtocolVersion, ServerCapabilities,
        ServerConfig,
    },
    service::{RequestContext, RunningService, ServiceError},
    transport::{
        StreamableHttpClientTransport,
        streamable_http_client::StreamableHttpClientTransportConfig,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use tokio::{net::TcpListener, sync::Mutex};

use crate::{
    balancer::{direct, forward},
    person::config,
    process::{Demo, Start},
};

/// A server that runs while it is needed.
pub struct Sleeper {
    variables: Vec<(&'static str, String)>,
    awake: Mutex<Option<Demo>>,
    naps: AtomicUsize,
    starts: AtomicUsize,
}

impl Sleeper {
    /// It is put to sleep after so many questions.
    pub fn new(variables: Vec<(&'static str, String)>, naps: usize) -> Arc<Self> {
        let (awake, naps, starts) = (Mutex::default(), naps.into(), AtomicUsize::default());
        Arc::new(Self { variables, awake, naps, starts })
    }

    pub fn starts(&self) -> usize {
        self.starts.load(Ordering::SeqCst)
    }

    async fn wake(&self) -> String {
        let mut awake = self.awake.lock().await;
        if let Some(demo) = &*awake {
            return demo.url.clone();
        }
        self.starts.fetch_add(1, Ordering::SeqCst);
        let start = self
            .variables
            .iter()
            .fold(Start::carddav(), |start, (variable, value)| start.set(variable, value));
        awake.insert(start.stateless().listen().await).url.clone()
    }

    /// The question has gone out. Whether the server went to sleep then.
    async fn nap(&self) -> bool {
        let one_less = |naps: usize| naps.checked_sub(1);
        let may = self.naps.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less).is_ok();
        if may && let Some(demo) = self.awake.lock().await.take() {
            demo.kill().await;
        }
        may
    }
}

/// A gateway that passes HTTP on. Ends with the test's runtime.
pub async fn over_http(server: &Arc<Sleeper>) -> String {
    let (server, http) = (Arc::clone(server), direct());
    let router = Router::new().fallback(move |request: Request| {
        let (server, http) = (Arc::clone(&server), http.clone());
        async move { pass(&server, &http, request).await }
    });
    serve(router).await
}

async fn pass(server: &Sleeper, http: &reqwest::Client, request: Request) -> Response {
    let Some(answer) = forward(http, &server.wake().await, request).await else {
        return StatusCode::BAD_GATEWAY.into_response();
    };
    if String::from_utf8_lossy(&answer.2).contains("\"input_required\"") {
        server.nap().await;
    }
    answer.into_response()
}

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

/// A gateway that is an MCP server to its clients and a client to the server.
#[derive(Clone)]
pub struct Relay {
    server: Arc<Sleeper>,
    /// Whether it says that questions to it reach a person.
    passes_questions_on: bool,
    upstream: Arc<Mutex<Option<RunningService<RoleClient, Upstream>>>>,
}

/// The gateway as the server sees it. It answers nothing itself.
struct Upstream {
    can_be_asked: bool,
}

impl ClientHandler for Upstream {
    fn get_info(&self) -> ClientConfig {
        config(self.can_be_asked)
    }
}

/// Ends with the test's runtime.
pub async fn over_mcp(server: &Arc<Sleeper>, passes_questions_on: bool) -> String {
    let server = Arc::clone(server);
    let relay = Relay { server, passes_questions_on, upstream: Arc::default() };
    let service = StreamableHttpService::new(
        move || Ok(relay.clone()),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    serve(Router::new().nest_service("/mcp", service)).await
}

impl Relay {
    async fn connect(&self) -> RunningService<RoleClient, Upstream> {
        let config = StreamableHttpClientTransportConfig::with_uri(self.server.wake().await);
        let transport = StreamableHttpClientTransport::from_config(config);
        let lifecycle = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        let upstream = Upstream { can_be_asked: self.passes_questions_on };
        upstream.serve_with_lifecycle(transport, lifecycle).await.expect("a connection")
    }
}

impl ServerHandler for Relay {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    /// A question goes to the client as it is, and its answer and state back as they are.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let mut upstream = self.upstream.lock().await;
        if upstream.is_none() {
            *upstream = Some(self.connect().await);
        }
        let connection = upstream.as_ref().expect("connected");
        // The gateway's own connection says by itself who it is and what it can do.
        let mut params = CallToolRequestParams::new(request.name);
        params.arguments = request.arguments;
        params.input_responses = request.input_responses;
        params.request_state = request.request_state;
        let response = connection.call_tool_once(params).await.map_err(|error| match error {
            ServiceError::McpError(error) => error,
            other => ErrorData::internal_error(other.to_string(), None),
        })?;
        if matches!(response, CallToolResponse::InputRequired(_)) && self.server.nap().await {
            *upstream = None;
        }
        Ok(response)
    }
}
