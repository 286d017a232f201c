//! A caller's value that cannot be shown: nobody is asked, and nothing is approved.

use std::fmt;

use rmcp::{
    ErrorData, ServerHandler, ServiceError,
    model::{CallToolResult, ErrorCode},
    tool, tool_handler, tool_router,
};
use rmcp_approval::{
    Approver, Caller, Operation, Outcome, Parameters, Prompt, server_text,
    testing::{Capability, Revision, connect},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A number that is shown unless it is odd.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Even(u32);

impl fmt::Display for Even {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_multiple_of(2) { write!(f, "{}", self.0) } else { Err(fmt::Error) }
    }
}

#[derive(Serialize)]
struct Remove {
    number: Caller<Even>,
}

impl Operation for Remove {
    const NAME: &'static str = "remove";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("remove a number")).caller(server_text!("Number"), &self.number)
    }
}

#[derive(Deserialize, JsonSchema)]
struct Args {
    number: Caller<Even>,
}

#[derive(Clone)]
struct Numbers(Approver);

#[tool_router]
impl Numbers {
    #[tool]
    async fn remove(
        &self,
        Parameters { args, call }: Parameters<Args>,
    ) -> Result<Outcome, ErrorData> {
        self.0
            .request(Remove { number: args.number }, call, async |_| {
                Ok(CallToolResult::success(vec![]))
            })
            .await
    }
}

#[tool_handler]
impl ServerHandler for Numbers {}

#[tokio::test]
async fn a_value_that_cannot_be_shown_is_an_error_and_no_question_and_no_token() {
    let server = Numbers(Approver::builder("numbers-mcp").build().unwrap());
    for revision in Revision::ALL {
        for (capability, asked) in [(Capability::Form, 1), (Capability::None, 0)] {
            let person = connect(server.clone()).revision(revision).capability(capability);
            let person = person.start().await.unwrap();
            let failed = person.call("remove", json!({"number": 1})).await;
            let Err(ServiceError::McpError(error)) = failed else { panic!("{failed:?}") };
            assert_eq!(error.code, ErrorCode::INTERNAL_ERROR);
            assert!(error.message.starts_with("Nothing was changed. The question cannot be"));
            assert!(person.questions().is_empty());

            let control = person.call("remove", json!({"number": 2})).await.unwrap();
            assert_eq!(control.is_error, Some(asked == 0), "{control:?}");
            assert_eq!(person.questions().len(), asked);
        }
    }
}
