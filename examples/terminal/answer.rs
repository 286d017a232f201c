//! Who answers a server's question.

use std::{
    collections::VecDeque,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use rmcp::model::{ElicitResult, ElicitationAction};

use crate::{
    form,
    question::Question,
    screen::{Pen, Screen, has_person},
    stop::Stop,
};

const NOBODY: &str = "there is no terminal to ask on; --answer gives an answer";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Accept,
    Decline,
    Cancel,
    /// Sends the form, with its box not ticked.
    Untick,
}

enum Who {
    Person,
    /// `--answer`: the same to everything.
    Always(Answer),
    /// One answer per question, for a tour that nobody watches.
    InTurn(Mutex<VecDeque<Answer>>),
    Nobody,
}

pub(crate) struct Respondent {
    who: Who,
    interrupted: AtomicBool,
}

impl Respondent {
    /// An answer given on the command line, else the person at the terminal,
    /// else nobody.
    pub(crate) fn new(always: Option<Answer>) -> Self {
        Self::from_who(match always {
            Some(answer) => Who::Always(answer),
            None if has_person() => Who::Person,
            None => Who::Nobody,
        })
    }

    pub(crate) fn in_turn(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self::from_who(Who::InTurn(Mutex::new(answers.into_iter().collect())))
    }

    fn from_who(who: Who) -> Self {
        Self { who, interrupted: AtomicBool::new(false) }
    }

    pub(crate) fn is_person(&self) -> bool {
        matches!(self.who, Who::Person)
    }

    /// Whether the person pressed Ctrl-C at a question. It was answered with a
    /// cancel; the program ends when the server has replied to that.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Acquire)
    }

    /// Nothing but an answer somebody gave becomes an accept: whatever goes
    /// wrong here is a cancel. `too_late` tells whether the server has stopped
    /// waiting meanwhile.
    pub(crate) async fn answer(
        &self,
        question: Question,
        too_late: impl Fn() -> bool + Send + 'static,
        screen: &Screen,
    ) -> ElicitResult {
        let answered = match &self.who {
            Who::Person if self.interrupted() => Err(Stop::Interrupted),
            Who::Person => return self.ask(question, too_late, screen).await,
            Who::Always(answer) => question.scripted(*answer),
            Who::InTurn(answers) => question.scripted(next(answers)),
            Who::Nobody => Err(Stop::failed(NOBODY)),
        };
        let mut pen = screen.lock().await;
        question.show(&mut pen);
        conclude(&question, answered, too_late(), &mut pen)
    }

    async fn ask(
        &self,
        question: Question,
        too_late: impl Fn() -> bool + Send + 'static,
        screen: &Screen,
    ) -> ElicitResult {
        let asked = form::ask(screen, move |pen| {
            question.show(pen);
            let answered = form::answer(&question, pen);
            let interrupted = matches!(answered, Err(Stop::Interrupted));
            Ok((conclude(&question, answered, too_late(), pen), interrupted))
        });
        // A prompt that broke down has answered nothing, and asks no more.
        let (result, interrupted) = asked.await.unwrap_or_else(|_| (cancel(), true));
        self.interrupted.fetch_or(interrupted, Ordering::AcqRel);
        result
    }
}

fn next(answers: &Mutex<VecDeque<Answer>>) -> Answer {
    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
    answers.pop_front().unwrap_or(Answer::Cancel)
}

/// Says what is sent, and turns every way of not answering into a cancel.
fn conclude(
    question: &Question,
    answered: Result<ElicitResult, Stop>,
    too_late: bool,
    pen: &mut Pen,
) -> ElicitResult {
    let (result, reason) = match answered {
        Ok(result) => (result, None),
        Err(Stop::Failed(reason)) => (cancel(), Some(reason)),
        Err(Stop::Left | Stop::Interrupted) => (cancel(), None),
    };
    question.report(&result, reason.as_deref(), pen);
    if too_late {
        pen.warn("too late: the server has stopped waiting for this answer");
    }
    result
}

fn cancel() -> ElicitResult {
    ElicitResult::new(ElicitationAction::Cancel)
}
