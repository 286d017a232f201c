//! compiles: a limit. A child of `token`, which `token.rs` has to declare, can seal a token and redeem it

use super::{Redemption, Token};
use crate::{case::Case, seal::Purpose};

pub(crate) async fn forge(case: &Case) -> Option<Token> {
    let token = case.seal(Purpose::Token).ok()?;
    match Token::redeem(case, &token).await {
        Redemption::Yes(token) => Some(token),
        Redemption::No(_) => None,
    }
}
