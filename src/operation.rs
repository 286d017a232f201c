//! What can be approved.

use serde::Serialize;

use crate::prompt::Prompt;

/// Something that cannot be taken back: everything it will do, and the question about it.
///
/// **Every field that is serialized is part of what is approved; a field with `#[serde(skip)]` is
/// not.** An approval is bound to a [`Fingerprint`](crate::Fingerprint) of the whole value, so put
/// into it whatever decides the effect: the targets, the version that was read (an ETag), the new
/// content, the membership that the write would produce. Then an approval for one of these never
/// executes another, and you cannot forget to compare one of them. Skip a field only if it changes
/// nothing about the effect.
///
/// On MCP 2026-07-28 a tool is called twice, once to ask and once with the answer, and the
/// operation is planned in both calls. Plan without side effects, and plan the same thing from
/// the same state: no clock, no random ids.
///
/// - A `Vec` keeps its order, because order can be meaning. For a set take a `BTreeSet`.
/// - "Leave it", "clear it" and "set it" are three things: take [`Patch`](crate::Patch).
/// - `#[serde(untagged)]` and `#[serde(flatten)]` merge what they hold before anybody sees it: two
///   variants that serialize alike are one operation. Leave them out of operations.
/// - What the caller supplied and the question shows is a [`Caller`](crate::Caller).
///
/// # Examples
///
/// ```
/// use rmcp_approval::{Caller, Operation, Prompt, server_text};
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct DeleteGroup {
///     book: Caller<String>,
///     uid: Caller<String>,
///     etag: String,
///     members: usize,
/// }
///
/// impl Operation for DeleteGroup {
///     const NAME: &'static str = "delete_group";
///
///     fn prompt(&self) -> Prompt<'_> {
///         Prompt::new(server_text!("delete a group of {} contact(s)", self.members))
///             .consequence(server_text!("The group cannot be recovered from here."))
///             .counted(server_text!("Members"), self.members)
///             .caller(server_text!("Address book"), &self.book)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operation that a person can be asked about",
    label = "implement `rmcp_approval::Operation` for it",
    note = "an operation derives `serde::Serialize`, has a `NAME`, and writes its own question in `prompt`"
)]
pub trait Operation: Serialize {
    /// The operation's name. It is part of the fingerprint, so two operations of one server
    /// need two names; the name of the tool is a good one.
    const NAME: &'static str;

    /// The question: what will happen, in the server's own words and counts, and which values
    /// the caller supplied.
    fn prompt(&self) -> Prompt<'_>;
}
