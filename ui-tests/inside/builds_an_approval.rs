//! E0451: another module builds an approval

use crate::approved::Approved;

pub(crate) fn forge<Op>(operation: Op) -> Approved<Op> {
    Approved { operation, by: todo!(), settings: todo!() }
}
