//! What is logged about each guarded call: [`tracing`] events, as part of the API.
//!
//! All of them have the target [`TARGET`] and these fields:
//!
//! | field | what it holds |
//! |---|---|
//! | `event` | one of the events below |
//! | `server` | the server's name |
//! | `tool` | the tool that was called |
//! | `operation` | the operation's `NAME` |
//! | `mechanism` | `person` or `token`: which mechanism this event is about |
//! | `proof` | on `approved`: `client-attested` (a person's yes, on the client's word) or `call-repeated` (a token) |
//! | `revision` | the protocol revision of the call, or `unknown` |
//! | `fingerprint` | the first eight hexadecimal digits of the operation's fingerprint |
//! | `elapsed_ms` | milliseconds since the call came in |
//! | `reason` | on `rejected`, `unmatched` and `unavailable`: why, in a word or an error text |
//!
//! | event | level | when |
//! |---|---|---|
//! | `asked` | info | a question went out |
//! | `approved` | info | the operation may run |
//! | `declined`, `cancelled`, `unticked`, `unreadable` | info | an answer came, and was not a yes |
//! | `not_shown` | warn | the client could not show the question |
//! | `timed_out` | info | no answer came in time |
//! | `abandoned` | info | the call was cancelled, or its connection went, while the question was open |
//! | `token_issued` | info | a refusal that carries a token went out |
//! | `rejected` | warn | a token did not fit this call |
//! | `unmatched` | warn | an answer did not fit this call: its seal did not open, or was spent |
//! | `cannot_ask` | info | a person was required and cannot be asked |
//! | `unavailable` | error | the ledger or the random numbers failed, so nothing was approved |
//!
//! Never logged: an argument, a question, an answer's content, a token, a state, a principal.

use crate::case::Case;

/// The target of every audit event.
pub const TARGET: &str = "rmcp_approval::audit";

/// The mechanism that an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mechanism {
    Person,
    Token,
}

impl Mechanism {
    fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Token => "token",
        }
    }

    /// What an approval by this mechanism rests on.
    fn proof(self) -> &'static str {
        match self {
            Self::Person => "client-attested",
            Self::Token => "call-repeated",
        }
    }
}

/// Each `tracing` macro needs its level as a constant.
macro_rules! emit {
    ($level:ident, $case:expr, $mechanism:expr, $event:expr $(, $field:ident = $value:expr)*) => {
        tracing::$level!(
            target: TARGET,
            event = $event,
            server = $case.server(),
            tool = $case.call().tool(),
            operation = $case.operation(),
            mechanism = $mechanism.name(),
            revision = $case.revision(),
            fingerprint = $case.fingerprint().short(),
            elapsed_ms = u64::try_from($case.elapsed().as_millis()).unwrap_or(u64::MAX),
            $($field = $value,)*
        )
    };
}

pub(crate) fn info(case: &Case, mechanism: Mechanism, event: &'static str) {
    emit!(info, case, mechanism, event);
}

pub(crate) fn approved(case: &Case, mechanism: Mechanism) {
    emit!(info, case, mechanism, "approved", proof = mechanism.proof());
}

pub(crate) fn warn(case: &Case, mechanism: Mechanism, event: &'static str, reason: &str) {
    emit!(warn, case, mechanism, event, reason = reason);
}

pub(crate) fn unavailable(case: &Case, mechanism: Mechanism, reason: &str) {
    emit!(error, case, mechanism, "unavailable", reason = reason);
}
