//! compiles: a limit. A child of `elicitation`, which `elicitation.rs` has to declare, can seal a state and answer it

use serde_json::json;

use super::{Answer, Person};
use crate::{case::Case, seal::Purpose};

pub(crate) async fn forge(case: &Case) -> Option<Person> {
    let state = case.seal(Purpose::Question).ok()?;
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    match Person::returned(case, Some(&state), &yes).await {
        Answer::Yes(person) => Some(person),
        Answer::No(_) | Answer::Unmatched => None,
    }
}
