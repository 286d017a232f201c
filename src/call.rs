//! What one tool call carries: its arguments, and everything the decision needs.

use std::{borrow::Cow, fmt};

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
    model::{InputResponses, JsonObject},
    service::RequestContext,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::prompt::parse_arguments;

/// The argument that quotes a token.
pub(crate) const CONFIRM_TOKEN: &str = "confirm_token";

const CONFIRM_TOKEN_DESCRIPTION: &str = "Leave this out. Only if this tool has answered exactly \
    these arguments with a confirm_token, quote it here to go ahead. It proves that the call was \
    made twice with the same arguments, and nothing more.";

/// The parameters of a guarded tool: its arguments, and the [`Call`] to hand to the
/// [`Approver`](crate::Approver).
///
/// A drop-in for rmcp's extractor of the same name: rmcp's `#[tool]` macro finds it by that name
/// and takes the tool's input schema from it. To the schema of `P` it adds one optional property,
/// `confirm_token`, and it takes that argument out before `P` is parsed. So `P` may be
/// `deny_unknown_fields`, has no field of that name, and the token never enters a fingerprint.
///
/// Do not rename it on import: rmcp's macro would not know it, and list the tool without arguments.
/// Where rmcp's own is imported too, write `rmcp_approval::Parameters` in full.
///
/// # Examples
///
/// ```
/// use rmcp_approval::{Caller, Parameters};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct DeleteNoteArgs { id: Caller<u64> }
///
/// async fn delete_note(Parameters { args, call }: Parameters<DeleteNoteArgs>) {
///     let _id = args.id.get();
///     let _tool = call.tool();
/// }
/// ```
#[derive(Debug)]
pub struct Parameters<P> {
    /// The tool's arguments, without the token.
    pub args: P,
    /// What the decision needs of this call.
    pub call: Call,
}

/// One call of a guarded tool, to be handed to the [`Approver`](crate::Approver): which tool, by whom,
/// and what answer or token came with it.
///
/// Only [`Parameters`] makes one, and [`Approver::request`](crate::Approver::request) consumes it,
/// so one call gets one decision.
pub struct Call {
    tool: Cow<'static, str>,
    context: Box<RequestContext<RoleServer>>,
    returned: Returned,
    confirm_token: Option<String>,
}

/// What a client sends back with the second leg of a call on MCP 2026-07-28.
#[derive(Default)]
pub(crate) struct Returned {
    pub(crate) responses: Option<InputResponses>,
    pub(crate) state: Option<String>,
}

/// Shows whether they are there, not what is in them.
impl fmt::Debug for Returned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Returned")
            .field("responses", &self.responses.is_some())
            .field("state", &self.state.is_some())
            .finish()
    }
}

impl Call {
    /// The name of the tool that was called.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// rmcp's context of the request: its extensions, the client, the cancellation token.
    #[must_use]
    pub fn context(&self) -> &RequestContext<RoleServer> {
        &self.context
    }

    /// Whether it brings an answer, a state or a token.
    pub(crate) fn is_second_leg(&self) -> bool {
        let Returned { responses, state } = &self.returned;
        responses.is_some() || state.is_some() || self.confirm_token.is_some()
    }

    pub(crate) fn take_returned(&mut self) -> Returned {
        std::mem::take(&mut self.returned)
    }

    pub(crate) fn take_confirm_token(&mut self) -> Option<String> {
        self.confirm_token.take()
    }
}

/// Names the tool, and shows whether an answer or a token came with the call, not what is in it.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("tool", &self.tool)
            .field("returned", &self.returned)
            .field("confirm_token", &self.confirm_token.is_some())
            .finish_non_exhaustive()
    }
}

impl<P: JsonSchema> JsonSchema for Parameters<P> {
    fn schema_name() -> Cow<'static, str> {
        P::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("rmcp_approval::Parameters<{}>", P::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = P::json_schema(generator);
        let properties = schema
            .ensure_object()
            .entry("properties")
            .or_insert_with(|| Value::Object(JsonObject::new()));
        if let Some(properties) = properties.as_object_mut() {
            let token = schemars::json_schema!({
                "type": "string",
                "description": CONFIRM_TOKEN_DESCRIPTION,
            });
            properties.insert(CONFIRM_TOKEN.to_owned(), token.to_value());
        }
        schema
    }
}

impl<S, P: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<P> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let confirm_token = take_token(context)?;
        let args = parse_arguments(context).map_err(|error| {
            let (place, problem) = (error.path().to_string(), error.inner());
            bad_argument(&context.name, &place, problem)
        })?;
        let call = Call {
            tool: context.name.clone(),
            context: Box::new(context.request_context.clone()),
            returned: Returned {
                responses: context.input_responses.take(),
                state: context.request_state.take(),
            },
            confirm_token,
        };
        Ok(Self { args, call })
    }
}

/// Takes the token out of the arguments. Some models fill every optional string: an empty one
/// quotes nothing.
fn take_token<S>(context: &mut ToolCallContext<'_, S>) -> Result<Option<String>, ErrorData> {
    match context.arguments.as_mut().and_then(|arguments| arguments.remove(CONFIRM_TOKEN)) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(token)) if token.is_empty() => Ok(None),
        Some(Value::String(token)) => Ok(Some(token)),
        Some(_) => Err(bad_argument(&context.name, CONFIRM_TOKEN, "expected a string")),
    }
}

/// The beginning by which rmcp's tool router knows a mistake in the arguments. It turns it into
/// an error result, which the model gets to read.
const PARSE_ERROR: &str = "failed to deserialize parameters:";

fn bad_argument(tool: &str, place: &str, problem: impl fmt::Display) -> ErrorData {
    let place = if place == "." { String::new() } else { format!(" at `{place}`") };
    let message = format!(
        "{PARSE_ERROR} {tool}: the arguments do not fit{place}: {problem}. Nothing was changed; \
         correct them and call again."
    );
    ErrorData::invalid_params(message, None)
}
