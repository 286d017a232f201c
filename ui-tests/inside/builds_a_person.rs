//! E0451: another module builds a person

use crate::elicitation::Person;

pub(crate) fn forge() -> Person {
    Person { fingerprint: todo!() }
}
