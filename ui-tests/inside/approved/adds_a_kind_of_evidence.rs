//! compiles: a limit. A child of `approved`, which `approved.rs` has to declare, can add a kind of evidence

use std::sync::Arc;

use super::{Approved, Evidence, sealed::Sealed};
use crate::{case::Settings, error::Error, fingerprint::Fingerprint, operation::Operation};

pub(crate) struct Assistant(Fingerprint);

impl Sealed for Assistant {
    fn fingerprint(&self) -> &Fingerprint {
        &self.0
    }
}

impl Evidence for Assistant {}

pub(crate) fn forge<Op: Operation>(
    settings: Arc<Settings>,
    operation: Op,
) -> Result<Approved<Op, Assistant>, Error> {
    let assistant = Assistant(Fingerprint::of(&settings.server, &operation)?);
    Approved::mint(settings, operation, assistant)
}
