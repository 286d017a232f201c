//! A tool's result: shown, and searched for a token.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::screen::Pen;

/// `done` and `not done` stand alone on a line, for a script to find.
pub(crate) fn show(result: &CallToolResult, pen: &mut Pen) {
    if result.is_error == Some(true) {
        pen.warn("not done");
    } else {
        pen.heading("done");
    }
    pen.block(&text(result));
}

fn text(result: &CallToolResult) -> String {
    let parts: Vec<_> = result.content.iter().map(part).collect();
    let text = parts.join("\n");
    match &result.structured_content {
        Some(data) if text.is_empty() || repeats(&text, data) => format!("{data:#}"),
        _ => text,
    }
}

fn part(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(_) => "(an image)".to_owned(),
        ContentBlock::Audio(_) => "(a sound)".to_owned(),
        ContentBlock::Resource(_) => "(an embedded resource)".to_owned(),
        ContentBlock::ResourceLink(link) => format!("(a link to {})", link.uri),
        _ => "(content of a kind unknown here)".to_owned(),
    }
}

/// Servers send structured data a second time as text, for older clients.
fn repeats(text: &str, data: &Value) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|value| value == *data)
}

/// The token that a refusal carries, in the form `"confirm_token": "…"`.
pub(crate) fn token(result: &CallToolResult) -> Option<String> {
    if result.is_error != Some(true) {
        return None;
    }
    let text = text(result);
    let (_, after) = text.rsplit_once("\"confirm_token\"")?;
    let value = after.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let (token, _) = value.split_once('"')?;
    Some(token.to_owned())
}
