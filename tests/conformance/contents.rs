//! The prompts and resources that the suite asks for. They have nothing to do with asking, except
//! for one prompt, and a prompt is not what the library guards.

use rmcp::{
    ErrorData,
    model::{
        ContentBlock, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
        InputRequiredResult, Prompt, PromptArgument, PromptMessage, ReadResourceResponse,
        ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Role,
    },
};
use serde_json::{Value, json};

/// One transparent pixel.
pub const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ\
    AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

pub fn prompts() -> Vec<Prompt> {
    let needs = |names: &[&str]| {
        let argument = |name: &&str| PromptArgument::new(*name).with_required(true);
        Some(names.iter().map(argument).collect())
    };
    vec![
        Prompt::new("test_simple_prompt", Some("A text"), None),
        Prompt::new("test_prompt_with_arguments", Some("Two arguments"), needs(&["arg1", "arg2"])),
        Prompt::new("test_prompt_with_embedded_resource", Some("A file"), needs(&["resourceUri"])),
        Prompt::new("test_prompt_with_image", Some("A picture"), None),
        Prompt::new("test_input_required_result_prompt", Some("Asks first"), None),
    ]
}

pub fn prompt(request: GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    let arguments = Value::Object(request.arguments.unwrap_or_default());
    let argument = |name: &str| arguments[name].as_str().unwrap_or_default().to_owned();
    let text = |text: String| vec![ContentBlock::text(text)];
    let content = match request.name.as_str() {
        "test_simple_prompt" => text("A simple prompt.".to_owned()),
        "test_prompt_with_arguments" => {
            text(format!("The arguments are {} and {}.", argument("arg1"), argument("arg2")))
        }
        "test_prompt_with_embedded_resource" => {
            vec![ContentBlock::embedded_text(argument("resourceUri"), "What is in the file.")]
        }
        "test_prompt_with_image" => vec![ContentBlock::image(PIXEL, "image/png")],
        "test_input_required_result_prompt" => {
            match request.input_responses.and_then(|mut answers| answers.remove("user_context")) {
                Some(answer) => text(format!("The context is {}.", answer["content"]["context"])),
                None => return Ok(ask_for_context().into()),
            }
        }
        _ => return Err(ErrorData::invalid_params("there is no such prompt", None)),
    };
    let messages = content.into_iter().map(|content| PromptMessage::new(Role::User, content));
    Ok(GetPromptResult::new(messages.collect()).into())
}

fn ask_for_context() -> InputRequiredResult {
    let form = json!({"user_context": {"method": "elicitation/create", "params": {
        "message": "Which context?",
        "requestedSchema": {
            "type": "object",
            "properties": {"context": {"type": "string"}},
            "required": ["context"],
        },
    }}});
    InputRequiredResult::from_input_requests(serde_json::from_value(form).expect("a question"))
}

pub fn resources() -> Vec<Resource> {
    ["test://static-text", "test://static-binary", "test://watched-resource"]
        .map(|uri| Resource::new(uri, uri).with_description("For the suite"))
        .into()
}

pub fn templates() -> Vec<ResourceTemplate> {
    vec![ResourceTemplate::new("test://template/{id}/data", "template").with_description("By id")]
}

pub fn read(uri: &str) -> Result<ReadResourceResponse, ErrorData> {
    let template = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
    let contents = match (uri, template) {
        ("test://static-text" | "test://watched-resource", _) => {
            ResourceContents::text("A text.", uri).with_mime_type("text/plain")
        }
        ("test://static-binary", _) => {
            ResourceContents::blob(PIXEL, uri).with_mime_type("image/png")
        }
        (_, Some(id)) => ResourceContents::text(json!({"id": id}).to_string(), uri)
            .with_mime_type("application/json"),
        _ => {
            let uri = json!({"uri": uri});
            return Err(ErrorData::invalid_params("there is no such resource", Some(uri)));
        }
    };
    Ok(ReadResourceResult::new(vec![contents]).into())
}
