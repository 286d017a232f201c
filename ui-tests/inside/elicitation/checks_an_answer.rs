//! E0624: a child of `elicitation` has an answer of its own checked

use rmcp::model::{ElicitResult, ElicitationAction};
use serde_json::json;

use super::Person;
use crate::case::Case;

pub(crate) fn forge(case: &Case) {
    let yes = ElicitResult::new(ElicitationAction::Accept).with_content(json!({"confirm": true}));
    let _ = Person::check(*case.fingerprint(), &yes);
}
