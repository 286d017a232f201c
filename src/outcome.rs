//! What a guarded tool returns.

use std::fmt::{self, Write};

use rmcp::{
    ErrorData,
    handler::server::tool::IntoCallToolResult,
    model::{CallToolResponse, CallToolResult, ContentBlock, InputRequiredResult},
};

/// Room for a refusal that carries a token and a question of the usual length.
const REFUSAL_LEN: usize = 1024;

/// What a guarded call came to: return it from the tool, as `Result<Outcome, E>`.
///
/// If the operation was approved and ran, it is the tool's own result. If it was not approved, it is
/// an error result that begins with "Nothing was changed." and goes on with the reason and what to
/// do next, which may be a token. And on MCP 2026-07-28 it is first the question, which is asked by
/// being returned.
///
/// The refusal is an error (`isError: true`) because the operation was asked for and did not happen.
/// So a tool with an `outputSchema` needs no structured content there (MCP 2025-11-25, Tools,
/// "Output schema"). rmcp reads that schema off a return type `Json<T>`; with an `Outcome`, declare it:
///
/// ```
/// # use rmcp::{ErrorData, Json, ServerHandler, tool, tool_handler, tool_router};
/// # use rmcp_approval::{Approver, Operation, Outcome, Parameters, Prompt, server_text, testing::connect};
/// # #[derive(serde::Serialize)] struct Wipe { notes: usize }
/// # impl Operation for Wipe {
/// #     const NAME: &'static str = "wipe";
/// #     fn prompt(&self) -> Prompt<'_> { Prompt::new(server_text!("delete all {} note(s)", self.notes)) }
/// # }
/// # #[derive(serde::Deserialize, schemars::JsonSchema)] struct NoArgs {}
/// # #[derive(Clone)] struct Notes { approver: Approver }
/// use rmcp::handler::server::tool::schema_for_output;
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Wiped { notes: usize }
///
/// # #[tool_router]
/// # impl Notes {
/// #[tool(output_schema = schema_for_output::<Wiped>())]
/// async fn wipe(
///     &self,
///     Parameters { args: NoArgs {}, call }: Parameters<NoArgs>,
/// ) -> Result<Outcome, ErrorData> {
///     let operation = Wipe { notes: 9 };
///     self.approver
///         .request(operation, call, async |approved| {
///             let Wipe { notes } = approved.spend()?;
///             // … delete them …
///             Ok(Json(Wiped { notes }))
///         })
///         .await
/// }
/// # }
/// # #[tool_handler] impl ServerHandler for Notes {}
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let person = connect(Notes { approver: Approver::builder("notes-mcp").build()? }).start().await?;
/// # assert!(person.list_tools().await?.tools[0].output_schema.is_some());
/// # let wiped = person.call("wipe", serde_json::json!({})).await?;
/// # assert_eq!(wiped.structured_content, Some(serde_json::json!({"notes": 9})));
/// # Ok(()) }
/// ```
#[must_use = "return it from the tool: it may be the question, which is asked by being returned"]
pub struct Outcome {
    result: Result<CallToolResponse, ErrorData>,
}

impl Outcome {
    /// The result of a call that was not guarded, for a tool that asks only when something would be
    /// lost. It takes whatever rmcp takes from a tool: a `String`, a `Json`, a `CallToolResult`.
    pub fn unguarded(result: impl IntoCallToolResult) -> Self {
        Self { result: result.into_call_tool_result() }
    }

    /// The operation ran, and this is the tool's result.
    pub(crate) fn of_run(result: impl IntoCallToolResult) -> Self {
        Self { result: result.into_call_tool_result() }
    }

    /// The question, which goes out with the result.
    pub(crate) fn asked(question: InputRequiredResult) -> Self {
        Self { result: Ok(question.into()) }
    }

    /// The operation does not run: why not, and what to do next.
    pub(crate) fn refused(explanation: impl fmt::Display) -> Self {
        let mut text = String::with_capacity(REFUSAL_LEN);
        // Writing to a String does not fail, and what is written was rendered before.
        let _ = write!(text, "Nothing was changed. {explanation}");
        Self { result: Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into()) }
    }
}

/// How rmcp takes it from a tool.
impl IntoCallToolResult for Outcome {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        self.result
    }
}

/// Shows nothing of the result, which may quote a token.
impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outcome").finish_non_exhaustive()
    }
}
