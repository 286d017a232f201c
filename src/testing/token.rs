//! The token in a refusal.

use rmcp::model::{CallToolResult, ContentBlock};

use crate::call::CONFIRM_TOKEN;

/// The token that a refusal offers, read out of its text as a model would read it. `None` if it
/// offers none.
#[must_use]
pub fn token_in(result: &CallToolResult) -> Option<String> {
    let text = result.content.iter().find_map(ContentBlock::as_text)?;
    // The last one: what stands before it is the question, which quotes the caller.
    let (_, after) = text.text.rsplit_once(&format!("\"{CONFIRM_TOKEN}\": \""))?;
    let (token, _) = after.split_once('"')?;
    Some(token.to_owned())
}
