//! Asking a person: the question is pushed to the client, or returned to it, whichever the
//! call's protocol revision has.

use std::collections::BTreeMap;

use rmcp::model::{
    BooleanSchema, ElicitRequest, ElicitRequestParams, ElicitationSchema, InputRequest,
    InputRequiredResult, PrimitiveSchemaDefinition,
};

use crate::{
    audit::{self, Mechanism},
    case::{Case, Question},
    config::Elicitation,
    error::Error,
    outcome::Outcome,
    reason::Reason,
    seal::Purpose,
};

mod answer;

pub use answer::Person;

use answer::Answer;

/// The form's one field, and the name under which a returned question is answered.
const CONFIRM: &str = "confirm";

/// One text, whichever it was: the reason is in the audit log.
const UNMATCHED: &str = "An earlier answer could not be matched to this question: what it was about \
    has changed since, it came too late, or it was used before. Nothing was done with it, and you \
    are asked again.";

/// What asking came to.
pub(crate) enum Asked {
    Yes(Person),
    No(Outcome),
    /// Nobody was asked.
    CannotAsk(CannotAsk),
}

/// What there is to do about a call before anybody is asked.
pub(crate) enum Before {
    /// Nothing: it brought an answer, or nobody can be asked.
    Settled(Asked),
    /// A person is to be asked, after this notice.
    Ask(Option<&'static str>),
}

/// Why nobody can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CannotAsk {
    /// The client did not declare that it can show forms.
    Client,
    /// The operator switched dialogs off.
    SwitchedOff,
}

/// Takes the answer that came with this call, and finds out whether there is anybody to ask.
pub(crate) async fn before_asking(case: &mut Case) -> Result<Before, Error> {
    let notice = match Person::returned(case).await {
        Some(Answer::Yes(person)) => return Ok(Before::Settled(yes(case, person))),
        Some(Answer::No(reason)) => return Ok(Before::Settled(no(case, reason))),
        Some(Answer::Unmatched { had_state: true })
            if case.settings().tampered_state_is_an_error =>
        {
            return Err(Error::StateNotVerified);
        }
        Some(Answer::Unmatched { .. }) => Some(UNMATCHED),
        None => None,
    };
    Ok(match cannot_ask(case) {
        Some(why) => Before::Settled(Asked::CannotAsk(why)),
        None => Before::Ask(notice),
    })
}

/// Asks, after the notice.
pub(crate) async fn ask(
    case: &Case,
    question: Question,
    notice: Option<&str>,
) -> Result<Asked, Error> {
    audit::info(case, Mechanism::Person, "asked");
    if case.has_no_server_requests() {
        return return_question(case, question, notice).map(Asked::No);
    }
    // Boxed: it is large, and the future of every guarded tool would have room for it, asked or not.
    match Box::pin(Person::ask(case, question, notice)).await {
        Answer::Yes(person) => Ok(yes(case, person)),
        Answer::No(reason) => Ok(no(case, reason)),
        // An answer that is awaited here needs no matching.
        Answer::Unmatched { .. } => Ok(no(case, Reason::Unreadable)),
    }
}

fn yes(case: &Case, person: Person) -> Asked {
    audit::approved(case, Mechanism::Person);
    Asked::Yes(person)
}

fn no(case: &Case, reason: Reason) -> Asked {
    match reason {
        Reason::NotShown => audit::warn(
            case,
            Mechanism::Person,
            reason.event(),
            "the client could not show the question",
        ),
        // Reported where the ledger failed.
        Reason::Unavailable => {}
        _ => audit::info(case, Mechanism::Person, reason.event()),
    }
    Asked::No(Outcome::refused(reason.explanation(case)))
}

/// Whether this call's client can be asked. The capability of this request counts, and that of
/// the handshake only where a request carries none: behind a stateless gateway the handshake
/// was somebody else's.
fn cannot_ask(case: &Case) -> Option<CannotAsk> {
    if case.settings().elicitation == Elicitation::Off {
        return Some(CannotAsk::SwitchedOff);
    }
    let capabilities = case.call().context().client_capabilities();
    let Some(elicitation) = capabilities.and_then(|capabilities| capabilities.elicitation) else {
        return Some(CannotAsk::Client);
    };
    // MCP 2025-11-25, Elicitation, "Capabilities": an empty object means forms.
    let shows_forms = elicitation.form.is_some() || elicitation.url.is_none();
    if shows_forms { None } else { Some(CannotAsk::Client) }
}

/// One required boolean, which is false unless somebody ticks it. A form without a required
/// field would be filled in by clients in an automatic mode.
fn form(question: Question, notice: Option<&str>) -> ElicitRequestParams {
    let [text, title, hint] = question.into_words();
    let confirm = BooleanSchema::new().title(title).description(hint).with_default(false);
    let properties =
        BTreeMap::from([(CONFIRM.to_owned(), PrimitiveSchemaDefinition::Boolean(confirm))]);
    let requested_schema =
        ElicitationSchema::new(properties).with_required(vec![CONFIRM.to_owned()]);
    let message = match notice {
        Some(notice) => format!("{notice}\n\n{text}"),
        None => text,
    };
    ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema }
}

/// MCP 2026-07-28, "Multi round-trip requests": the call ends with the question, and the client
/// calls again with the answer and the state.
fn return_question(
    case: &Case,
    question: Question,
    notice: Option<&str>,
) -> Result<Outcome, Error> {
    let state = case.seal(Purpose::Question, &question)?;
    let request = InputRequest::Elicitation(ElicitRequest::new(form(question, notice)));
    let requests = BTreeMap::from([(CONFIRM.to_owned(), request)]);
    Ok(Outcome::asked(InputRequiredResult::new(Some(requests), Some(state))))
}
