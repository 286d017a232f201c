//! The same tools as a server has them that follows the suite and has rmcp alone. They ask for what
//! the suite says, and erase whatever the answer is good for.

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{
        router::tool::ToolRouter,
        tool::{InputResponses, RequestState},
        wrapper::Parameters,
    },
    model::{CallToolResponse, ClientCapabilities, ElicitationAction, SamplingCapability},
    service::RequestContext,
    tool, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    fixture::{Asking, Fixture},
    free::{push, question, requires, sampling, says},
};

#[derive(Clone)]
pub struct Unguarded;

impl Asking for Unguarded {
    fn new() -> Self {
        Self
    }

    fn tools() -> ToolRouter<Fixture<Self>> {
        Fixture::unguarded_tools()
    }
}

#[derive(Deserialize, JsonSchema)]
struct Message {
    message: String,
}

/// The answer to one question, if it was accepted.
fn accepted(answers: Option<rmcp::model::InputResponses>, key: &str) -> Option<Value> {
    let answer = answers?.remove(key)?;
    (answer["action"] == "accept").then(|| answer["content"].clone())
}

fn confirm() -> Value {
    json!({"confirm": {"method": "elicitation/create", "params": {
        "message": "Erase the test data?",
        "requestedSchema": {
            "type": "object",
            "properties": {"ok": {"type": "boolean"}},
            "required": ["ok"],
        },
    }}})
}

impl Fixture<Unguarded> {
    fn erased_now(&self) -> CallToolResponse {
        self.erase();
        says("erased").into()
    }

    /// The state that this server sealed for a tool, or an error.
    fn open(&self, tool: &str, state: &str) -> Result<Vec<u8>, ErrorData> {
        let opened = self.codec.open_with(state, tool.as_bytes());
        opened.map_err(|_| ErrorData::invalid_params("the requestState does not verify", None))
    }

    fn seal(&self, tool: &str, payload: &[u8]) -> Option<String> {
        let options = rmcp::model::SealOptions::new().associated_data(tool.as_bytes());
        Some(self.codec.seal_with(payload, &options))
    }

    fn confirmed(
        &self,
        tool: &str,
        answers: Option<rmcp::model::InputResponses>,
        state: Option<String>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(state) = state else { return Ok(requires(confirm(), self.seal(tool, b"asked"))) };
        self.open(tool, &state)?;
        match accepted(answers, "confirm") {
            Some(content) if content["ok"] == true => Ok(self.erased_now()),
            _ => Ok(says("nothing was erased").into()),
        }
    }
}

#[tool_router(router = unguarded_tools, vis = "pub")]
impl Fixture<Unguarded> {
    #[tool(description = "Asks for a name and an address on MCP 2025-11-25")]
    async fn test_elicitation(
        &self,
        Parameters(Message { message }): Parameters<Message>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let schema = json!({
            "type": "object",
            "properties": {"username": {"type": "string"}, "email": {"type": "string"}},
            "required": ["username", "email"],
        });
        let form = json!({"mode": "form", "message": message, "requestedSchema": schema});
        match push(form, &context).await?.action {
            ElicitationAction::Accept => Ok(self.erased_now()),
            _ => Ok(says("nothing was erased").into()),
        }
    }

    #[tool(description = "Asks for a name")]
    fn test_input_required_result_elicitation(
        &self,
        InputResponses(answers): InputResponses,
    ) -> CallToolResponse {
        match accepted(answers, "user_name") {
            Some(content) if content["name"].is_string() => self.erased_now(),
            _ => requires(json!({"user_name": question("What is your name?", "name")}), None),
        }
    }

    #[tool(description = "Asks to confirm, with a state")]
    fn test_input_required_result_request_state(
        &self,
        InputResponses(answers): InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        self.confirmed("request_state", answers, state)
    }

    #[tool(description = "Asks to confirm, with a state that can be tampered with")]
    fn test_input_required_result_tampered_state(
        &self,
        InputResponses(answers): InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        self.confirmed("tampered_state", answers, state)
    }

    #[tool(description = "Asks two questions, one after the other")]
    fn test_input_required_result_multi_round(
        &self,
        InputResponses(answers): InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        const TOOL: &str = "multi_round";
        let round = state.map(|state| self.open(TOOL, &state)).transpose()?;
        let asked = |key| accepted(answers.clone(), key).is_some();
        match round.as_deref() {
            Some(b"1") if asked("step1") => {
                let second = json!({"step2": question("Which colour?", "color")});
                Ok(requires(second, self.seal(TOOL, b"2")))
            }
            Some(b"2") if asked("step2") => Ok(self.erased_now()),
            _ => {
                let first = json!({"step1": question("What is your name?", "name")});
                Ok(requires(first, self.seal(TOOL, b"1")))
            }
        }
    }

    #[tool(description = "Asks whomever the client has")]
    fn test_input_required_result_capabilities(
        &self,
        context: RequestContext<RoleServer>,
    ) -> CallToolResponse {
        let capabilities = context.client_capabilities().unwrap_or_default();
        let mut requests = json!({});
        if capabilities.elicitation.is_some() {
            requests["user_name"] = question("What is your name?", "name");
        }
        if capabilities.sampling.is_some() {
            requests["greeting"] = sampling("A greeting, please");
        }
        requires(requests, None)
    }

    #[tool(description = "Asks for a name, on a stream")]
    fn test_streaming_elicitation(
        &self,
        InputResponses(answers): InputResponses,
    ) -> CallToolResponse {
        self.test_input_required_result_elicitation(InputResponses(answers))
    }

    #[tool(description = "Needs the client's model")]
    fn test_missing_capability(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let capabilities = context.client_capabilities().unwrap_or_default();
        if capabilities.sampling.is_some() {
            return Ok(self.erased_now());
        }
        let mut required = ClientCapabilities::default();
        required.sampling = Some(SamplingCapability::default());
        Err(ErrorData::missing_required_client_capability(required))
    }
}
