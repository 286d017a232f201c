//! `--call`: the calls of the command line, in order, on one connection.

use rmcp::model::{JsonObject, Tool};
use serde_json::Value;

use crate::{
    connection::Connection, options::PlannedCall, reply, screen::Screen, stop::Stop, text::one_line,
};

const PLACEHOLDER: &str = "{token}";

pub(crate) async fn run(connection: &Connection, calls: Vec<PlannedCall>) -> Result<(), Stop> {
    let mut token = None;
    let mut failed = 0;
    for PlannedCall { tool, arguments } in calls {
        let arguments = quote(arguments, token.as_deref())
            .map_err(|reason| Stop::Failed(format!("{tool}: {reason}")))?;
        match connection.call(&tool, arguments).await? {
            Some(result) => token = reply::token(&result).or(token),
            None => failed += 1,
        }
    }
    match failed {
        0 => Ok(()),
        count => Err(Stop::Failed(format!("calls without a result: {count}"))),
    }
}

/// What there is to call, where nobody can choose from a menu.
pub(crate) async fn list(connection: &Connection, screen: &Screen) -> Result<(), Stop> {
    let tools = connection.tools().await?;
    let mut pen = screen.lock().await;
    for Tool { name, description, .. } in &tools {
        pen.heading(name);
        pen.block(&one_line(description.as_deref().unwrap_or_default(), 200));
    }
    pen.note("there is no terminal for a menu; --call calls one of these");
    Ok(())
}

/// Puts the token into the parsed strings, not into the JSON text: a token is
/// the server's, and must not be able to add an argument.
fn quote(arguments: JsonObject, token: Option<&str>) -> Result<JsonObject, String> {
    arguments.into_iter().map(|(name, value)| Ok((name, quote_value(value, token)?))).collect()
}

fn quote_value(value: Value, token: Option<&str>) -> Result<Value, String> {
    match value {
        Value::String(text) if text.contains(PLACEHOLDER) => {
            let token =
                token.ok_or("no refusal before it carried a token to put in place of {token}")?;
            Ok(Value::String(text.replace(PLACEHOLDER, token)))
        }
        Value::Array(values) => values.into_iter().map(|value| quote_value(value, token)).collect(),
        Value::Object(fields) => quote(fields, token).map(Value::Object),
        other => Ok(other),
    }
}
