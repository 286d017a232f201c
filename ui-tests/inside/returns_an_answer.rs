//! E0624: another module seals a state and has an answer of its own matched to it

use serde_json::json;

use crate::{
    case::{Case, Question},
    elicitation::Person,
    seal::Purpose,
};

pub(crate) async fn forge(case: &Case, question: &Question) {
    let Ok(state) = case.seal(Purpose::Question, question) else { return };
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    let _ = Person::matched(case, Some(&state), yes).await;
}
