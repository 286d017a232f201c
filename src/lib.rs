//! Ask a person before an MCP tool destroys something, and prove it in the types.
//!
//! The backend method that destroys takes an [`Approved<Op>`](Approved), where `Op` is your struct
//! that says what will happen. A call of it without one does not compile, and only an [`Approver`]
//! makes one. It asks the person through the client (MCP elicitation): a question, and a form with
//! one box to tick. If the client cannot ask, the call is refused, the refusal carries a token, and a
//! second call that quotes the token is let through. That proves that the call was made twice, which
//! a model can do alone; where only a person will do, take [`Approved<Op, Person>`](guide::proofs).
//!
//! # The guide
//!
//! - [Guarding your first tool](guide::first_tool)
//! - [What each proof is worth](guide::proofs)
//! - [Testing your server](guide::testing_your_server)
//! - [Behind a gateway, on several replicas](guide::replicas)
//! - [A threat model](guide::threat_model)
//!
//! # The whole flow
//!
//! A server with one guarded tool, and a person who first says no and then yes. It runs with these
//! dependencies, of which a server needs neither `serde_json` nor the feature `testing`:
//!
//! ```toml
//! [dependencies]
//! rmcp = { version = "3.11", features = ["transport-io"] }
//! rmcp-approval = { version = "0.1", features = ["testing"] }
//! schemars = "1"
//! serde = { version = "1", features = ["derive"] }
//! serde_json = "1"
//! tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
//! ```
//!
//! ```
//! use std::{collections::BTreeMap, sync::{Arc, Mutex, PoisonError}};
//!
//! use rmcp::{
//!     ErrorData, ServerHandler,
//!     model::{CallToolResult, ContentBlock},
//!     tool, tool_handler, tool_router,
//! };
//! use rmcp_approval::{
//!     Approved, Approver, Caller, Error, Operation, Outcome, Parameters, Prompt, server_text,
//!     testing::{Answer, connect},
//! };
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//! use serde_json::json;
//!
//! /// What the tool is called with. A `Caller<T>` is a `T` out of the arguments, which a question may
//! /// show.
//! #[derive(Deserialize, JsonSchema)]
//! struct DeleteNoteArgs { id: Caller<u64> }
//!
//! /// What will happen: to which note, and to which revision of it.
//! #[derive(Serialize)]
//! struct DeleteNote { id: Caller<u64>, revision: u64 }
//!
//! impl Operation for DeleteNote {
//!     const NAME: &'static str = "delete_note";
//!
//!     fn prompt(&self) -> Prompt<'_> {
//!         Prompt::new(server_text!("delete {} note", 1))
//!             .consequence(server_text!("There is no trash, so it cannot be recovered."))
//!             .caller(server_text!("Note"), &self.id)
//!     }
//! }
//!
//! /// The backend: the revision of each note.
//! #[derive(Clone)]
//! struct Store(Arc<Mutex<BTreeMap<u64, u64>>>);
//!
//! impl Store {
//!     fn revision(&self, id: u64) -> Option<u64> {
//!         self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).copied()
//!     }
//!
//!     /// Takes an approval. Says whether the note was still what was read.
//!     fn delete(&self, approved: Approved<DeleteNote>) -> Result<bool, Error> {
//!         let DeleteNote { id, revision } = approved.spend()?;
//!         let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
//!         let unchanged = notes.get(id.get()) == Some(&revision);
//!         if unchanged {
//!             notes.remove(id.get());
//!         }
//!         Ok(unchanged)
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
//!     async fn delete_note(
//!         &self,
//!         Parameters { args, call }: Parameters<DeleteNoteArgs>,
//!     ) -> Result<Outcome, ErrorData> {
//!         // Read and change nothing: on MCP 2026-07-28 this runs again with the answer.
//!         let Some(revision) = self.store.revision(*args.id.get()) else {
//!             return Err(ErrorData::invalid_params("there is no such note", None));
//!         };
//!         let operation = DeleteNote { id: args.id, revision };
//!         self.approver
//!             .request(operation, call, async |approved| {
//!                 Ok(match self.store.delete(approved)? {
//!                     true => CallToolResult::success(vec![ContentBlock::text("Deleted.")]),
//!                     false => CallToolResult::error(vec![ContentBlock::text("It has changed.")]),
//!                 })
//!             })
//!             .await
//!     }
//! }
//!
//! #[tool_handler]
//! impl ServerHandler for Notes {}
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store(Arc::new(Mutex::new(BTreeMap::from([(7, 3)]))));
//! // Approvals are bound to this name. In `main`, take `Approver::from_env`: it reads the variable
//! // ELICITATION, with which an operator switches dialogs off.
//! let approver = Approver::builder("notes-mcp").build()?;
//! let server = Notes { approver, store: store.clone() };
//!
//! let person = connect(server).answer(Answer::Decline).start().await?;
//! let result = person.call("delete_note", json!({"id": 7})).await?;
//! assert_eq!(result.is_error, Some(true));
//! assert_eq!(store.revision(7), Some(3));
//!
//! person.set_answer(Answer::Accept);
//! person.call("delete_note", json!({"id": 7})).await?;
//! assert_eq!(store.revision(7), None);
//!
//! assert_eq!(
//!     person.questions()[0].message,
//!     "delete 1 note\n\
//!      \n\
//!      There is no trash, so it cannot be recovered.\n\
//!      \n\
//!      Values below are supplied by the caller, not by this server:\n  \
//!        Note: 7",
//! );
//! # Ok(()) }
//! ```
//!
//! The same in one picture:
//!
#![cfg_attr(doc, doc = include_str!("guide/approval.svg"))]
//!
//! # Overview
//!
//! - An [`Operation`] holds everything that will happen, and makes the question: a [`Prompt`] of
//!   server words ([`server_text!`]: literals of your program), integers, and labelled [`Caller`]
//!   values. A `String` that was read from the backend does not fit in.
//! - [`Parameters`] takes the place of rmcp's extractor in a guarded tool: it gives the arguments,
//!   and the [`Call`], which goes to the approver. To the tool's schema it adds one optional argument,
//!   `confirm_token`.
//! - The [`Approver`] decides. On MCP 2025-11-25 and before, it sends `elicitation/create` and waits.
//!   On 2026-07-28 it returns the question, and the client calls again with the answer: the handler
//!   is the same and runs twice, and has to make the same operation both times.
//! - The [`Outcome`] is what the tool returns: its own result; or a refusal that says that nothing was
//!   changed, why, and what to do next; or the question. Only an approval, which is a yes or a quoted
//!   token, runs what you give to [`request`](Approver::request); for the other cases there is nothing
//!   to write.
//! - An approval is bound to a [`Fingerprint`], which is a hash of the whole operation, and to the
//!   tool, the server and the [`Principal`], who calls. It works once: a [`Ledger`] remembers which
//!   answers and tokens were used, and a pushed answer belongs to the one call that waits for it.
//! - [`Patch`] keeps "leave it", "clear it" and "set it" apart.
//! - [`Elicitation`] is the operator's switch, and [`audit`] is what is logged.
//!
//! # What it does not do
//!
//! It does not decide which tools are destructive: you do, where you write the backend, and a method
//! that takes no approval is not guarded. It does not make the question complete: the whole operation
//! is bound, but a person sees what your prompt shows. It does not notice what changes after the yes:
//! compare when you write. A token does not stop a model. It keeps no history and brings nothing back.
//! It does not authenticate callers: your transport does, and says so with a [`Principal`]. And it
//! cannot tell whether a client answers for its person.
//!
//! # Features
//!
//! - `http`: the module `http`, a client over reqwest in which a destructive request takes an
//!   approval. A feature, because not every backend speaks HTTP.
//! - `redis`: `RedisLedger`, for several processes that serve the same callers. A feature, because
//!   one process needs no Redis.
//! - `testing`: the module `testing`, a scripted person who speaks the real protocol to your
//!   server, and can only answer. A feature, because a server in production needs no client.

#![warn(missing_docs, unreachable_pub)]
// Each item says which feature it needs, where the documentation is built with that.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod audit;
pub mod guide;
pub mod prompt;

mod approved;
mod approver;
mod call;
mod case;
mod config;
mod elicitation;
mod error;
mod fingerprint;
#[cfg(feature = "http")]
pub mod http;
mod keys;
mod ledger;
mod operation;
mod outcome;
mod patch;
mod principal;
mod reason;
mod seal;
#[cfg(feature = "testing")]
pub mod testing;
mod token;

pub use approved::{Approved, Evidence, PersonOrToken};
pub use approver::{Approver, ApproverBuilder};
pub use call::{Call, Parameters};
pub use config::{ConfigError, Elicitation};
pub use elicitation::Person;
pub use error::Error;
pub use fingerprint::{Fingerprint, FingerprintError};
pub use keys::{KeyRing, KeyRingError};
#[cfg(feature = "redis")]
pub use ledger::RedisLedger;
pub use ledger::{Ledger, LedgerError, MemoryLedger, Nonce, Spend, SpendFuture};
pub use operation::Operation;
pub use outcome::Outcome;
pub use patch::Patch;
pub use principal::Principal;
#[doc(inline)]
pub use prompt::{Caller, CallerValue, Counted, Prompt, ServerText};
pub use token::Token;

/// The examples in the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
