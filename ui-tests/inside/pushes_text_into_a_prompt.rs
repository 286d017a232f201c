//! E0616: another module shows text of its own as the caller's

use crate::prompt::{Prompt, ServerText};

pub(crate) fn forge<'a>(mut prompt: Prompt<'a>, label: ServerText, text: &'a String) -> Prompt<'a> {
    prompt.callers.push((label, text));
    prompt
}
