//! E0624: a child of `elicitation` seals a state and has an answer of its own matched to it

use serde_json::json;

use super::Person;
use crate::{
    case::{Case, Question},
    seal::Purpose,
};

pub(crate) async fn forge(case: &Case, question: &Question) {
    let Ok(state) = case.seal(Purpose::Question, question) else { return };
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    let _ = Person::matched(case, Some(&state), yes).await;
}
