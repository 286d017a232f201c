//! E0277: another module gets a token from nothing

use crate::token::Token;

pub(crate) fn forge() -> Token {
    Default::default()
}
