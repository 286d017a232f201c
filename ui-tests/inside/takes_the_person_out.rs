//! E0616: another module takes the person out of one approval, for another

use crate::{approved::Approved, elicitation::Person};

pub(crate) fn forge<Op>(approved: Approved<Op, Person>) -> Person {
    approved.by
}
