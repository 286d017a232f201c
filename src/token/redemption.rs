//! The redemption of a token, and the one place that finds one good.

use std::fmt;

use crate::{
    audit::{self, Mechanism},
    case::{Case, LedgerDown},
    fingerprint::Fingerprint,
    ledger::Spend,
    reason::Reason,
    seal::{Purpose, Unopened},
};

/// Evidence that one call was made twice with the same arguments.
///
/// Made in one place, out of a token that this server issued for this very operation, tool
/// and caller, that has not expired, and that nobody has quoted before. Not `Clone`, and
/// nothing else makes one.
///
/// # What it proves
///
/// That the call was made twice with the same arguments, and nothing more. A model can read the
/// token out of the first result and quote it in the same turn, without anybody seeing it. It stops
/// a call that was made by accident, and one that would now hit more than when it was refused; it does
/// not stop a model that was talked into the whole thing. Where that is not enough, take [`Approved<Op,
/// Person>`](crate::Approved).
pub struct Token {
    fingerprint: Fingerprint,
}

pub(super) enum Redemption {
    Yes(Token),
    No(Reason),
}

impl Token {
    /// Takes the token that this call quotes, if it quotes one. It is no parameter: nobody can hand
    /// one over.
    pub(super) async fn redeem(case: &mut Case) -> Option<Redemption> {
        let quoted = case.call_mut().take_confirm_token()?;
        Some(Self::check(case, &quoted).await)
    }

    /// The only expression that makes a `Token`: the check of what was quoted.
    async fn check(case: &Case, quoted: &str) -> Redemption {
        let rejected = |reason| {
            audit::warn(case, Mechanism::Token, Reason::TokenRejected.event(), reason);
            Redemption::No(Reason::TokenRejected)
        };
        let nonce = match case.open(Purpose::Token, quoted) {
            Ok(nonce) => nonce,
            Err(Unopened::Expired) => return rejected("expired"),
            Err(Unopened::Unknown) => return rejected("not issued for this call"),
        };
        match case.spend(Mechanism::Token, nonce).await {
            Ok(Spend::First) if case.is_abandoned() => {
                audit::info(case, Mechanism::Token, Reason::Abandoned.event());
                Redemption::No(Reason::Abandoned)
            }
            Ok(Spend::First) => Redemption::Yes(Self { fingerprint: *case.fingerprint() }),
            Ok(Spend::Again) => rejected("already used"),
            Err(LedgerDown) => Redemption::No(Reason::Unavailable),
        }
    }

    /// The operation that was approved.
    pub(crate) fn approves(&self) -> &Fingerprint {
        &self.fingerprint
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("approves", &self.fingerprint).finish()
    }
}
