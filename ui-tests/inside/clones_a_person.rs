//! E0599: another module makes a second person out of one

use crate::elicitation::Person;

pub(crate) fn forge(person: Person) -> (Person, Person) {
    (person.clone(), person)
}
