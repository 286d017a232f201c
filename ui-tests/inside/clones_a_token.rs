//! E0599: another module makes a second token out of one

use crate::token::Token;

pub(crate) fn forge(token: Token) -> (Token, Token) {
    (token.clone(), token)
}
