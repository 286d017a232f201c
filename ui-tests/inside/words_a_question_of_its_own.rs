//! E0451: another module asks about one operation in words of its own

use crate::{case::Question, fingerprint::Fingerprint};

pub(crate) fn forge(fingerprint: Fingerprint, text: String) -> Question {
    Question { fingerprint, text, title: String::new(), hint: String::new() }
}
