// Nobody declares text of another origin to be the caller's.

use std::fmt;

use rmcp_approval::CallerValue;

struct Note(String);

impl CallerValue for Note {
    fn as_display(&self) -> &dyn fmt::Display {
        &self.0
    }
}

fn main() {}
