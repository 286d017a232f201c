//! A fitting prompt for each kind of field.

use std::fmt;

use inquire::{
    MultiSelect, Select, Text,
    validator::{ErrorMessage, Validation},
};
use serde_json::{Map, Value, json};

use crate::{
    field::{Choice, Field, Kind},
    stop::Stop,
    text::one_line,
};

/// The room that a prompt has on a line, beside its own signs.
pub(crate) const LINE: usize = 74;

/// One line of a menu and what it stands for.
#[derive(Clone)]
pub(crate) struct Entry<T> {
    label: String,
    pub(crate) value: T,
}

impl<T> Entry<T> {
    pub(crate) fn new(label: impl AsRef<str>, value: T) -> Self {
        Self { label: one_line(label.as_ref(), LINE), value }
    }
}

impl<T> fmt::Display for Entry<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// Asks for each field in turn. What is left empty is left out.
pub(crate) fn values(fields: &[Field]) -> Result<Map<String, Value>, Stop> {
    let mut values = Map::new();
    for field in fields {
        if let Some(value) = value(field)? {
            values.insert(field.name.clone(), value);
        }
    }
    Ok(values)
}

fn value(field: &Field) -> Result<Option<Value>, Stop> {
    match &field.kind {
        Kind::Boolean => one_of(field, &[yes_or_no(false), yes_or_no(true)]),
        Kind::OneOf(choices) => one_of(field, choices),
        Kind::ManyOf(choices) => many_of(field, choices),
        Kind::Integer { .. } | Kind::Number { .. } | Kind::Text { .. } | Kind::Json => typed(field),
    }
}

fn yes_or_no(value: bool) -> Choice {
    Choice { value: json!(value), label: if value { "yes" } else { "no" }.to_owned() }
}

fn one_of(field: &Field, choices: &[Choice]) -> Result<Option<Value>, Stop> {
    let mut entries: Vec<_> = choices
        .iter()
        .map(|choice| Entry::new(&choice.label, Some(choice.value.clone())))
        .collect();
    if !field.required {
        entries.insert(0, Entry::new("(leave it out)", None));
    }
    if entries.is_empty() {
        return Err(Stop::failed(format!("{} offers nothing to choose from", field.label)));
    }
    let start = entries.iter().position(|entry| entry.value == field.default).unwrap_or(0);
    let help = help(field, "↑↓ and Enter");
    let label = label(field);
    let mut prompt =
        Select::new(&label, entries).with_starting_cursor(start).with_help_message(&help);
    // Typing narrows a long list; in one that is seen whole it only confuses.
    prompt.filter_input_enabled = prompt.options.len() > prompt.page_size;
    Ok(prompt.prompt()?.value)
}

fn many_of(field: &Field, choices: &[Choice]) -> Result<Option<Value>, Stop> {
    let entries: Vec<_> =
        choices.iter().map(|choice| Entry::new(&choice.label, choice.value.clone())).collect();
    let help = help(field, "↑↓, Space to tick, Enter when done");
    let chosen = MultiSelect::new(&label(field), entries).with_help_message(&help).prompt()?;
    let leave_out = chosen.is_empty() && !field.required;
    Ok((!leave_out).then(|| chosen.into_iter().map(|entry| entry.value).collect()))
}

fn typed(field: &Field) -> Result<Option<Value>, Stop> {
    let checked = field.clone();
    let check = move |typed: &str| {
        Ok(match checked.parse(typed) {
            Ok(_) => Validation::Valid,
            Err(reason) => Validation::Invalid(ErrorMessage::Custom(one_line(&reason, LINE))),
        })
    };
    let help = help(field, how_to_type(field));
    let label = label(field);
    let mut prompt = Text::new(&label).with_validator(check);
    // An empty help would be drawn as an empty pair of brackets.
    prompt.help_message = (!help.is_empty()).then_some(help.as_str());
    let typed = prompt.prompt()?;
    field.parse(&typed).map_err(Stop::Failed)
}

fn label(field: &Field) -> String {
    let optional = if field.required { "" } else { " (optional)" };
    format!("{}{optional}:", one_line(&field.label, 50))
}

fn how_to_type(field: &Field) -> &'static str {
    match (&field.kind, field.nullable) {
        (Kind::Json, _) => "as JSON",
        (_, true) => "empty: leave it out; null: send a null",
        (_, false) => "",
    }
}

/// The server's words about the field, then ours about the prompt.
fn help(field: &Field, ours: &str) -> String {
    let theirs =
        field.description.as_deref().map(|text| one_line(text, LINE - ours.chars().count()));
    let default = field.default.as_ref().map(|value| format!("Enter alone: {value}"));
    let parts = [theirs, default, Some(ours.to_owned())];
    let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    one_line(&parts.join(" | "), LINE)
}
