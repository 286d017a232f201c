//! E0308: a child of `elicitation` asks something of its own, and takes the yes to that

use rmcp::model::ElicitRequestParams;

use super::Person;
use crate::case::Case;

pub(crate) async fn forge(case: &Case, form: ElicitRequestParams) {
    let _ = Person::ask(case, form, None).await;
}
