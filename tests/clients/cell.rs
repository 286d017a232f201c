//! One client on one transport, revision and demo: the five answers, and what came of each.

use serde_json::{Value, json};

use crate::{
    backend::{Backend, Demo, Target},
    driver::{Called, Driver},
    started::Transport,
};

#[derive(Clone, Copy)]
pub struct Cell {
    pub revision: &'static str,
    pub transport: Transport,
    pub demo: Demo,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Deleted,
    Kept,
    /// Kept after the first call, and deleted after the one that quoted the token.
    ByToken,
    NotTried(String),
    Failed(String),
}

/// What came of each of `ANSWERS`.
pub struct Row(pub [Outcome; 5]);

pub const ANSWERS: [&str; 5] = ["accept", "decline", "cancel", "unticked", "no handler"];

const DECLINED: &str = "Nothing was changed. The person was asked and declined.";
const CANCELLED: &str =
    "Nothing was changed. The person was asked and closed the dialog without an answer.";
const UNTICKED: &str = "Nothing was changed. The form came back without the tick";
const NOBODY: &str =
    "Nothing was changed. Nobody was asked: this client cannot ask the user directly.";
const NO_SESSIONS: &str =
    "without sessions the server cannot push a question on 2025-11-25, so it offers the token";

impl Row {
    pub fn left_out(why: &str) -> Self {
        Self(ANSWERS.map(|_| Outcome::NotTried(why.to_owned())))
    }

    fn failed(wrong: &str) -> Self {
        Self(ANSWERS.map(|_| Outcome::Failed(wrong.to_owned())))
    }

    pub fn has_failed(&self) -> bool {
        self.0.iter().any(|outcome| matches!(outcome, Outcome::Failed(_)))
    }
}

impl Cell {
    pub async fn run(self, driver: &mut Driver) -> Row {
        let backend = self.demo.backend().await;
        let started = match self.transport.start(self.demo, &backend).await {
            Ok(started) => started,
            Err(wrong) => return Row::failed(&wrong),
        };
        let mut run = Run { cell: self, driver, backend, server: started.target.clone() };
        match self.transport {
            Transport::Stateless => run.without_sessions().await,
            Transport::Stdio | Transport::Http => run.all().await,
        }
    }
}

/// A cell while it is tried.
struct Run<'a> {
    cell: Cell,
    driver: &'a mut Driver,
    backend: Backend,
    /// How to connect to it.
    server: Value,
}

/// What is wrong, for people to read.
type Wrong = String;

impl Run<'_> {
    async fn all(&mut self) -> Row {
        if let Err(wrong) = self.connect(true).await {
            return Row::failed(&wrong);
        }
        let [first, second] = self.cell.demo.targets();
        let with = |confirm: bool| json!({"action": "accept", "content": {"confirm": confirm}});
        let [decline, cancel] = ["decline", "cancel"].map(|action| json!({"action": action}));
        let outcomes = [
            self.yes(first, &with(true)).await,
            self.no(second, &decline, DECLINED).await,
            self.no(second, &cancel, CANCELLED).await,
            self.no(second, &with(false), UNTICKED).await,
            self.nobody(second).await,
        ];
        Row(outcomes.map(|outcome| outcome.unwrap_or_else(Outcome::Failed)))
    }

    /// Here a client who has somebody to ask gets a token too.
    async fn without_sessions(&mut self) -> Row {
        let mut row = Row::left_out(NO_SESSIONS);
        let [first, second] = self.cell.demo.targets();
        let outcome = async {
            self.connect(true).await?;
            self.by_token(first).await?;
            self.nobody(second).await
        };
        row.0[4] = outcome.await.unwrap_or_else(Outcome::Failed);
        row
    }

    async fn connect(&mut self, elicitation: bool) -> Result<(), Wrong> {
        let agreed = self.driver.connect(&self.server, self.cell.revision, elicitation).await?;
        ensure(agreed == self.cell.revision, || format!("they agreed on {agreed}"))
    }

    async fn call(&mut self, arguments: &Value, answer: &Value) -> Result<Called, Wrong> {
        self.driver.call(self.cell.demo.tool(), arguments, answer).await
    }

    /// What the person agrees to happens, and nothing else is written.
    async fn yes(&mut self, target: Target, answer: &Value) -> Result<Outcome, Wrong> {
        let before = self.backend.writes();
        let called = self.call(&self.cell.demo.arguments(target), answer).await?;
        asked_once(&called, target)?;
        self.is_deleted(&called, target, before).await?;
        Ok(Outcome::Deleted)
    }

    async fn no(&mut self, target: Target, answer: &Value, said: &str) -> Result<Outcome, Wrong> {
        let before = self.backend.writes();
        let called = self.call(&self.cell.demo.arguments(target), answer).await?;
        asked_once(&called, target)?;
        self.is_refused(&called, target, said, before).await?;
        Ok(Outcome::Kept)
    }

    /// A client without a handler takes the token, and sees afterwards that what was deleted is
    /// gone.
    async fn nobody(&mut self, target: Target) -> Result<Outcome, Wrong> {
        self.connect(false).await?;
        self.by_token(target).await?;
        self.lists_the_others().await?;
        Ok(Outcome::ByToken)
    }

    async fn by_token(&mut self, target: Target) -> Result<(), Wrong> {
        let before = self.backend.writes();
        let mut arguments = self.cell.demo.arguments(target);
        // Whoever is asked here by mistake agrees.
        let yes = json!({"action": "accept", "content": {"confirm": true}});
        let refused = self.call(&arguments, &yes).await?;
        ensure(refused.asked.is_empty(), || format!("somebody was asked: {refused:?}"))?;
        self.is_refused(&refused, target, NOBODY, before).await?;
        let [begins, ends] = target.asks;
        let explained = refused.text.contains(begins) && refused.text.contains(ends);
        ensure(explained, || format!("what would happen is not said: {refused:?}"))?;
        arguments["confirm_token"] = token(&refused)?.into();
        let called = self.call(&arguments, &yes).await?;
        ensure(called.asked.is_empty(), || format!("somebody was asked: {called:?}"))?;
        self.is_deleted(&called, target, before).await
    }

    async fn is_refused(
        &self,
        called: &Called,
        target: Target,
        said: &str,
        before: usize,
    ) -> Result<(), Wrong> {
        let (kept, writes) = (self.backend.has(target).await, self.backend.writes() - before);
        ensure(kept && writes == 0, || format!("kept: {kept}, writes: {writes}, {called:?}"))?;
        let refused = called.is_error && called.text.starts_with(said);
        ensure(refused, || format!("the refusal does not say {said:?}: {called:?}"))
    }

    async fn is_deleted(
        &self,
        called: &Called,
        target: Target,
        before: usize,
    ) -> Result<(), Wrong> {
        let (kept, writes) = (self.backend.has(target).await, self.backend.writes() - before);
        ensure(!kept && writes == 1, || format!("kept: {kept}, writes: {writes}, {called:?}"))?;
        let done = !called.is_error && called.content["done"] == "deleted";
        ensure(done, || format!("the result does not say so: {called:?}"))
    }

    /// Reads with the client what is left.
    async fn lists_the_others(&mut self) -> Result<(), Wrong> {
        let listing = self.cell.demo.listing();
        let listed = self.driver.call(listing.tool, &listing.arguments, &Value::Null).await?;
        let found = listed.content[listing.list].as_array().cloned().unwrap_or_default();
        let found: Vec<_> = found.iter().filter_map(|one| one[listing.id].as_str()).collect();
        ensure(found == listing.others, || format!("listed: {found:?}"))
    }
}

/// Somebody was asked, once, about this target, with a form that has one box to tick.
fn asked_once(called: &Called, target: Target) -> Result<(), Wrong> {
    let [question] = &called.asked[..] else {
        return Err(format!("not asked once: {called:?}"));
    };
    let [begins, ends] = target.asks;
    let named = question.message.starts_with(begins) && question.message.ends_with(ends);
    ensure(named, || format!("it does not name {}: {}", target.id, question.message))?;
    let schema = &question.schema;
    let form = schema["properties"]["confirm"]["type"] == "boolean"
        && schema["properties"].as_object().is_some_and(|fields| fields.len() == 1)
        && schema["required"] == json!(["confirm"]);
    ensure(form, || format!("not the form: {schema}"))
}

/// The token that a refusal carries.
fn token(refused: &Called) -> Result<&str, Wrong> {
    let found = refused.text.split_once("\"confirm_token\": \"").and_then(|(_, rest)| {
        let (token, _) = rest.split_once('"')?;
        Some(token)
    });
    found.ok_or_else(|| format!("no token: {refused:?}"))
}

fn ensure(right: bool, wrong: impl FnOnce() -> Wrong) -> Result<(), Wrong> {
    if right { Ok(()) } else { Err(wrong()) }
}
