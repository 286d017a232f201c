//! E0277: another module mints an approval on evidence that is none

use std::sync::Arc;

use crate::{approved::Approved, case::Settings, error::Error, operation::Operation};

pub(crate) fn forge<Op: Operation>(settings: Arc<Settings>, operation: Op) -> Result<(), Error> {
    Approved::mint(settings, operation, "a person said yes").map(drop)
}
