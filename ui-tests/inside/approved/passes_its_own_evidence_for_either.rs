//! E0308: a child of `approved` can add a kind of evidence, which is neither of the two that backends take

use std::sync::Arc;

use super::{Approved, Evidence, sealed::Sealed};
use crate::{case::Settings, error::Error, fingerprint::Fingerprint, operation::Operation};

struct Assistant(Fingerprint);

impl Sealed for Assistant {
    fn fingerprint(&self) -> &Fingerprint {
        &self.0
    }
}

impl Evidence for Assistant {}

pub(crate) fn forge<Op: Operation>(
    settings: Arc<Settings>,
    operation: Op,
) -> Result<Approved<Op>, Error> {
    let assistant = Assistant(Fingerprint::of(&settings.server, &operation)?);
    Approved::mint(settings, operation, assistant)
}
