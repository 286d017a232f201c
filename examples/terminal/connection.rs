//! One server process and the conversation with it.

use std::sync::Arc;

use rmcp::{
    RoleClient,
    model::{CallToolRequestParams, CallToolResult, JsonObject, ProtocolVersion, Tool},
    service::{ClientInitializeError, ClientServiceExt, RunningService, ServiceError},
};
use serde_json::Value;
use tokio::signal;

use crate::{
    answer::Respondent,
    client::Client,
    launch::{Launch, Revision},
    process::ServerProcess,
    reply,
    screen::Screen,
    stop::Stop,
};

pub(crate) struct Connection {
    client: RunningService<RoleClient, Client>,
    server: ServerProcess,
}

/// Starts a server, works with it, and shuts it down whatever came of that.
pub(crate) async fn with_server<T>(
    launch: &Launch,
    respondent: &Arc<Respondent>,
    screen: &Screen,
    work: impl AsyncFnOnce(&Connection) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let connection = tokio::select! {
        opened = Connection::open(launch, respondent, screen) => opened?,
        () = interrupt() => return Err(Stop::Interrupted),
    };
    let outcome = tokio::select! {
        outcome = work(&connection) => outcome,
        () = interrupt() => Err(Stop::Interrupted),
    };
    connection.close(outcome).await
}

/// Ctrl-C while no prompt is open. (An open prompt reads it as a key.)
async fn interrupt() {
    if signal::ctrl_c().await.is_err() {
        // Then the signal keeps its usual effect, which is as good.
        std::future::pending::<()>().await;
    }
}

impl Connection {
    async fn open(
        launch: &Launch,
        respondent: &Arc<Respondent>,
        screen: &Screen,
    ) -> Result<Self, Stop> {
        let (mut server, pipes) = ServerProcess::start(launch, screen)?;
        let client = Client {
            revision: launch.revision,
            elicitation: launch.elicitation,
            respondent: Arc::clone(respondent),
            screen: Arc::clone(screen),
        };
        match client.serve_with_lifecycle(pipes, launch.revision.lifecycle()).await {
            Ok(client) => {
                let connection = Self { client, server };
                screen.lock().await.note(&connection.greeting(launch));
                Ok(connection)
            }
            Err(error) => {
                let reason = failed_start(&error, launch.revision);
                let end = ending(&mut server).await;
                server.stop().await;
                Err(Stop::failed(format!("the server did not start: {reason}{end}")))
            }
        }
    }

    fn greeting(&self, launch: &Launch) -> String {
        let peer = self.client.peer_info();
        let server = peer.as_ref().and_then(|peer| peer.server_info.as_ref());
        let name = server.map_or("the server".to_owned(), |server| {
            format!("{} {}", server.name, server.version)
        });
        let revision = peer
            .as_ref()
            .map_or(ProtocolVersion::from(launch.revision), |peer| peer.protocol_version.clone());
        let asked = if launch.elicitation {
            "this client can be asked"
        } else {
            "this client cannot be asked"
        };
        format!("connected to {name} on MCP {revision}; {asked}")
    }

    pub(crate) async fn tools(&self) -> Result<Vec<Tool>, Stop> {
        self.client.list_all_tools().await.map_err(Stop::failed)
    }

    /// Calls a tool and shows the call and what came of it. `None` is an
    /// error of the protocol after which the server is still there.
    pub(crate) async fn call(
        &self,
        tool: &str,
        arguments: JsonObject,
    ) -> Result<Option<CallToolResult>, Stop> {
        let answered = self.send(tool, arguments).await?;
        let mut pen = self.screen().lock().await;
        match &answered {
            Ok(result) => reply::show(result, &mut pen),
            Err(error) => {
                pen.warn("failed");
                pen.block(&error.to_string());
            }
        }
        drop(pen);
        self.still_wanted()?;
        Ok(answered.ok())
    }

    /// Shows the call, but leaves it to the caller to show what came of it.
    pub(crate) async fn send(
        &self,
        tool: &str,
        arguments: JsonObject,
    ) -> Result<Result<CallToolResult, ServiceError>, Stop> {
        let shown = format!("> {tool} {}", Value::Object(arguments.clone()));
        self.screen().lock().await.say(&shown);
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        match self.client.call_tool(request).await {
            Err(error) if is_final(&error) => Err(Stop::failed(format!("{tool}: {error}"))),
            answered => Ok(answered),
        }
    }

    /// Ctrl-C at a question cancels it, and ends the program once the server
    /// has said what that came to.
    fn still_wanted(&self) -> Result<(), Stop> {
        if self.client.service().respondent.interrupted() { Err(Stop::Interrupted) } else { Ok(()) }
    }

    fn screen(&self) -> &Screen {
        &self.client.service().screen
    }

    async fn close<T>(self, outcome: Result<T, Stop>) -> Result<T, Stop> {
        let Self { client, mut server } = self;
        let outcome = match outcome {
            Err(Stop::Failed(reason)) => {
                let end = ending(&mut server).await;
                Err(Stop::Failed(format!("{reason}{end}")))
            }
            other => other,
        };
        // Closing drops the server's stdin; how the task ended changes nothing.
        let _task = client.cancel().await;
        server.stop().await;
        outcome
    }
}

/// Whether there is no connection left to make another call on.
fn is_final(error: &ServiceError) -> bool {
    matches!(
        error,
        ServiceError::TransportSend(_)
            | ServiceError::TransportClosed
            | ServiceError::Cancelled { .. }
    )
}

fn failed_start(error: &ClientInitializeError, revision: Revision) -> String {
    use ClientInitializeError::{
        ConnectionClosed, JsonRpcError, NoCompatibleProtocolVersion, TransportError,
    };
    let reason = match error {
        ConnectionClosed(_) => "it closed the connection".to_owned(),
        TransportError { error, .. } => error.error.to_string(),
        other => other.to_string(),
    };
    let refused = matches!(error, JsonRpcError(_) | NoCompatibleProtocolVersion { .. });
    if refused && revision == Revision::Returned {
        format!("{reason}; a server of an older revision needs --revision 2025-11-25")
    } else {
        reason
    }
}

/// How the server ended, if it did, as the end of a sentence.
async fn ending(server: &mut ServerProcess) -> String {
    match server.exit_status().await {
        Some(status) => format!(" ({status})"),
        None => String::new(),
    }
}
