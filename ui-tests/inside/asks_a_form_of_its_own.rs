//! E0624: another module asks something of its own, and takes the yes to that

use crate::{
    case::{Case, Question},
    elicitation::Person,
};

pub(crate) async fn forge(case: &Case, question: Question) {
    let _ = Person::ask(case, question, None).await;
}
