//! The question: server words, counted numbers, and labelled caller values. Nothing else fits.

use std::fmt;

mod caller;
mod text;
mod visible;

pub(crate) use caller::parse_arguments;
pub use caller::{Caller, CallerValue};
pub use text::{Count, Counted, ServerText};
#[doc(hidden)]
pub use text::{Words, problem_of_words};

use visible::Visible;

/// The line above the caller's values.
const HEADING: &str = "Values below are supplied by the caller, not by this server:";

/// How many caller lines a question shows at the most.
const MAX_CALLER_LINES: usize = 20;

/// A question to a person about one operation.
///
/// It can hold three things, and the types keep everything else out:
///
/// - **server words**: [`server_text!`](crate::server_text) takes a literal, so they are
///   constants of the program;
/// - **counted numbers**: integers ([`Counted`]);
/// - **caller values**: a [`Caller`], which only a tool's arguments make. Each is shown on one
///   labelled line, under a heading that says where it came from.
///
/// Text that was read from the backend (a name, a title, a note) has no way in. It may have
/// been written by anyone, and the question is read at the moment of the decision.
///
/// # Examples
///
/// ```
/// use rmcp_approval::{Prompt, server_text};
///
/// let books = 2;
/// let prompt = Prompt::new(server_text!("remove {} book(s) from a collection", books))
///     .consequence(server_text!("The curated order of the collection cannot be reconstructed."))
///     .counted(server_text!("Books that stay"), 7);
///
/// assert_eq!(
///     prompt.to_string(),
///     "remove 2 book(s) from a collection\n\
///      \n\
///      The curated order of the collection cannot be reconstructed.\n\
///      \n  \
///        Books that stay: 7",
/// );
/// ```
#[must_use = "a prompt does nothing until `Operation::prompt` returns it"]
pub struct Prompt<'a> {
    headline: ServerText,
    consequences: Vec<ServerText>,
    counted: Vec<(ServerText, Count)>,
    callers: Vec<(ServerText, &'a dyn fmt::Display)>,
    callers_left_out: usize,
    confirm_title: ServerText,
    confirm_hint: ServerText,
}

impl<'a> Prompt<'a> {
    /// Starts with what the operation does, in the server's words and counts.
    pub fn new(headline: ServerText) -> Self {
        Self {
            headline,
            consequences: Vec::new(),
            counted: Vec::new(),
            callers: Vec::new(),
            callers_left_out: 0,
            confirm_title: crate::server_text!("Yes, do this"),
            confirm_hint: crate::server_text!(
                "Leave this unticked, or decline, and nothing is changed."
            ),
        }
    }

    /// Adds a paragraph on why this cannot be undone.
    pub fn consequence(mut self, text: ServerText) -> Self {
        self.consequences.push(text);
        self
    }

    /// Adds a line with a number that the server counted.
    pub fn counted(mut self, label: ServerText, number: impl Counted) -> Self {
        self.counted.push((label, number.count()));
        self
    }

    /// Adds a line with a value that the caller supplied.
    ///
    /// It takes one line whatever is in it: characters that cannot be seen, or that would break or
    /// turn the line, are written as `<U+200B>`; a long value is cut in the middle; a link is
    /// broken; nothing at all reads `(empty)`. After 20 such lines the question says how many more
    /// there are.
    pub fn caller<V: CallerValue + ?Sized>(mut self, label: ServerText, value: &'a V) -> Self {
        self.push_caller(label, value.as_display());
        self
    }

    /// Adds one line with the same label for each of several values that the caller supplied: a
    /// `Vec<Caller<T>>`, an `Option<Caller<T>>`, or what
    /// [`Patch::as_set`](crate::Patch::as_set) gives of a `Patch<Caller<T>>`.
    pub fn caller_each<V: CallerValue + 'a>(
        mut self,
        label: ServerText,
        values: impl IntoIterator<Item = &'a V>,
    ) -> Self {
        for value in values {
            self.push_caller(label.clone(), value.as_display());
        }
        self
    }

    /// Sets the label of the form's tick box. Unset, it reads "Yes, do this".
    pub fn confirm_title(mut self, text: ServerText) -> Self {
        self.confirm_title = text;
        self
    }

    /// Sets the hint beside the tick box.
    pub fn confirm_hint(mut self, text: ServerText) -> Self {
        self.confirm_hint = text;
        self
    }

    pub(crate) fn title(&self) -> String {
        self.confirm_title.to_string()
    }

    pub(crate) fn hint(&self) -> String {
        self.confirm_hint.to_string()
    }

    fn push_caller(&mut self, label: ServerText, value: &'a dyn fmt::Display) {
        if self.callers.len() < MAX_CALLER_LINES {
            self.callers.push((label, value));
        } else {
            self.callers_left_out += 1;
        }
    }
}

/// The whole question, as the person gets it.
impl fmt::Display for Prompt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.headline)?;
        for consequence in &self.consequences {
            write!(f, "\n\n{consequence}")?;
        }
        if !self.counted.is_empty() {
            f.write_str("\n")?;
        }
        for (label, number) in &self.counted {
            write!(f, "\n  {label}: {number}")?;
        }
        if !self.callers.is_empty() {
            write!(f, "\n\n{HEADING}")?;
        }
        for (label, value) in &self.callers {
            write!(f, "\n  {label}: {}", Visible(*value))?;
        }
        if self.callers_left_out > 0 {
            write!(f, "\n  and {} more, not shown", self.callers_left_out)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Prompt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("headline", &self.headline)
            .field("callers", &(self.callers.len() + self.callers_left_out))
            .finish_non_exhaustive()
    }
}
