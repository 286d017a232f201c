//! Why a guarded call does not go ahead, and what to tell the caller.

use std::time::Duration;

use crate::case::Case;

/// Why a guarded call does not go ahead.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The person declined.
    Declined,
    /// The dialog was closed without an answer.
    Cancelled,
    /// The form came back without the tick.
    Unticked,
    /// The answer was no answer to this form.
    Unreadable,
    /// The client could not show the question.
    NotShown,
    /// Nobody answered in time.
    TimedOut,
    /// The call was cancelled, or its connection went.
    Abandoned,
    /// A token was quoted that does not fit this call.
    TokenRejected,
    /// The ledger failed, so nothing can be approved.
    Unavailable,
}

impl Reason {
    /// The event of this reason in the audit log.
    pub(crate) fn event(self) -> &'static str {
        match self {
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
            Self::Unticked => "unticked",
            Self::Unreadable => "unreadable",
            Self::NotShown => "not_shown",
            Self::TimedOut => "timed_out",
            Self::Abandoned => "abandoned",
            Self::TokenRejected => "rejected",
            Self::Unavailable => "unavailable",
        }
    }

    /// What happened and what to do next.
    pub(crate) fn explanation(self, case: &Case) -> String {
        let settings = case.settings();
        match self {
            Self::Declined => {
                "The person was asked and declined. Call again only if they ask for it.".to_owned()
            }
            Self::Cancelled => "The person was asked and closed the dialog without an answer. \
                                Call again only if they ask for it."
                .to_owned(),
            Self::Unticked => {
                "The form came back without the tick in its box, which is not a yes. \
                               Call again only if the person asks for it."
                    .to_owned()
            }
            Self::Unreadable => "What the client sent back is not a yes: a yes is the action \
                                 \"accept\" with \"confirm\": true in the content. Call again \
                                 to ask again."
                .to_owned(),
            Self::NotShown => format!(
                "The client declares that it can ask the user, and could not show the question, \
                 so nobody has declined. Call again to try again. The operator can switch {}'s \
                 dialogs off with ELICITATION=false.",
                settings.server,
            ),
            Self::TimedOut => format!(
                "The person was asked and did not answer within {}; the question was withdrawn. \
                 Call again to ask again.",
                in_words(settings.dialog_timeout),
            ),
            Self::Abandoned => "The call was cancelled, or its connection went, before an answer \
                                counted."
                .to_owned(),
            Self::TokenRejected => "The confirm_token does not fit this call: it was issued for \
                                    another call or other arguments, what it would act on has \
                                    changed since, it has expired, or it was used before. Call \
                                    again without confirm_token to get one for this call."
                .to_owned(),
            Self::Unavailable => "The server cannot tell whether this approval was used before, \
                                  because its ledger does not answer. So it approved nothing. \
                                  Try again later."
                .to_owned(),
        }
    }
}

/// A duration as people say it.
pub(crate) fn in_words(duration: Duration) -> String {
    match duration.as_secs() {
        0 => format!("{} milliseconds", duration.as_millis()),
        1 => "a second".to_owned(),
        60 => "a minute".to_owned(),
        seconds if seconds % 60 == 0 => format!("{} minutes", seconds / 60),
        seconds => format!("{seconds} seconds"),
    }
}
