//! E0624: another module asks something of its own, and takes the yes to that

use crate::{case::Case, elicitation::Person};

pub(crate) async fn forge(case: &Case) {
    let _ = Person::ask(case, todo!()).await;
}
