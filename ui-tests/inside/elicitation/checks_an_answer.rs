//! E0624: a child of `elicitation` has an answer of its own checked

use serde_json::json;

use super::Person;
use crate::case::Case;

pub(crate) fn forge(case: &Case) {
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    let _ = Person::check(case, &yes);
}
