//! E0603: another module goes around `token` to the place where tokens are redeemed

pub(crate) use crate::token::redemption::Token;
