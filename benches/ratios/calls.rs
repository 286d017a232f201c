//! A guarded call, against the same exchange written by hand on rmcp with nothing checked.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicU64, Ordering},
};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ErrorData, RoleClient, RoleServer, ServerHandler,
    handler::server::{tool::InputResponses, wrapper},
    model::{
        BooleanSchema, CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities,
        ClientConfig, ContentBlock, ElicitRequest, ElicitRequestParams, ElicitResult,
        ElicitationAction, ElicitationCapability, ElicitationSchema, FormElicitationCapability,
        Implementation, InputRequest, InputRequiredResult, PrimitiveSchemaDefinition,
        ProtocolVersion,
    },
    serve_client_with_lifecycle, serve_server,
    service::{RequestContext, RunningService},
    tool, tool_handler, tool_router,
};
use rmcp_approval::{
    Approved, Approver, Caller, Operation, Outcome, Parameters, Prompt, server_text,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::measure::{Report, Side, repeated};

const VERSIONS: [ProtocolVersion; 2] =
    [ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28];

#[derive(Serialize)]
struct DeleteNote {
    notebook: Caller<String>,
    id: Caller<u64>,
    revision: u64,
}

impl Operation for DeleteNote {
    const NAME: &'static str = "delete_note";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete {} note(s)", 1))
            .consequence(server_text!("There is no trash, so it cannot be recovered from here."))
            .counted(server_text!("Revision"), self.revision)
            .caller(server_text!("Notebook"), &self.notebook)
            .caller(server_text!("Note"), &self.id)
    }
}

#[derive(Deserialize, JsonSchema)]
struct GuardedArgs {
    notebook: Caller<String>,
    id: Caller<u64>,
}

#[derive(Deserialize, JsonSchema)]
struct PlainArgs {
    notebook: String,
    id: u64,
}

/// How many notes were deleted, so that a side that does nothing is noticed.
static DELETED: AtomicU64 = AtomicU64::new(0);

fn delete(_notebook: &str, _id: u64) -> CallToolResponse {
    DELETED.fetch_add(1, Ordering::Relaxed);
    CallToolResult::success(vec![ContentBlock::text("The note was deleted.")]).into()
}

struct Guarded(Approver);

impl Guarded {
    fn run(approved: Approved<DeleteNote>) -> Result<CallToolResponse, rmcp_approval::Error> {
        let operation = approved.spend()?;
        Ok(delete(operation.notebook.get(), *operation.id.get()))
    }
}

#[tool_router]
impl Guarded {
    #[tool]
    async fn delete_note(
        &self,
        Parameters { args, call }: Parameters<GuardedArgs>,
    ) -> Result<Outcome, ErrorData> {
        let operation = DeleteNote { notebook: args.notebook, id: args.id, revision: 3 };
        self.0.request(operation, call, async |approved| Ok(Self::run(approved)?)).await
    }
}

#[tool_handler]
impl ServerHandler for Guarded {}

/// Asks the same question, and takes whatever comes back for a yes.
struct Unchecked;

/// As long as a real one.
const STATE: &str = "rs1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.\
                     AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

fn form(args: &PlainArgs) -> ElicitRequestParams {
    let message = format!(
        "delete {} note(s)\n\nThere is no trash, so it cannot be recovered from here.\n\n  \
         Revision: {}\n\nValues below are supplied by the caller, not by this server:\n  \
         Notebook: {}\n  Note: {}",
        1, 3, args.notebook, args.id
    );
    let confirm = BooleanSchema::new()
        .title("Yes, do this")
        .description("Leave this unticked, or decline, and nothing is changed.")
        .with_default(false);
    let properties =
        BTreeMap::from([("confirm".to_owned(), PrimitiveSchemaDefinition::Boolean(confirm))]);
    let requested_schema =
        ElicitationSchema::new(properties).with_required(vec!["confirm".to_owned()]);
    ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema }
}

#[tool_router]
impl Unchecked {
    #[tool]
    async fn delete_note(
        &self,
        wrapper::Parameters(args): wrapper::Parameters<PlainArgs>,
        InputResponses(answers): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if answers.is_none() {
            let form = form(&args);
            if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) {
                let request = InputRequest::Elicitation(ElicitRequest::new(form));
                let requests = BTreeMap::from([("confirm".to_owned(), request)]);
                return Ok(InputRequiredResult::new(Some(requests), Some(STATE.to_owned())).into());
            }
            let answer = context.peer.create_elicitation(form).await;
            answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        }
        Ok(delete(&args.notebook, args.id))
    }
}

#[tool_handler]
impl ServerHandler for Unchecked {}

/// Asks nothing. One tool for each server, since rmcp's work grows with their number.
struct Unguarded;

#[tool_router]
impl Unguarded {
    #[tool]
    async fn delete_note(
        &self,
        wrapper::Parameters(args): wrapper::Parameters<PlainArgs>,
    ) -> CallToolResponse {
        delete(&args.notebook, args.id)
    }
}

#[tool_handler]
impl ServerHandler for Unguarded {}

#[derive(Deserialize, JsonSchema)]
struct QuotingArgs {
    notebook: String,
    id: u64,
    confirm_token: Option<String>,
}

/// Refuses with what a guarded tool once refused with, and takes whatever is quoted for its token.
struct Repeating(CallToolResult);

#[tool_router]
impl Repeating {
    #[tool]
    async fn delete_note(
        &self,
        wrapper::Parameters(args): wrapper::Parameters<QuotingArgs>,
    ) -> CallToolResponse {
        match args.confirm_token {
            Some(_) => delete(&args.notebook, args.id),
            None => self.0.clone().into(),
        }
    }
}

#[tool_handler]
impl ServerHandler for Repeating {}

/// A client that always says yes, or, without the capability, cannot ask.
struct Client {
    version: ProtocolVersion,
    asks: bool,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = self
            .asks
            .then(|| ElicitationCapability::new().with_form(FormElicitationCapability::default()));
        ClientConfig::new(capabilities, Implementation::new("bench", "1"))
            .with_protocol_version(self.version.clone())
    }

    async fn create_elicitation(
        &self,
        _question: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({"confirm": true})))
    }
}

type Session = RunningService<RoleClient, Client>;

/// Server and client on one thread, so that what is timed is work and not waking.
fn connect(
    runtime: &Runtime,
    server: impl ServerHandler,
    version: &ProtocolVersion,
    asks: bool,
) -> Session {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let client = Client { version: version.clone(), asks };
    let lifecycle = if *version >= ProtocolVersion::V_2026_07_28 {
        ClientLifecycleMode::Discover { preferred_versions: vec![version.clone()] }
    } else {
        ClientLifecycleMode::Initialize
    };
    runtime.block_on(async {
        tokio::spawn(async move {
            let server = serve_server(server, theirs).await.expect("a handshake");
            server.waiting().await.expect("it ends with the connection");
        });
        serve_client_with_lifecycle(client, ours, lifecycle).await.expect("a handshake")
    })
}

fn guarded() -> Guarded {
    Guarded(Approver::builder("notes-mcp").build().expect("the defaults are valid"))
}

fn call(token: Option<&str>) -> CallToolRequestParams {
    let mut arguments = json!({"notebook": "/notebooks/you/work/", "id": 4217});
    if let Some(token) = token {
        arguments["confirm_token"] = Value::from(token);
    }
    let mut call = CallToolRequestParams::new("delete_note");
    call.arguments = arguments.as_object().cloned();
    call
}

/// Calls and answers until the note is deleted. The client does the second leg by itself.
fn asking<'a>(runtime: &'a Runtime, session: &'a Session) -> impl Side + 'a {
    repeated(move || {
        let deleted = DELETED.load(Ordering::Relaxed);
        runtime.block_on(session.call_tool(call(None))).expect("a result");
        assert_eq!(DELETED.load(Ordering::Relaxed), deleted + 1);
    })
}

/// Calls, and calls again with the token out of the refusal.
fn quoting<'a>(runtime: &'a Runtime, session: &'a Session) -> impl Side + 'a {
    repeated(move || {
        let deleted = DELETED.load(Ordering::Relaxed);
        let refusal = runtime.block_on(session.call_tool(call(None))).expect("a result");
        let text = &refusal.content[0].as_text().expect("a text").text;
        // It stands near the end, before the quotation mark there.
        let token = text.rsplit('"').nth(1).expect("a token");
        let quoted = call(Some(token));
        runtime.block_on(session.call_tool(quoted)).expect("a result");
        assert_eq!(DELETED.load(Ordering::Relaxed), deleted + 1);
    })
}

fn twice<'a>(runtime: &'a Runtime, session: &'a Session) -> impl Side + 'a {
    repeated(move || {
        let deleted = DELETED.load(Ordering::Relaxed);
        for _ in 0..2 {
            runtime.block_on(session.call_tool(call(None))).expect("a result");
        }
        assert_eq!(DELETED.load(Ordering::Relaxed), deleted + 2);
    })
}

pub fn run(report: &mut Report) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("one");
    for version in VERSIONS {
        let ours = connect(&runtime, guarded(), &version, true);
        let theirs = connect(&runtime, Unchecked, &version, true);
        let name = format!("calls: guarded, {version}");
        report.compare(&name, 1.10, asking(&runtime, &ours), asking(&runtime, &theirs));

        let ours = connect(&runtime, guarded(), &version, false);
        let theirs = connect(&runtime, Unguarded, &version, false);
        let name = format!("calls: by token, {version}");
        report.compare(&name, 1.15, quoting(&runtime, &ours), twice(&runtime, &theirs));

        let refusal = runtime.block_on(ours.call_tool(call(None))).expect("a result");
        let theirs = connect(&runtime, Repeating(refusal), &version, false);
        let name = format!("calls: by token, {version}, the same texts");
        report.compare(&name, 1.15, quoting(&runtime, &ours), quoting(&runtime, &theirs));
    }
}
