//! E0277: another module makes its own text pass for the caller's

use std::fmt;

use crate::prompt::CallerValue;

struct Note(String);

impl CallerValue for Note {
    fn as_display(&self) -> &dyn fmt::Display {
        &self.0
    }
}
