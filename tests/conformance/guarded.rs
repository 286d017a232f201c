//! The tools that ask, with the library. Each erases something, so each needs a person's yes; what
//! the suite thinks that it asks for, a name or a colour, is for the other server to ask.

use rmcp::{
    ErrorData, handler::server::router::tool::ToolRouter, model::CallToolResponse, tool,
    tool_router,
};
use rmcp_approval::{
    Approved, Approver, Call, Caller, Error, Evidence, Operation, Outcome, Parameters, Prompt,
    server_text,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    fixture::{Asking, Fixture},
    free::says,
};

#[derive(Clone)]
pub struct Guarded(Approver);

impl Asking for Guarded {
    fn new() -> Self {
        let approver = Approver::builder("conformance").tampered_state_is_an_error(true);
        Self(approver.build().expect("the settings are valid"))
    }

    fn tools() -> ToolRouter<Fixture<Self>> {
        Fixture::guarded_tools()
    }
}

#[derive(Serialize)]
struct Erase {
    message: Option<Caller<String>>,
}

impl Operation for Erase {
    const NAME: &'static str = "erase";

    fn prompt(&self) -> Prompt<'_> {
        let prompt = Prompt::new(server_text!("erase the test data"))
            .consequence(server_text!("It cannot be recovered."));
        match &self.message {
            Some(message) => prompt.caller(server_text!("Message"), message),
            None => prompt,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Deserialize, JsonSchema)]
struct Message {
    message: Caller<String>,
}

impl Fixture<Guarded> {
    fn erase_approved<By: Evidence>(
        &self,
        approved: Approved<Erase, By>,
    ) -> Result<CallToolResponse, Error> {
        approved.spend()?;
        self.erase();
        Ok(says("erased").into())
    }

    async fn erase_if_approved(
        &self,
        message: Option<Caller<String>>,
        call: Call,
    ) -> Result<Outcome, ErrorData> {
        self.asking
            .0
            .request(Erase { message }, call, async |approved| Ok(self.erase_approved(approved)?))
            .await
    }
}

#[tool_router(router = guarded_tools, vis = "pub")]
impl Fixture<Guarded> {
    #[tool(description = "Erases, after a question on MCP 2025-11-25")]
    async fn test_elicitation(
        &self,
        Parameters { args, call }: Parameters<Message>,
    ) -> Result<Outcome, ErrorData> {
        self.erase_if_approved(Some(args.message), call).await
    }

    #[tool(description = "Erases, after a question")]
    async fn test_input_required_result_elicitation(
        &self,
        Parameters { call, .. }: Parameters<Nothing>,
    ) -> Result<Outcome, ErrorData> {
        self.erase_if_approved(None, call).await
    }

    #[tool(description = "Erases, after a question with a state")]
    async fn test_input_required_result_request_state(
        &self,
        Parameters { call, .. }: Parameters<Nothing>,
    ) -> Result<Outcome, ErrorData> {
        self.erase_if_approved(None, call).await
    }

    #[tool(description = "Erases, after a question with a state that can be tampered with")]
    async fn test_input_required_result_tampered_state(
        &self,
        Parameters { call, .. }: Parameters<Nothing>,
    ) -> Result<Outcome, ErrorData> {
        self.erase_if_approved(None, call).await
    }

    #[tool(description = "Erases, after two questions")]
    async fn test_input_required_result_multi_round(
        &self,
        Parameters { call, .. }: Parameters<Nothing>,
    ) -> Result<Outcome, ErrorData> {
        self.erase_if_approved(None, call).await
    }

    #[tool(description = "Erases, after a question that the client may not be able to show")]
    async fn test_input_required_result_capabilities(
        &self,
        Parameters { call, .. }: Parameters<Nothing>,
    ) -> Result<Outcome, ErrorData> {
        self.erase_if_approved(None, call).await
    }

    #[tool(description = "Erases, after a question, on a stream")]
    async fn test_streaming_elicitation(
        &self,
        Parameters { call, .. }: Parameters<Nothing>,
    ) -> Result<Outcome, ErrorData> {
        self.erase_if_approved(None, call).await
    }

    /// The only one for which a token is not enough.
    #[tool(description = "Erases, if a person can be asked")]
    async fn test_missing_capability(
        &self,
        Parameters { call, .. }: Parameters<Nothing>,
    ) -> Result<Outcome, ErrorData> {
        self.asking
            .0
            .request_from_person(Erase { message: None }, call, async |approved| {
                Ok(self.erase_approved(approved)?)
            })
            .await
    }
}
