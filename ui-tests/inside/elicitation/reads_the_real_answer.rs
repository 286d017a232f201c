//! compiles: the control of this folder. A child of `elicitation` can have the real answer read

use super::{Answer, Person};
use crate::case::Case;

pub(crate) async fn read(case: &mut Case) -> Option<Answer> {
    Person::returned(case).await
}
