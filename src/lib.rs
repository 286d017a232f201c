//! Ask a person before an MCP tool destroys something, and prove it in the types.
//!
//! A destructive backend operation takes an [`Approved<Op>`](Approved). One comes out of
//! [`Approver::request`], after the person behind the client has said yes in a dialog (MCP
//! elicitation), or, where the client cannot show one, after the call was made a second time with
//! the token from its first refusal. There is no other way to make one, so a write that nobody
//! approved does not compile.
//!
//! ```
//! # use rmcp::{ErrorData, model::{CallToolResponse, CallToolResult}};
//! # use rmcp_approval::{Approved, Approver, Caller, Decision, Error, Operation, Parameters, Prompt, server_text};
//! # #[derive(serde::Serialize)] struct DeleteNote { id: Caller<u64> }
//! # impl Operation for DeleteNote {
//! #     const NAME: &'static str = "delete_note";
//! #     fn prompt(&self) -> Prompt<'_> { Prompt::new(server_text!("delete a note")).caller(server_text!("Note"), &self.id) }
//! # }
//! # #[derive(serde::Deserialize, schemars::JsonSchema)] struct Args { id: Caller<u64> }
//! # struct Notes { approver: Approver }
//! # impl Notes {
//! # async fn delete(&self, approved: Approved<DeleteNote>) -> Result<CallToolResponse, Error> {
//! #     approved.spend()?; Ok(CallToolResult::success(vec![]).into())
//! # }
//! async fn delete_note(
//!     &self,
//!     Parameters { args, call }: Parameters<Args>,
//! ) -> Result<CallToolResponse, ErrorData> {
//!     match self.approver.request(DeleteNote { id: args.id }, call).await? {
//!         Decision::Approved(approved) => Ok(self.delete(approved).await?),
//!         Decision::NotApproved(not) => Ok(not.respond("Nothing was deleted.")),
//!     }
//! }
//! # }
//! ```
//!
//! # Overview
//!
//! - An [`Operation`] says everything that will happen, and asks its own question: a [`Prompt`] of
//!   server words ([`server_text!`]), counted numbers and labelled [`Caller`] values. Text from the
//!   backend does not fit in.
//! - [`Parameters`] takes the place of rmcp's extractor in a guarded tool: it gives the arguments,
//!   and the [`Call`] to decide.
//! - The [`Approver`] decides. On MCP 2026-07-28 it returns the question, and the client calls
//!   again with the answer; before, it pushes the question and waits. The handler is the same.
//! - An approval is bound to a [`Fingerprint`] of the whole operation, and to the tool, the server
//!   and the [`Principal`]. It is spent once: a [`Ledger`] remembers that.
//! - [`Patch`] keeps "leave it", "clear it" and "set it" apart.
//! - [`Elicitation`] is the operator's switch, and [`audit`] is what is logged.
//!
//! # What an approval is worth
//!
//! A person's yes is the client's word that a person gave it ([`Person`]). A token proves that the
//! call was made twice with the same arguments, and nothing more ([`Token`]). An operation for
//! which a token is not enough takes `Approved<Op, Person>`, from
//! [`Approver::request_from_person`].
//!
//! # What it does not do
//!
//! It does not decide which tools are destructive: you do, where you write the backend. It keeps no
//! history and brings nothing back. It does not authenticate callers: your transport does, and says
//! so with a [`Principal`]. And it cannot tell whether a client lies.
//!
//! # Features
//!
//! - `http`: the module `http`, a client over reqwest in which a destructive request takes an
//!   approval. A feature, because not every backend speaks HTTP.
//! - `redis`: `RedisLedger`, for several processes that serve the same callers. A feature, because one
//!   process needs no Redis.
//! - `testing`: the module `testing`, a scripted person who speaks the real protocol to your
//!   server. A feature, because a server in production needs no client. It cannot make an approval.

#![warn(missing_docs, unreachable_pub)]

pub mod audit;
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
mod ledger;
mod not_approved;
mod operation;
mod patch;
mod principal;
mod seal;
#[cfg(feature = "testing")]
pub mod testing;
mod token;

pub use approved::{Approved, Evidence, PersonOrToken};
pub use approver::{Approver, ApproverBuilder, Decision};
pub use call::{Call, Parameters};
pub use config::{ConfigError, Elicitation};
pub use elicitation::Person;
pub use error::Error;
pub use fingerprint::{Fingerprint, FingerprintError};
#[cfg(feature = "redis")]
pub use ledger::RedisLedger;
pub use ledger::{Ledger, LedgerError, MemoryLedger, Nonce, Spend, SpendFuture};
pub use not_approved::{NotApproved, Reason};
pub use operation::Operation;
pub use patch::Patch;
pub use principal::Principal;
pub use prompt::{Caller, CallerValue, Counted, Prompt, ServerText};
pub use seal::{KeyRing, KeyRingError};
pub use token::Token;

/// The examples in the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
