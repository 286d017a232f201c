//! The tools that both servers have: they ask nobody, or they ask for something that is no consent.
//!
//! That a form has default values, or lists to choose from, is what two of the scenarios are about,
//! and a third wants three requests at once, two of them to the client's model and file system. A
//! server with guarded tools asks for such things by hand, like any other.

#![expect(deprecated, reason = "the suite asks for logging and sampling")]

use std::time::Duration;

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{tool::InputResponses, wrapper::Parameters},
    model::{
        CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequestParams,
        ElicitRequestParams, InputRequiredResult, LoggingLevel, LoggingMessageNotificationParam,
        ProgressNotificationParam, ResourceContents, SamplingMessage,
    },
    service::RequestContext,
    tool, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    contents::PIXEL,
    fixture::{Asking, Fixture},
};

/// A sound of no length.
const SILENCE: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

#[derive(Deserialize, JsonSchema)]
struct Sampling {
    prompt: String,
}

pub fn says(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

/// Asks for input on MCP 2026-07-28.
pub fn requires(requests: Value, state: Option<String>) -> CallToolResponse {
    let requests = serde_json::from_value(requests).expect("input requests");
    InputRequiredResult::new(Some(requests), state).into()
}

/// A question for one text.
pub fn question(message: &str, field: &str) -> Value {
    json!({"method": "elicitation/create", "params": {
        "message": message,
        "requestedSchema": {
            "type": "object",
            "properties": {field: {"type": "string"}},
            "required": [field],
        },
    }})
}

pub fn sampling(prompt: &str) -> Value {
    let message = json!({"role": "user", "content": {"type": "text", "text": prompt}});
    json!({"method": "sampling/createMessage", "params": {
        "messages": [message],
        "maxTokens": 50,
    }})
}

fn embedded(uri: &str) -> ContentBlock {
    ContentBlock::resource(ResourceContents::text("A file.", uri).with_mime_type("text/plain"))
}

/// Pushes a form to the client on MCP 2025-11-25, and reports what came back.
pub async fn push(
    form: Value,
    context: &RequestContext<RoleServer>,
) -> Result<rmcp::model::ElicitResult, ErrorData> {
    let form: ElicitRequestParams = serde_json::from_value(form).expect("a form");
    let answer = context.peer.create_elicitation(form).await;
    answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

async fn report(
    form: Value,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let answer = push(form, &context).await?;
    Ok(says(format!("The answer is {:?} {:?}", answer.action, answer.content)))
}

async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(10)).await;
}

#[tool_router(router = free_tools, vis = "pub")]
impl<A: Asking> Fixture<A> {
    #[tool(description = "Answers with a text")]
    fn test_simple_text(&self) -> CallToolResult {
        says("A simple text.")
    }

    #[tool(description = "Answers with a picture")]
    fn test_image_content(&self) -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::image(PIXEL, "image/png")])
    }

    #[tool(description = "Answers with a sound")]
    fn test_audio_content(&self) -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::audio(SILENCE, "audio/wav")])
    }

    #[tool(description = "Answers with a file")]
    fn test_embedded_resource(&self) -> CallToolResult {
        CallToolResult::success(vec![embedded("test://embedded-resource")])
    }

    #[tool(description = "Answers with a text, a picture and a file")]
    fn test_multiple_content_types(&self) -> CallToolResult {
        CallToolResult::success(vec![
            ContentBlock::text("All of them."),
            ContentBlock::image(PIXEL, "image/png"),
            embedded("test://mixed-content-resource"),
        ])
    }

    #[tool(description = "Fails")]
    fn test_error_handling(&self) -> CallToolResult {
        CallToolResult::error(vec![ContentBlock::text("It fails, as it should.")])
    }

    #[tool(description = "Logs three times")]
    async fn test_tool_with_logging(&self, context: RequestContext<RoleServer>) -> CallToolResult {
        for step in ["started", "under way", "done"] {
            log(&context, step).await;
            a_moment().await;
        }
        says("logged")
    }

    #[tool(description = "Logs, where the request asks for it")]
    async fn test_logging_tool(&self, context: RequestContext<RoleServer>) -> CallToolResult {
        if context.meta.log_level().is_some() {
            log(&context, "asked for").await;
        }
        says("done")
    }

    #[tool(description = "Reports its progress")]
    async fn test_tool_with_progress(&self, context: RequestContext<RoleServer>) -> CallToolResult {
        let token = context.meta.get_progress_token();
        for progress in [0.0, 50.0, 100.0] {
            if let Some(token) = token.clone() {
                let progress = ProgressNotificationParam::new(token, progress).with_total(100.0);
                context.peer.notify_progress(progress).await.expect("the client is there");
            }
            a_moment().await;
        }
        says("done")
    }

    #[tool(description = "Tells the subscribers that the list of tools has changed")]
    fn test_trigger_tool_change(&self) -> CallToolResult {
        // Nobody may be listening.
        let _ = self.changes.send(());
        says("done")
    }

    #[tool(description = "Asks the client's model")]
    async fn test_sampling(
        &self,
        Parameters(Sampling { prompt }): Parameters<Sampling>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let request =
            CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 100);
        let answer = context.peer.create_message(request).await;
        let answer = answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(says(format!("The model says {:?}", answer.message)))
    }

    #[tool(description = "Asks with default values")]
    async fn test_elicitation_sep1034_defaults(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let states = ["active", "inactive", "pending"];
        let properties = json!({
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": states, "default": "active"},
            "verified": {"type": "boolean", "default": true},
        });
        report(form(properties), context).await
    }

    #[tool(description = "Asks to choose from lists")]
    async fn test_elicitation_sep1330_enums(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let (values, options) = (["opt1", "opt2", "opt3"], ["option1", "option2", "option3"]);
        let titled = ["value1", "value2", "value3"]
            .map(|value| json!({"const": value, "title": value.to_uppercase()}));
        let properties = json!({
            "untitledSingle": {"type": "string", "enum": options},
            "titledSingle": {"type": "string", "oneOf": titled},
            "legacyEnum": {"type": "string", "enum": values, "enumNames": ["One", "Two", "Three"]},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": options}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled}},
        });
        report(form(properties), context).await
    }

    #[tool(description = "Asks the client's model, in a result")]
    fn test_input_required_result_sampling(
        &self,
        InputResponses(answers): InputResponses,
    ) -> CallToolResponse {
        match answers.and_then(|mut answers| answers.remove("capital_question")) {
            Some(answer) => says(format!("The model says {}", answer["content"]["text"])).into(),
            None => requires(json!({"capital_question": sampling("The capital of France?")}), None),
        }
    }

    #[tool(description = "Asks for the client's folders")]
    fn test_input_required_result_list_roots(
        &self,
        InputResponses(answers): InputResponses,
    ) -> CallToolResponse {
        match answers.and_then(|mut answers| answers.remove("client_roots")) {
            Some(answer) => says(format!("The folders are {}", answer["roots"])).into(),
            None => requires(json!({"client_roots": {"method": "roots/list"}}), None),
        }
    }

    #[tool(description = "Asks for three things at once")]
    fn test_input_required_result_multiple_inputs(
        &self,
        InputResponses(answers): InputResponses,
    ) -> CallToolResponse {
        let keys = ["user_name", "greeting", "client_roots"];
        let answers = answers.unwrap_or_default();
        if keys.iter().all(|key| answers.contains_key(*key)) {
            return says("three answers").into();
        }
        let requests = json!({
            "user_name": question("What is your name?", "name"),
            "greeting": sampling("A greeting, please"),
            "client_roots": {"method": "roots/list"},
        });
        requires(requests, Some(self.codec.seal(b"three questions")))
    }
}

fn form(properties: Value) -> Value {
    let schema = json!({"type": "object", "properties": properties, "required": []});
    json!({"mode": "form", "message": "Please fill this in", "requestedSchema": schema})
}

async fn log(context: &RequestContext<RoleServer>, text: &str) {
    let entry = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(text));
    context.peer.notify_logging_message(entry).await.expect("the client is there");
}
