//! States, answers and tokens that are not what went out. They go over the real protocol.

use std::cell::RefCell;

use arbitrary::{Result, Unstructured};
use rmcp_approval::testing::{Answer, Asked, Capability, Leg, Revision, Session};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

#[path = "../rules/notes.rs"]
mod notes;

use notes::{Notes, token};

/// A server with two clients: one is asked, the other gets tokens.
struct World {
    runtime: Runtime,
    server: Notes,
    person: Session,
    nobody: Session,
}

impl World {
    fn new() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let server = Notes::default_settings();
        let start = |capability| {
            let connection = server.person(Revision::V2026_07_28).capability(capability);
            runtime.block_on(connection.start()).unwrap()
        };
        let (person, nobody) = (start(Capability::Form), start(Capability::None));
        Self { runtime, server, person, nobody }
    }

    /// How many operations have run.
    fn ran(&self) -> usize {
        self.server.store().ran.len()
    }

    fn call(&self, session: &Session, tool: &str, arguments: Value) -> String {
        let leg = self.runtime.block_on(session.call_once(tool, arguments));
        match leg.map(Leg::done) {
            Ok(Some(result)) => notes::text(&result),
            other => format!("{other:?}"),
        }
    }
}

/// One for each thread, used for some time: what was asked before may help to forge.
fn in_a_world<R>(body: impl FnOnce(&World) -> Result<R>) -> Result<R> {
    thread_local! {
        static WORLD: RefCell<(u32, Option<World>)> = const { RefCell::new((0, None)) };
    }
    WORLD.with_borrow_mut(|(used, world)| {
        *used += 1;
        // The logs of an old one fill the memory.
        if used.is_multiple_of(2000) {
            *world = None;
        }
        body(world.get_or_insert_with(World::new))
    })
}

/// The arguments of the call that is asked about.
fn arguments(from: &mut Unstructured<'_>) -> Result<Value> {
    let mut arguments = json!({ "id": from.int_in_range(1..=3)? });
    for field in ["title", "body"] {
        match from.int_in_range(0..=3)? {
            0 => arguments[field] = Value::Null,
            1 => arguments[field] = super::text(from, &["x", "y", ""], 2)?.into(),
            _ => {}
        }
    }
    Ok(arguments)
}

/// The text with something changed, or another one.
fn touched(from: &mut Unstructured<'_>, text: &str) -> Result<String> {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..from.int_in_range(1..=3)? {
        let place = from.choose_index(chars.len().max(1))?;
        let any = match from.ratio(7, 8)? {
            true => *from.choose(b"ABCDwxyz0189-_.=+/ ")? as char,
            false => from.arbitrary()?,
        };
        match from.int_in_range(0..=6)? {
            0 => chars.truncate(place),
            1 => chars.push(any),
            2 => chars.insert(place.min(chars.len()), any),
            3 if !chars.is_empty() => drop(chars.remove(place.min(chars.len() - 1))),
            4 => chars.extend_from_within(place.min(chars.len())..),
            5 => chars = from.arbitrary::<String>()?.chars().collect(),
            _ => {
                if let Some(char) = chars.get_mut(place) {
                    *char = any;
                }
            }
        }
    }
    Ok(chars.into_iter().collect())
}

const ANSWERS: [&str; 9] =
    ["action", "accept", "decline", "cancel", "content", "confirm", "true", "_meta", ""];

/// An answer, and whether it is a yes.
fn answer(from: &mut Unstructured<'_>) -> Result<(Answer, bool)> {
    let json = match from.int_in_range(0..=5)? {
        0 | 1 => return Ok((Answer::Accept, true)),
        2 => json!({ "action": "accept", "content": super::json(from, &ANSWERS, 2)? }),
        3 => json!({ "action": "accept", "content": {"confirm": super::json(from, &ANSWERS, 1)?} }),
        4 => json!({ "action": super::json(from, &ANSWERS, 1)?, "content": {"confirm": true} }),
        _ => super::json(from, &ANSWERS, 3)?,
    };
    let yes = json["action"] == "accept" && json["content"]["confirm"] == Value::Bool(true);
    Ok((Answer::Json(json), yes))
}

/// The arguments with one of them changed, so that they ask for something else.
fn other_arguments(from: &mut Unstructured<'_>, arguments: &Value) -> Result<Value> {
    let mut other = arguments.clone();
    let field = *from.choose(&["id", "title", "body"])?;
    other[field] = match field {
        "id" => (arguments["id"].as_u64().unwrap_or_default() + 1).into(),
        _ if from.arbitrary()? && arguments.get(field) != Some(&Value::Null) => Value::Null,
        _ => format!("{}.", arguments[field].as_str().unwrap_or_default()).into(),
    };
    Ok(other)
}

/// A question's state and answer that were touched on their way.
pub(super) fn returned(from: &mut Unstructured<'_>) -> Result<bool> {
    in_a_world(|world| {
        let arguments = arguments(from)?;
        let asking = world.person.call_once("update_note", arguments.clone());
        let asked = world.runtime.block_on(asking).unwrap().asked().expect("a question");
        let state = asked.state().expect("a state").to_owned();

        let (answer, yes) = answer(from)?;
        let (mut retry, mut original) = (asked.retry().answer(answer), true);
        if from.ratio(3, 4)? {
            let touched = touched(from, &state)?;
            original &= touched == state;
            retry = retry.state(touched);
        }
        if from.ratio(1, 4)? {
            original = false;
            retry = retry.arguments(other_arguments(from, &arguments)?);
        }
        if from.ratio(1, 8)? {
            original = false;
            retry = retry.tool(from.choose(&["delete_note", "remove_note", "wipe", "none"])?);
        }
        let before = world.ran();
        // A tool that is not there, or arguments that it does not take, are errors.
        let _ = world.runtime.block_on(retry.send());
        assert_eq!(world.ran() - before, usize::from(original && yes), "{state}");
        the_original_works(world, &asked, if original { 0 } else { 1 });
        Ok(true)
    })
}

/// The control: what nobody touched runs once, unless it was answered before.
fn the_original_works(world: &World, asked: &Asked<'_>, times: usize) {
    let before = world.ran();
    for _ in 0..2 {
        let retry = asked.retry().answer(Answer::Accept);
        let _ = world.runtime.block_on(retry.send()).expect("a result");
    }
    assert_eq!(world.ran() - before, times);
}

/// A token that was touched on its way.
pub(super) fn quoted(from: &mut Unstructured<'_>) -> Result<bool> {
    in_a_world(|world| {
        let arguments = arguments(from)?;
        let refusal = world.runtime.block_on(world.nobody.call("update_note", arguments.clone()));
        let token = token(&refusal.expect("a refusal"));
        assert!(token.len() < 100, "a model has to quote it");

        let (mut other, mut original) = (arguments.clone(), true);
        let mut quoted = token.clone();
        if from.ratio(3, 4)? {
            quoted = touched(from, &token)?;
            original &= quoted == token;
        }
        if from.ratio(1, 3)? {
            original = false;
            other = other_arguments(from, &arguments)?;
        }
        // A person who could be asked is no caller who quotes.
        let session = if from.ratio(1, 8)? { &world.person } else { &world.nobody };
        original &= std::ptr::eq(session, &world.nobody);
        other["confirm_token"] = quoted.into();
        let before = world.ran();
        world.call(session, "update_note", other);
        assert_eq!(world.ran() - before, usize::from(original), "{token}");

        let mut untouched = arguments;
        untouched["confirm_token"] = token.into();
        let before = world.ran();
        for _ in 0..2 {
            world.call(&world.nobody, "update_note", untouched.clone());
        }
        assert_eq!(world.ran() - before, usize::from(!original));
        Ok(true)
    })
}
