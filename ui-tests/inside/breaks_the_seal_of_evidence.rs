//! E0603: another module adds a kind of evidence with the trait that seals it

use crate::{approved::sealed::Sealed, fingerprint::Fingerprint};

struct Assistant(Fingerprint);

impl Sealed for Assistant {
    fn fingerprint(&self) -> &Fingerprint {
        &self.0
    }
}
