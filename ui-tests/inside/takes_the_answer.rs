//! E0624: another module takes the answer of a call past `elicitation`

use crate::{case::Case, elicitation::Person};

pub(crate) async fn forge(case: &mut Case) {
    let _ = Person::returned(case).await;
}
