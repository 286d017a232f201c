//! E0616: another module changes the operation after the yes

use crate::approved::Approved;

pub(crate) fn forge<Op>(approved: &mut Approved<Op>, operation: Op) {
    approved.operation = operation;
}
