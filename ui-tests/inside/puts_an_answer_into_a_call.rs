//! E0616: another module puts an answer into a call

use crate::{call::Returned, case::Case};

pub(crate) fn forge(case: &mut Case, returned: Returned) {
    case.call_mut().returned = returned;
}
