//! A person who says yes, after someone else has changed something.

use std::{future::Future, pin::Pin, sync::Mutex};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
        Implementation, ProtocolVersion,
    },
    serve_client_with_lifecycle, serve_server,
    service::RequestContext,
};
use rmcp_approval::testing::{Answer, Leg, Revision, Session};
use serde_json::{Value, json};

use crate::world::World;

pub type Meddling = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What came of it: the result, and how often the person was asked.
pub struct Meddled {
    pub result: CallToolResult,
    pub asked: usize,
}

/// Calls the tool; while the question is open, `meddling` happens; then the person says yes, to
/// this question alone.
pub async fn call(
    world: &World,
    revision: Revision,
    tool: &str,
    args: Value,
    meddling: impl Future<Output = ()> + Send + 'static,
) -> Meddled {
    match revision {
        Revision::V2025_11_25 => pushed(world, tool, args, Box::pin(meddling)).await,
        _ => {
            let person = world.person(revision, Answer::Never).await;
            returned(&person, tool, args, Box::pin(meddling)).await
        }
    }
}

/// A second question is declined: it is about something else by now.
async fn returned(person: &Session, tool: &str, args: Value, meddling: Meddling) -> Meddled {
    let leg = person.call_once(tool, args).await.unwrap();
    let asked = leg.asked().expect("a question");
    meddling.await;
    let mut leg = asked.retry().answer(Answer::Accept).send().await.unwrap();
    while let Leg::Asked(again) = leg {
        leg = again.retry().answer(Answer::Decline).send().await.unwrap();
    }
    Meddled { result: leg.done().unwrap(), asked: person.questions().len() }
}

async fn pushed(world: &World, tool: &str, args: Value, meddling: Meddling) -> Meddled {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let server = world.server();
    tokio::spawn(async move { serve_server(server, theirs).await.unwrap().waiting().await });
    let handler = Meddler { meddling: Mutex::new(Some(meddling)), asked: Mutex::new(0) };
    let client = serve_client_with_lifecycle(handler, ours, ClientLifecycleMode::Initialize);
    let client = client.await.unwrap();
    let arguments = args.as_object().unwrap().clone();
    let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    let result = client.call_tool(call).await.unwrap();
    let asked = *client.service().asked.lock().unwrap();
    client.cancel().await.unwrap();
    Meddled { result, asked }
}

struct Meddler {
    meddling: Mutex<Option<Meddling>>,
    asked: Mutex<usize>,
}

impl ClientHandler for Meddler {
    async fn create_elicitation(
        &self,
        _request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        *self.asked.lock().unwrap() += 1;
        let meddling = self.meddling.lock().unwrap().take();
        if let Some(meddling) = meddling {
            meddling.await;
        }
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "confirm": true })))
    }

    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::new());
        ClientConfig::new(capabilities, Implementation::new("meddler", "0"))
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }
}
