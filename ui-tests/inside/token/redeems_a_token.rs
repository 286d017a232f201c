//! E0624: a child of `token` seals a token and redeems it

use super::Token;
use crate::{case::Case, seal::Purpose};

pub(crate) async fn forge(case: &Case) {
    let Ok(token) = case.seal(Purpose::Token) else { return };
    let _ = Token::check(case, &token).await;
}
