//! The server that the suite is pointed at. There are two of it: one asks through the library, and
//! one asks as a server does that has rmcp and nothing else. All the rest is the same.

#![expect(deprecated, reason = "the suite asks for what only MCP 2025-11-25 has")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::router::tool::ToolRouter,
    model::{
        CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
        PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, RequestStateCodec,
        ServerCapabilities, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
        SubscriptionFilter, UnsubscribeRequestParams,
    },
    service::{RequestContext, SubscriptionContext},
    tool_handler,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use tokio::sync::broadcast;

use crate::{contents, suite};

/// How a server asks.
pub trait Asking: Clone + Send + Sync + Sized + 'static {
    fn new() -> Self;

    /// The tools that ask.
    fn tools() -> ToolRouter<Fixture<Self>>;
}

#[derive(Clone)]
pub struct Fixture<A> {
    pub asking: A,
    tools: ToolRouter<Self>,
    /// Protects the states of the tools that ask by hand.
    pub codec: RequestStateCodec,
    /// Says that the list of tools has changed.
    pub changes: broadcast::Sender<()>,
    journal: Arc<Journal>,
}

/// What the suite did.
struct Journal {
    /// Where the suite puts its results.
    results: PathBuf,
    /// The tools that a scenario called, whether or not they are there.
    called: Mutex<BTreeMap<String, BTreeSet<String>>>,
    erased: AtomicUsize,
}

impl<A: Asking> Fixture<A> {
    pub fn new(results: PathBuf) -> Self {
        let (called, erased) = (Mutex::default(), AtomicUsize::default());
        Self {
            asking: A::new(),
            tools: Self::free_tools() + A::tools(),
            codec: RequestStateCodec::try_new([7; 32]).expect("long enough"),
            changes: broadcast::channel(16).0,
            journal: Arc::new(Journal { results, called, erased }),
        }
    }

    /// Serves it on loopback and gives the address.
    pub async fn serve(&self) -> String {
        let server = self.clone();
        let config = StreamableHttpServerConfig::default()
            .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*"]);
        let sessions = Arc::new(LocalSessionManager::default());
        let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
        let router = axum::Router::new().nest_service("/mcp", service);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        url
    }

    /// What the tools that ask are there for.
    pub fn erase(&self) {
        self.journal.erased.fetch_add(1, Ordering::SeqCst);
    }

    pub fn erased(&self) -> usize {
        self.journal.erased.load(Ordering::SeqCst)
    }

    /// Whether it is one of the tools that ask.
    pub fn asks(&self, tool: &str) -> bool {
        A::tools().has_route(tool)
    }

    pub fn has_tool(&self, name: &str) -> bool {
        self.tools.has_route(name)
    }

    /// The tools that a scenario called.
    pub fn called_in(&self, scenario: &str) -> BTreeSet<String> {
        let called = self.journal.called.lock().expect("nothing panics while it holds the journal");
        called.get(scenario).cloned().unwrap_or_default()
    }

    /// Writes a call down. The suite makes a folder for a scenario before it runs it, one after the
    /// other, so the newest folder says which one is calling.
    fn note(&self, tool: &str) {
        let folders = fs::read_dir(&self.journal.results).into_iter().flatten().flatten();
        let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
        let newest = names
            .filter_map(|name| suite::scenario_and_start(&name))
            .max_by_key(|(_, start)| start.clone());
        let Some((scenario, _)) = newest else { return };
        let mut called =
            self.journal.called.lock().expect("nothing panics while it holds the journal");
        called.entry(scenario).or_default().insert(tool.to_owned());
    }
}

#[tool_handler(router = self.tools)]
impl<A: Asking> ServerHandler for Fixture<A> {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_completions()
                .enable_logging()
                .enable_prompts()
                .enable_resources()
                .enable_resources_subscribe()
                .enable_tools()
                .enable_tool_list_changed()
                .build(),
        )
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.note(&request.name);
        let call = rmcp::handler::server::tool::ToolCallContext::new(self, request, context);
        self.tools.call(call).await
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(contents::prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        contents::prompt(request)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(contents::resources()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(contents::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        contents::read(&request.uri)
    }

    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.changes.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = changes.recv() => {
                    if changed.is_err() {
                        return Ok(());
                    }
                    // A client that did not ask for this kind does not get it.
                    let _ = context.sink().notify_tool_list_changed().await;
                }
            }
        }
    }
}
