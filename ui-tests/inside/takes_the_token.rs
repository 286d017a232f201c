//! E0624: another module takes the token of a call past `token`

use crate::{case::Case, token::Token};

pub(crate) async fn forge(case: &mut Case) {
    let _ = Token::redeem(case).await;
}
