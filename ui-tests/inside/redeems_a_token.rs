//! E0624: another module seals a token and redeems it itself

use crate::{case::Case, seal::Purpose, token::Token};

pub(crate) async fn forge(case: &Case) {
    let Ok(token) = case.seal(Purpose::Token) else { return };
    let _ = Token::check(case, &token).await;
}
