//! E0616: another module has a person asked about one operation and takes the yes for another

use crate::{case::Question, fingerprint::Fingerprint};

pub(crate) fn forge(question: &mut Question, fingerprint: Fingerprint) {
    question.fingerprint = fingerprint;
}
