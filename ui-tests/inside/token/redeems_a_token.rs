//! E0624: a child of `token` seals a token and redeems it

use super::Token;
use crate::{
    case::{Case, Question},
    seal::Purpose,
};

pub(crate) async fn forge(case: &Case, question: &Question) {
    let Ok(token) = case.seal(Purpose::Token, question) else { return };
    let _ = Token::check(case, &token).await;
}
