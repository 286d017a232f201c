//! E0624: another module seals a token and redeems it itself

use crate::{
    case::{Case, Question},
    seal::Purpose,
    token::Token,
};

pub(crate) async fn forge(case: &Case, question: &Question) {
    let Ok(token) = case.seal(Purpose::Token, question) else { return };
    let _ = Token::check(case, &token).await;
}
