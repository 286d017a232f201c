//! E0451: a child of `elicitation` builds a person

use super::Person;

pub(crate) fn forge() -> Person {
    Person { fingerprint: todo!() }
}
