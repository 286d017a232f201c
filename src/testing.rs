//! A scripted person on an in-memory connection, for tests of your own server (feature
//! `testing`).
//!
//! It speaks the real protocol to any [`ServerHandler`], on either revision, and has no other way
//! in: it cannot make an [`Approved`](crate::Approved), only answer the question for one.
//!
//! ```
//! # use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
//! # use rmcp_approval::{Approver, Caller, Operation, Outcome, Parameters, Prompt, server_text};
//! # #[derive(serde::Serialize)] struct DeleteNote { id: Caller<u64> }
//! # impl Operation for DeleteNote {
//! #     const NAME: &'static str = "delete_note";
//! #     fn prompt(&self) -> Prompt<'_> {
//! #         Prompt::new(server_text!("delete a note")).caller(server_text!("Note"), &self.id)
//! #     }
//! # }
//! # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Args { id: Caller<u64> }
//! # #[derive(Clone)] struct Notes(Approver);
//! # #[tool_router]
//! # impl Notes {
//! #     #[tool]
//! #     async fn delete_note(&self, Parameters { args, call }: Parameters<Args>) -> Result<Outcome, ErrorData> {
//! #         self.0.request(DeleteNote { id: args.id }, call, async |_| Ok("deleted".to_owned())).await
//! #     }
//! # }
//! # #[tool_handler] impl ServerHandler for Notes {}
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let server = Notes(Approver::builder("notes-mcp").build()?);
//! use rmcp_approval::testing::{Answer, Revision, connect};
//! use serde_json::json;
//!
//! for revision in Revision::ALL {
//!     let person = connect(server.clone()).revision(revision).answer(Answer::Decline);
//!     let person = person.start().await?;
//!     let result = person.call("delete_note", json!({"id": 7})).await?;
//!     assert_eq!(result.is_error, Some(true));
//!     assert!(person.questions()[0].message.contains("Note: 7"));
//! }
//! # Ok(()) }
//! ```

use rmcp::{
    ClientLifecycleMode, RoleClient, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities,
        ElicitationCapability, FormElicitationCapability, ListToolsResult, ProtocolVersion,
        UrlElicitationCapability,
    },
    serve_client_with_lifecycle, serve_server,
    service::{Peer, RunningService, ServiceError},
};
use serde_json::Value;

use crate::principal::Principal;

mod caller;
mod pending;
mod person;
mod retry;
mod token;

use caller::Authenticated;
pub use pending::PendingCall;
use person::ScriptedPerson;
pub use person::{Answer, Question};
pub use retry::{Asked, Leg, Retry};
pub use token::token_in;

/// How many bytes the connection holds before a writer waits.
const BUFFER: usize = 64 * 1024;

/// A revision of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2025-11-25: the server pushes the question to the client and waits.
    V2025_11_25,
    /// 2026-07-28: the call ends with the question, and the client calls again with the answer.
    V2026_07_28,
}

impl Revision {
    /// Both, to run a test on each.
    pub const ALL: [Self; 2] = [Self::V2025_11_25, Self::V2026_07_28];

    fn version(self) -> ProtocolVersion {
        match self {
            Self::V2025_11_25 => ProtocolVersion::V_2025_11_25,
            Self::V2026_07_28 => ProtocolVersion::V_2026_07_28,
        }
    }

    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Self::V2025_11_25 => ClientLifecycleMode::Initialize,
            Self::V2026_07_28 => {
                ClientLifecycleMode::Discover { preferred_versions: vec![self.version()] }
            }
        }
    }
}

/// What the client declares about elicitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Capability {
    /// `{"form": {}}`.
    Form,
    /// `"elicitation": {}`, which means forms too.
    Empty,
    /// `{"url": {}}`: no forms.
    UrlOnly,
    /// Nothing: the client cannot ask anybody.
    None,
}

impl Capability {
    fn declared(self) -> Option<ElicitationCapability> {
        let empty = ElicitationCapability::new();
        match self {
            Self::Form => Some(empty.with_form(FormElicitationCapability::default())),
            Self::Empty => Some(empty),
            Self::UrlOnly => Some(empty.with_url(UrlElicitationCapability::default())),
            Self::None => None,
        }
    }
}

/// Starts to connect a scripted person to `server`: by default on 2026-07-28, with forms,
/// anonymous, and saying yes.
pub fn connect<S: ServerHandler>(server: S) -> Connect<S> {
    Connect {
        server,
        revision: Revision::V2026_07_28,
        capability: Capability::Form,
        answer: Answer::Accept,
        caller: Authenticated::default(),
    }
}

/// A connection that is being set up.
#[must_use = "call `start` to connect"]
#[derive(Debug)]
pub struct Connect<S> {
    server: S,
    revision: Revision,
    capability: Capability,
    answer: Answer,
    caller: Authenticated<()>,
}

impl<S: ServerHandler> Connect<S> {
    /// The revision to speak.
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// What the client declares about elicitation.
    pub fn capability(mut self, capability: Capability) -> Self {
        self.capability = capability;
        self
    }

    /// What the person answers, until [`Session::set_answer`].
    pub fn answer(mut self, answer: Answer) -> Self {
        self.answer = answer;
        self
    }

    /// Whom the transport has authenticated, as your authentication layer would say it.
    pub fn principal(mut self, principal: Principal) -> Self {
        self.caller.principal = Some(principal);
        self
    }

    /// The `Authorization` header of each request, as an HTTP transport would hand it on.
    pub fn authorization(mut self, value: impl Into<String>) -> Self {
        self.caller.authorization = Some(value.into());
        self
    }

    /// Connects.
    ///
    /// # Errors
    ///
    /// When the handshake fails.
    pub async fn start(self) -> Result<Session, ConnectError> {
        let (ours, theirs) = tokio::io::duplex(BUFFER);
        let server = self.caller.serving(self.server);
        let server = tokio::spawn(async move {
            if let Ok(running) = serve_server(server, theirs).await {
                // It ends with the connection.
                let _ = running.waiting().await;
            }
        });
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = self.capability.declared();
        let person = ScriptedPerson::new(capabilities, self.revision.version(), self.answer);
        let client = serve_client_with_lifecycle(person, ours, self.revision.lifecycle())
            .await
            .map_err(|error| ConnectError(error.to_string()))?;
        Ok(Session { client, server })
    }
}

/// The handshake with the server failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the server under test did not accept the connection: {0}")]
pub struct ConnectError(String);

/// A connected client with a scripted person in front of it. Dropping it closes the connection.
#[derive(Debug)]
pub struct Session {
    client: RunningService<RoleClient, ScriptedPerson>,
    server: tokio::task::JoinHandle<()>,
}

impl Session {
    /// Calls a tool, and answers whatever it asks as the person is scripted to.
    ///
    /// # Errors
    ///
    /// As the connection or the server reports them. [`ServiceError::InputRequiredRoundsExceeded`]
    /// when a server on 2026-07-28 asks again and again, or when it gets no answer
    /// ([`Answer::Never`], [`Answer::Fail`]).
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<CallToolResult, ServiceError> {
        let mut leg = self.call_once(tool, arguments).await?;
        for _ in 0..rmcp::model::DEFAULT_MRTR_MAX_ROUNDS {
            match leg {
                Leg::Done(result) => return Ok(result),
                Leg::Asked(asked) => match self.client.service().answer_now() {
                    Answer::Never | Answer::Fail => break,
                    answer => leg = asked.retry().answer(answer).send().await?,
                },
            }
        }
        Err(ServiceError::InputRequiredRoundsExceeded {
            max_rounds: rmcp::model::DEFAULT_MRTR_MAX_ROUNDS,
        })
    }

    /// Calls a tool once. On 2026-07-28 a question comes back unanswered, for a retry by hand; on
    /// 2025-11-25 the scripted person answers it.
    ///
    /// # Errors
    ///
    /// As the connection or the server reports them.
    pub async fn call_once(&self, tool: &str, arguments: Value) -> Result<Leg<'_>, ServiceError> {
        Retry::first(self, tool, arguments).send().await
    }

    /// Starts a call without waiting for it. On 2025-11-25 it can be cancelled while the question is
    /// open, and what the question is about can be changed; on 2026-07-28 the question is the result,
    /// and [`PendingCall::finish`] refuses it.
    ///
    /// # Errors
    ///
    /// When the connection is closed.
    pub async fn begin(&self, tool: &str, arguments: Value) -> Result<PendingCall, ServiceError> {
        Retry::first(self, tool, arguments).begin().await
    }

    /// The tools that the server lists.
    ///
    /// # Errors
    ///
    /// As the connection or the server reports them.
    pub async fn list_tools(&self) -> Result<ListToolsResult, ServiceError> {
        self.client.list_tools(None).await
    }

    /// Every question that was asked so far, oldest first.
    #[must_use]
    pub fn questions(&self) -> Vec<Question> {
        self.client.service().questions()
    }

    /// Waits until `count` questions were asked in all.
    pub async fn wait_for_questions(&self, count: usize) {
        self.client.service().wait_for_questions(count).await;
    }

    /// The messages of the progress notifications that came so far.
    #[must_use]
    pub fn progress(&self) -> Vec<String> {
        self.client.service().progress()
    }

    /// Changes what the person answers from now on, a question that is open included.
    pub fn set_answer(&self, answer: Answer) {
        self.client.service().set_answer(answer);
    }

    /// Closes the connection and waits until the server has noticed.
    pub async fn disconnect(self) {
        let Self { client, server } = self;
        client.cancellation_token().cancel();
        drop(client);
        // A server that panicked has ended too.
        let _ = server.await;
    }

    async fn send(&self, params: CallToolRequestParams) -> Result<CallToolResponse, ServiceError> {
        self.peer().call_tool_once(params).await
    }

    fn peer(&self) -> &Peer<RoleClient> {
        self.client.peer()
    }
}
