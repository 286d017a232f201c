//! E0277: another module gets a person from nothing

use crate::elicitation::Person;

pub(crate) fn forge() -> Person {
    Default::default()
}
