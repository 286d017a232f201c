//! unsafe_code: another module makes a person of bytes

use crate::elicitation::Person;

pub(crate) fn forge() -> Person {
    unsafe { std::mem::zeroed() }
}
