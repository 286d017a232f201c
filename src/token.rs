//! The two-call token, for calls whose client cannot ask anybody.

use crate::{
    audit::{self, Mechanism},
    case::{Case, Question},
    elicitation::CannotAsk,
    error::Error,
    outcome::Outcome,
    reason::in_words,
    seal::Purpose,
};

mod redemption;

pub use redemption::Token;

use redemption::Redemption;

/// What quoting a token came to.
pub(crate) enum Quoted {
    Yes(Token),
    No(Outcome),
}

/// Takes the token that this call quotes, if it quotes one.
pub(crate) async fn redeem(case: &mut Case) -> Option<Quoted> {
    Some(match Token::redeem(case).await? {
        Redemption::Yes(token) => {
            audit::approved(case, Mechanism::Token);
            Quoted::Yes(token)
        }
        Redemption::No(reason) => Quoted::No(Outcome::refused(reason.explanation(case))),
    })
}

/// The refusal that carries a token: who was not asked and why, what would happen, and what quoting
/// the token is worth.
pub(crate) fn refuse_with_token(
    case: &Case,
    question: Question,
    why: CannotAsk,
) -> Result<Outcome, Error> {
    let token = case.seal(Purpose::Token, &question)?;
    let [question, ..] = question.into_words();
    audit::info(case, Mechanism::Token, "token_issued");
    Ok(Outcome::refused(format_args!(
        "{nobody_asked}\n\n\
         This call would do the following:\n\n\
         {question}\n\n\
         To go ahead, call {tool} again within {lifetime}, with exactly the same arguments and \
         \"confirm_token\": \"{token}\". The token works once. It proves that the call was made \
         twice with the same arguments, and nothing more: nobody has approved it.",
        nobody_asked = nobody_asked(case, why),
        tool = case.call().tool(),
        lifetime = in_words(case.settings().token_lifetime),
    )))
}

/// Where only a person will do and nobody can be asked.
pub(crate) fn refuse_without_token(case: &Case, why: CannotAsk) -> Outcome {
    audit::info(case, Mechanism::Person, "cannot_ask");
    let next = match why {
        CannotAsk::Client => "Use a client that supports elicitation with forms.",
        CannotAsk::SwitchedOff => "Its operator can switch the dialog on with ELICITATION=true.",
    };
    Outcome::refused(format_args!(
        "Only a person can approve this operation. {} {next}",
        nobody_asked(case, why),
    ))
}

/// Why nobody was asked. It names the server that did not ask, rather than blaming a client that
/// works.
fn nobody_asked(case: &Case, why: CannotAsk) -> String {
    match why {
        CannotAsk::Client => {
            "Nobody was asked: this client cannot ask the user directly.".to_owned()
        }
        CannotAsk::SwitchedOff => format!(
            "{} was started with the approval dialog switched off, so nobody was asked \
             (ELICITATION=false).",
            case.server(),
        ),
    }
}
