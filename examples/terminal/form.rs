//! A server's question as a form on the terminal.

use std::sync::Arc;

use inquire::Select;
use rmcp::model::{ElicitResult, ElicitationAction};
use serde_json::{Map, json};

use crate::{
    field::Field,
    prompt::{self, Entry, LINE},
    question::{Question, accept},
    screen::{Pen, Screen},
    stop::Stop,
    text::one_line,
};

const DECLINE: &str = "No: decline";
const CANCEL: &str = "Cancel (Esc)";

/// Runs prompts on a thread of their own, since they block, and keeps the
/// screen for them until they are through.
pub(crate) async fn ask<T: Send + 'static>(
    screen: &Screen,
    prompts: impl FnOnce(&mut Pen) -> Result<T, Stop> + Send + 'static,
) -> Result<T, Stop> {
    let screen = Arc::clone(screen);
    let prompting = move || {
        let mut pen = screen.blocking_lock();
        let outcome = prompts(&mut pen);
        step_out(outcome, &mut pen)
    };
    tokio::task::spawn_blocking(prompting).await.unwrap_or_else(|error| Err(Stop::failed(error)))
}

pub(crate) fn answer(question: &Question, pen: &mut Pen) -> Result<ElicitResult, Stop> {
    let answered = match question.only_box() {
        Some(field) => tick_box(field),
        None => fill_in(&question.fields),
    };
    step_out(answered, pen)
}

/// Ctrl-C leaves the cursor inside the prompt, on a line that is in use.
fn step_out<T>(outcome: Result<T, Stop>, pen: &mut Pen) -> Result<T, Stop> {
    if matches!(outcome, Err(Stop::Interrupted)) {
        pen.gap();
    }
    outcome
}

fn tick_box(field: &Field) -> Result<ElicitResult, Stop> {
    let with = |tick: bool| accept(Map::from_iter([(field.name.clone(), json!(tick))]));
    let yes = format!("Yes: tick \"{}\" and send", one_line(&field.label, 46));
    choose(
        field.description.as_deref(),
        vec![
            Entry::new(yes, with(true)),
            Entry::new(DECLINE, ElicitResult::new(ElicitationAction::Decline)),
            Entry::new("Send the form without the tick", with(false)),
            Entry::new(CANCEL, ElicitResult::new(ElicitationAction::Cancel)),
        ],
    )
}

fn fill_in(fields: &[Field]) -> Result<ElicitResult, Stop> {
    let without_form = choose(
        None,
        vec![
            Entry::new("Fill in the form and send it", None),
            Entry::new(DECLINE, Some(ElicitationAction::Decline)),
            Entry::new(CANCEL, Some(ElicitationAction::Cancel)),
        ],
    )?;
    match without_form {
        Some(action) => Ok(ElicitResult::new(action)),
        None => Ok(accept(prompt::values(fields)?)),
    }
}

/// The cursor starts on the second entry, the decline: Enter alone, perhaps
/// typed before the question was there, approves nothing.
fn choose<T>(hint: Option<&str>, entries: Vec<Entry<T>>) -> Result<T, Stop> {
    let help =
        hint.map_or_else(|| "↑↓ and Enter; Esc cancels".to_owned(), |hint| one_line(hint, LINE));
    let chosen = Select::new("Your answer:", entries)
        .with_starting_cursor(1)
        .without_filtering()
        .with_help_message(&help)
        .prompt()?;
    Ok(chosen.value)
}
