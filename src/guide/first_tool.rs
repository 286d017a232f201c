//! # Guarding your first tool
//!
//! ## Which tools
//!
//! Go through your tools and ask of each: *if this call was a mistake, can it be undone from here?*
//! Deleting is not the only thing that cannot. Replacing a text without versions cannot, and
//! neither can reordering a list that somebody arranged. Reading changes nothing, and what was
//! added can be removed again.
//!
//! Ask about the effect, not about the name. A tool called `edit_note` may set a text where there
//! was none, which loses nothing, or replace one, which does. Then it asks in the second case
//! alone. A question in front of everything is how people learn to tick without reading.
//!
//! ## The backend first
//!
//! Begin at the write, not at the tool. Make the method that destroys take an
//! [`Approved`](crate::Approved) by value, keep the raw client private beside it, and the compiler
//! finds every call of it that is not guarded yet. Whatever adds gets a method of its own, which
//! refuses to overwrite. For backends that speak HTTP, [`http`] has both ready.
//!
//! ## The operation
//!
//! The operation is what gets approved. Put into it whatever decides the effect:
//!
//! | what | why | its type |
//! |---|---|---|
//! | the target | an approval for one is none for another | [`Caller`](crate::Caller), so that the question can show it |
//! | the version that was read | if it changes after the question, the approval is for something else | a revision or an ETag; where the backend has none, the content or its hash, and the write reads again |
//! | the new content | "leave it", "clear it" and "set it" are different | [`Patch`](crate::Patch) |
//! | what was counted | the person decides on the number | an integer |
//!
//! And nothing else: no clock and no random id. On MCP 2026-07-28 your tool runs twice, once to ask
//! and once with the answer, and the same state has to make the same operation both times.
//!
//! ## The question
//!
//! It says what happens, in your words and with your counts, why it cannot be undone, and which
//! values the caller gave. It cannot quote what is in the note: that text may have been written by
//! anybody, and it would be read at the moment of the decision.
//!
//! The whole operation is bound to the approval, shown or not. So ask yourself of each field whether
//! a person can say yes without it, and show ids rather than free text: a model writes the arguments,
//! and a `Caller<String>` shows its words, if only on a line that says so.
//!
//! ## All of it
//!
//! A tool that asks only when something would be lost, and beside it one that never does. It runs
//! with the dependencies of the README's quickstart, the feature `testing` and `serde_json`.
//!
//! ```
//! # use std::{collections::BTreeMap, sync::{Arc, Mutex, MutexGuard, PoisonError}};
//! # use rmcp::{ErrorData, ServerHandler, model::{CallToolResult, ContentBlock}, tool, tool_handler, tool_router};
//! # use rmcp_approval::{Approved, Approver, Caller, Error, Operation, Outcome, Parameters, Patch, Prompt, server_text, testing::{Answer, connect}};
//! # use schemars::JsonSchema;
//! # use serde::{Deserialize, Serialize};
//! # use serde_json::json;
//! /// A note's text, and how often it was written.
//! #[derive(Clone, Default)]
//! struct Note { text: String, revision: u64 }
//!
//! /// The backend.
//! #[derive(Clone)]
//! struct Store(Arc<Mutex<BTreeMap<u64, Note>>>);
//!
//! impl Store {
//! #   fn notes(&self) -> MutexGuard<'_, BTreeMap<u64, Note>> {
//! #       self.0.lock().unwrap_or_else(PoisonError::into_inner)
//! #   }
//!     fn read(&self, id: u64) -> Note {
//!         self.notes().get(&id).cloned().unwrap_or_default()
//!     }
//!
//!     /// Free: it sets a text where there is none, and refuses to overwrite.
//!     fn fill(&self, id: u64, text: String) -> bool {
//!         let mut notes = self.notes();
//!         let note = notes.entry(id).or_default();
//!         let empty = note.text.is_empty();
//!         if empty {
//!             *note = Note { text, revision: note.revision + 1 };
//!         }
//!         empty
//!     }
//!
//!     /// Guarded: it takes an approval, and compares the revision once more.
//!     fn replace(&self, approved: Approved<ReplaceText>) -> Result<bool, Error> {
//!         let ReplaceText { id, revision, text, .. } = approved.spend()?;
//!         let mut notes = self.notes();
//!         let note = notes.entry(id.into_inner()).or_default();
//!         let unchanged = note.revision == revision;
//!         if unchanged {
//!             let text = text.as_set().cloned().unwrap_or_default();
//!             *note = Note { text, revision: revision + 1 };
//!         }
//!         Ok(unchanged)
//!     }
//! }
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct EditNoteArgs {
//!     id: Caller<u64>,
//!     /// Left out, the text stays; null clears it.
//!     #[serde(default, skip_serializing_if = "Patch::is_omitted")]
//!     text: Patch<String>,
//! }
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct ReadNoteArgs { id: u64 }
//!
//! #[derive(Serialize)]
//! struct ReplaceText {
//!     id: Caller<u64>,
//!     revision: u64,
//!     #[serde(skip_serializing_if = "Patch::is_omitted")]
//!     text: Patch<String>,
//!     characters: usize,
//! }
//!
//! impl Operation for ReplaceText {
//!     const NAME: &'static str = "replace_text";
//!
//!     fn prompt(&self) -> Prompt<'_> {
//!         Prompt::new(match self.text {
//!             Patch::Clear => server_text!("clear the text of a note"),
//!             _ => server_text!("replace the text of a note"),
//!         })
//!         .consequence(server_text!("No versions are kept, so the old text cannot be recovered."))
//!         .counted(server_text!("Characters that go"), self.characters)
//!         .caller(server_text!("Note"), &self.id)
//!     }
//! }
//!
//! #[derive(Clone)]
//! struct Notes { approver: Approver, store: Store }
//!
//! #[tool_router]
//! impl Notes {
//!     #[tool(annotations(
//!         read_only_hint = false, destructive_hint = true,
//!         idempotent_hint = true, open_world_hint = false,
//!     ))]
//!     async fn edit_note(
//!         &self,
//!         Parameters { args, call }: Parameters<EditNoteArgs>,
//!     ) -> Result<Outcome, ErrorData> {
//!         // Read, validate, count. What will be refused is refused before anybody is asked.
//!         let EditNoteArgs { id, text } = args;
//!         let Note { text: old, revision } = self.store.read(*id.get());
//!         match text {
//!             Patch::Omitted => Err(ErrorData::invalid_params("text: give one, or null", None)),
//!             text if old.is_empty() => {
//!                 let text = text.as_set().cloned().unwrap_or_default();
//!                 Ok(Outcome::unguarded(written(self.store.fill(*id.get(), text))))
//!             }
//!             text => {
//!                 let characters = old.chars().count();
//!                 let operation = ReplaceText { id, revision, text, characters };
//!                 self.approver
//!                     .request(operation, call, async |approved| {
//!                         Ok(written(self.store.replace(approved)?))
//!                     })
//!                     .await
//!             }
//!         }
//!     }
//!
//!     /// A tool that only reads is an ordinary one, with rmcp's own `Parameters`. Write one of the two
//!     /// in full: rmcp's macro goes by the name, and renamed on import it lists a tool without
//!     /// arguments.
//!     #[tool(annotations(read_only_hint = true))]
//!     async fn read_note(
//!         &self,
//!         rmcp::handler::server::wrapper::Parameters(args): rmcp::handler::server::wrapper::Parameters<ReadNoteArgs>,
//!     ) -> String {
//!         self.store.read(args.id).text
//!     }
//! }
//!
//! fn written(written: bool) -> CallToolResult {
//!     match written {
//!         true => CallToolResult::success(vec![ContentBlock::text("Done.")]),
//!         false => CallToolResult::error(vec![ContentBlock::text("It has changed.")]),
//!     }
//! }
//!
//! #[tool_handler]
//! impl ServerHandler for Notes {}
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store(Arc::default());
//! // The name says which server asks, in the log and in refusals, and approvals are bound to it.
//! let approver = Approver::builder("notes-mcp").build()?;
//! let server = Notes { approver, store: store.clone() };
//!
//! let person = connect(server).answer(Answer::Decline).start().await?;
//! person.call("edit_note", json!({"id": 7, "text": "milk"})).await?;
//! assert!(person.questions().is_empty(), "nothing was lost, so nobody was asked");
//!
//! person.call("edit_note", json!({"id": 7, "text": null})).await?;
//! assert!(person.questions()[0].message.contains("Characters that go: 4"));
//! assert_eq!(store.read(7).text, "milk", "the person said no");
//!
//! person.set_answer(Answer::Accept);
//! person.call("edit_note", json!({"id": 7, "text": null})).await?;
//! assert_eq!(store.read(7).text, "");
//! # Ok(()) }
//! ```
//!
//! ## Before it goes out
//!
//! - Take [`Approver::from_env`](crate::Approver::from_env) in `main`. On an error print it and
//!   exit with 1: somebody who mistypes `ELICITATION` has to notice[^1].
//! - Return the [`Outcome`](crate::Outcome) that you get. On MCP 2026-07-28 it is first the question
//!   itself.
//! - Call [`request`](crate::Approver::request) in the handler's own task, not in a spawned one.
//! - Compare the revision when you write. That it is in the operation is not enough: between the yes
//!   and the write is a moment too. A backend with `If-Match` does it for you.
//! - Hand the approval to the backend. `async |_| …` compiles, and runs whatever you put there.
//! - [Test it](super::testing_your_server), with a no for every yes.
//!
//! [^1]: `tests/rules/elicitation_variable.rs`: `a_server_does_not_start_with_a_value_that_is_neither`.
//!
#![cfg_attr(feature = "http", doc = "[`http`]: crate::http")]
#![cfg_attr(not(feature = "http"), doc = "[`http`]: crate#features")]
