//! A guarded call that does not go ahead, and what to tell the caller.

use std::{fmt, time::Duration};

use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};

use crate::case::Case;

/// The operation does not run: somebody said no, nobody answered, or somebody has to be asked
/// first.
///
/// [`respond`](Self::respond) turns it into the result of the tool. That is all there is to do.
#[must_use = "return `not_approved.respond(…)` from the tool, or the question is lost"]
pub struct NotApproved {
    reason: Reason,
    response: Response,
}

enum Response {
    /// The question itself, to be returned as it is.
    Question(CallToolResponse),
    /// What to say after the tool's own words.
    Explanation(String),
}

/// Why a guarded call does not go ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The question goes out with this result; the client calls again with the answer (MCP
    /// 2026-07-28).
    Asked,
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
    /// Nobody can be asked, and a token goes out with this result.
    TokenIssued,
    /// A token was quoted that does not fit this call.
    TokenRejected,
    /// A person is required, and nobody can be asked.
    CannotAsk,
    /// The ledger failed, so nothing can be approved.
    Unavailable,
}

impl Reason {
    /// The event of this reason in the audit log.
    pub(crate) fn event(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Declined => "declined",
            Self::Cancelled => "cancelled",
            Self::Unticked => "unticked",
            Self::Unreadable => "unreadable",
            Self::NotShown => "not_shown",
            Self::TimedOut => "timed_out",
            Self::Abandoned => "abandoned",
            Self::TokenIssued => "token_issued",
            Self::TokenRejected => "rejected",
            Self::CannotAsk => "cannot_ask",
            Self::Unavailable => "unavailable",
        }
    }

    /// What happened and what to do next, for reasons that need no more than this.
    fn explanation(self, case: &Case) -> String {
        let settings = case.settings();
        match self {
            Self::Asked | Self::TokenIssued | Self::CannotAsk => String::new(),
            Self::Declined => {
                "The person was asked and declined. Call again only if they ask for it.".to_owned()
            }
            Self::Cancelled => "The person was asked and closed the dialog without an answer. \
                                Call again only if they ask for it."
                .to_owned(),
            Self::Unticked => format!(
                "The form came back without the tick at \"{}\", which is not a yes. Call again \
                 only if the person asks for it.",
                case.question().title,
            ),
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
                                  because its ledger does not answer. So it approved nothing, \
                                  and nothing was changed. Try again later."
                .to_owned(),
        }
    }
}

impl NotApproved {
    /// The question goes out with the result.
    pub(crate) fn asked(question: CallToolResponse) -> Self {
        Self { reason: Reason::Asked, response: Response::Question(question) }
    }

    pub(crate) fn because(reason: Reason, case: &Case) -> Self {
        Self::explained(reason, reason.explanation(case))
    }

    pub(crate) fn explained(reason: Reason, explanation: String) -> Self {
        Self { reason, response: Response::Explanation(explanation) }
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The result of the tool: the question, where it goes out with the result; otherwise an error
    /// result that begins with `outcome`, such as "Nothing was deleted.", and goes on with the
    /// reason and what to do next.
    ///
    /// The result is an error (`isError: true`) because the operation was asked for and did not
    /// happen. So a tool with an `outputSchema` needs no structured content here (MCP 2025-11-25,
    /// Tools, "Output schema").
    #[must_use]
    pub fn respond(self, outcome: &str) -> CallToolResponse {
        match self.response {
            Response::Question(question) => question,
            Response::Explanation(explanation) => {
                let text = format!("{outcome} {explanation}");
                CallToolResult::error(vec![ContentBlock::text(text.trim())]).into()
            }
        }
    }
}

/// Shows the reason. The explanation may quote a token.
impl fmt::Debug for NotApproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NotApproved").field("reason", &self.reason).finish_non_exhaustive()
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
