//! E0423: another module makes a caller's value of its own text

use crate::prompt::Caller;

pub(crate) fn forge(text: String) -> Caller<String> {
    Caller(text)
}
