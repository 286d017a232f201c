//! E0624: another module has an answer of its own checked

use serde_json::json;

use crate::{case::Case, elicitation::Person};

pub(crate) fn forge(case: &Case) {
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    let _ = Person::check(case, &yes);
}
