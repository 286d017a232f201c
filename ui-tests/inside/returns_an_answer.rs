//! E0624: another module returns an answer of its own

use serde_json::json;

use crate::{case::Case, elicitation::Person, seal::Purpose};

pub(crate) async fn forge(case: &Case) {
    let Ok(state) = case.seal(Purpose::Question) else { return };
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    let _ = Person::returned(case, Some(&state), &yes).await;
}
