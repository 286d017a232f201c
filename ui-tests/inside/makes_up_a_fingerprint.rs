//! E0423: another module makes up a fingerprint

use crate::fingerprint::Fingerprint;

pub(crate) fn forge() -> Fingerprint {
    Fingerprint([0; 32])
}
