//! Interactive use: choose a tool, type its arguments, see what comes of it.

use inquire::Select;
use rmcp::model::{JsonObject, Tool};
use serde_json::{Value, json};

use crate::{
    connection::Connection,
    field::{Field, fields},
    form::ask,
    prompt::{self, Entry, LINE},
    reply,
    screen::Screen,
    stop::Stop,
    text::one_line,
};

const TOKEN: &str = "confirm_token";

/// A call that was refused with a token, which the same call may quote.
#[derive(Clone)]
struct Refused {
    tool: String,
    arguments: JsonObject,
    token: String,
}

pub(crate) async fn run(connection: &Connection, screen: &Screen) -> Result<(), Stop> {
    let tools = connection.tools().await?;
    let mut refused = None;
    loop {
        let tool = choose(&tools, screen).await?;
        let arguments = match arguments(&tool, refused.clone(), screen).await {
            Err(Stop::Left) => continue,
            other => other?,
        };
        let result = connection.call(&tool.name, arguments.clone()).await?;
        screen.lock().await.gap();
        refused = result.as_ref().and_then(reply::token).map(|token| Refused {
            tool: tool.name.to_string(),
            arguments,
            token,
        });
    }
}

async fn choose(tools: &[Tool], screen: &Screen) -> Result<Tool, Stop> {
    let width = tools.iter().map(|tool| tool.name.chars().count()).max().unwrap_or(0);
    let mut entries: Vec<_> =
        tools.iter().map(|tool| Entry::new(describe(tool, width), Some(tool.clone()))).collect();
    entries.push(Entry::new("Leave (Esc)", None));
    let chosen = ask(screen, move |_| {
        let help = "↑↓ and Enter, or type to filter; Esc leaves";
        let select = Select::new("Call:", entries).with_help_message(help).with_page_size(12);
        Ok(select.with_formatter(&|chosen| name(chosen.value)).prompt()?.value)
    });
    chosen.await?.ok_or(Stop::Left)
}

/// What remains on the screen of a menu that was answered.
fn name(entry: &Entry<Option<Tool>>) -> String {
    entry.value.as_ref().map_or_else(|| "leave".to_owned(), |tool| one_line(&tool.name, LINE))
}

fn describe(tool: &Tool, width: usize) -> String {
    let hint = effect(tool);
    let description = tool.description.as_deref().unwrap_or_default().trim();
    format!("{:width$}  {hint:11}  {description}", tool.name)
}

/// What the annotations claim. They do not say whether a person is asked: that
/// is the server's decision at the call.
fn effect(tool: &Tool) -> &'static str {
    match &tool.annotations {
        Some(hints) if hints.read_only_hint == Some(true) => "reads only",
        Some(hints) if hints.is_destructive() => "may destroy",
        Some(_) => "adds",
        None => "",
    }
}

async fn arguments(
    tool: &Tool,
    refused: Option<Refused>,
    screen: &Screen,
) -> Result<JsonObject, Stop> {
    let fields = argument_fields(tool);
    let refused = refused.filter(|refused| refused.tool == tool.name);
    ask(screen, move |_| match refused {
        None => prompt::values(&fields),
        Some(refused) => with_token(refused, &fields),
    })
    .await
}

fn argument_fields(tool: &Tool) -> Vec<Field> {
    let schema = Value::Object(tool.input_schema.as_ref().clone());
    let mut fields = fields(&schema, &[]);
    fields.retain(|field| field.name != TOKEN);
    for field in &mut fields {
        // What is left empty is left out; the server knows its own default.
        field.default = None;
    }
    fields
}

#[derive(Clone, Copy)]
enum Again {
    Same,
    Other,
    Without,
}

fn with_token(refused: Refused, fields: &[Field]) -> Result<JsonObject, Stop> {
    let entries = vec![
        Entry::new("Make the same call and quote the token", Again::Same),
        Entry::new("Quote the token with other arguments", Again::Other),
        Entry::new("Start again without it", Again::Without),
    ];
    let again =
        Select::new("It was refused with a token:", entries).without_filtering().prompt()?;
    let mut arguments = match again.value {
        Again::Same => refused.arguments,
        Again::Other => prompt::values(fields)?,
        Again::Without => return prompt::values(fields),
    };
    arguments.insert(TOKEN.to_owned(), json!(refused.token));
    Ok(arguments)
}
