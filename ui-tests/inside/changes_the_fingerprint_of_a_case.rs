//! E0616: another module has a person asked about one operation and takes the yes for another

use crate::{case::Case, fingerprint::Fingerprint};

pub(crate) fn forge(case: &mut Case, fingerprint: Fingerprint) {
    case.fingerprint = fingerprint;
}
