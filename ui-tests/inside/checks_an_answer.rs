//! E0624: another module has an answer of its own checked

use rmcp::model::{ElicitResult, ElicitationAction};
use serde_json::json;

use crate::{case::Case, elicitation::Person};

pub(crate) fn forge(case: &Case) {
    let yes = ElicitResult::new(ElicitationAction::Accept).with_content(json!({"confirm": true}));
    let _ = Person::check(*case.fingerprint(), &yes);
}
