//! E0382: another module takes one yes for two operations

use std::sync::Arc;

use crate::{
    approved::Approved, case::Settings, elicitation::Person, error::Error, operation::Operation,
};

pub(crate) fn forge<Op: Operation>(
    settings: &Arc<Settings>,
    operations: (Op, Op),
    person: Person,
) -> Result<(), Error> {
    let _first = Approved::mint(Arc::clone(settings), operations.0, person)?;
    let _second = Approved::mint(Arc::clone(settings), operations.1, person)?;
    Ok(())
}
