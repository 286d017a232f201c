//! E0603: a child of `prompt` parses text of its own as if it were a tool's arguments

use super::caller::{Caller, parsing_arguments};

pub(crate) fn forge(text: &str) -> Option<Caller<String>> {
    parsing_arguments(|| serde_json::from_str(text)).ok()
}
