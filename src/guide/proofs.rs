//! # What each proof is worth
//!
//! An approval rests on evidence, and there are two kinds. They are not two strengths of the same
//! thing: they prove different things.
//!
//! | | a person's yes: [`Person`](crate::Person) | a quoted token: [`Token`](crate::Token) |
//! |---|---|---|
//! | comes about by | the client answered the question: `accept`, with the box ticked | the call came a second time and quoted the token from its first refusal |
//! | proves | that the client returned a yes to this question | that the call was made twice with the same arguments |
//! | does not prove | that somebody read it. That a person answered is the client's word | that anybody saw anything. A model can read the token in the first result and call again in the same turn |
//! | stops | whatever the person says no to | a call made by accident, and one that would now hit more than when it was refused |
//! | does not stop | a client that answers for its person | a model that was talked into the whole thing |
//! | in the log | `proof=client-attested` | `proof=call-repeated`[^1] |
//!
//! ## What both are bound to
//!
//! The whole operation, the tool, the server's name and the caller; and each works once, for a
//! limited time. An approval to delete note 1 does not delete notes 1 and 2, and one to change a
//! title does not clear it[^2].
//!
//! On MCP 2026-07-28 the question is *returned*: the call ends with it, and the client keeps a sealed
//! *state*, which holds no argument and which nobody can alter, until it calls again with the answer.
//! A token is sealed in the same way. If what was read has changed in between, it is another
//! operation, and the person is asked again[^3].
//!
//! On MCP 2025-11-25 the question is *pushed*: the server waits, and the answer belongs to the call
//! that is still open. Nothing is sealed, and no ledger is asked[^9]. The operation stays the one that
//! was made before the question, so if the backend changes meanwhile, only your write can notice.
//!
//! ## When it is a token
//!
//! Only where nobody can be asked: the client declared no elicitation with forms, the call came on
//! MCP 2025-11-25 over HTTP without a session, which leaves no way to the client[^7], or the operator
//! has set `ELICITATION=false`. A client that can be asked is never offered a token[^4], also if it
//! then fails to show the question[^8].
//!
//! The refusal with the token says why nobody was asked, what the call would do, and what quoting it
//! proves[^5]. Of a server whose operation asks `delete all 9 note(s)`:
//!
//! ```
//! # use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
//! # use rmcp_approval::{Approver, Operation, Outcome, Parameters, Prompt, server_text, testing::{Capability, connect}};
//! # #[derive(serde::Serialize)] struct Wipe { notes: usize }
//! # impl Operation for Wipe {
//! #     const NAME: &'static str = "wipe";
//! #     fn prompt(&self) -> Prompt<'_> { Prompt::new(server_text!("delete all {} note(s)", self.notes)) }
//! # }
//! # #[derive(serde::Deserialize, schemars::JsonSchema)] struct NoArgs {}
//! # #[derive(Clone)] struct Notes { approver: Approver }
//! # #[tool_router]
//! # impl Notes {
//! # #[tool]
//! # async fn wipe(&self, Parameters { args: NoArgs {}, call }: Parameters<NoArgs>) -> Result<Outcome, ErrorData> {
//! # self.approver.request(Wipe { notes: 9 }, call, async |_| Ok("deleted".to_owned())).await
//! # } }
//! # #[tool_handler] impl ServerHandler for Notes {}
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let server = Notes { approver: Approver::builder("notes-mcp").build()? };
//! let nobody = connect(server).capability(Capability::None).start().await?;
//! let refusal = nobody.call("wipe", serde_json::json!({})).await?;
//! let text = &refusal.content[0].as_text().ok_or("a text")?.text;
//! let (before, rest) = text.split_once("\"confirm_token\": \"").ok_or("a token")?;
//! let (_token, after) = rest.split_once('"').ok_or("its end")?;
//! assert_eq!(
//!     before,
//!     "Nothing was changed. Nobody was asked: this client cannot ask the user directly.\n\
//!      \n\
//!      This call would do the following:\n\
//!      \n\
//!      delete all 9 note(s)\n\
//!      \n\
//!      To go ahead, call wipe again within 5 minutes, with exactly the same arguments and ",
//! );
//! assert_eq!(
//!     after,
//!     ". The token works once. It proves that the call was made twice with the same arguments, \
//!      and nothing more: nobody has approved it.",
//! );
//! # Ok(()) }
//! ```
//!
//! ## Where a token is not enough
//!
//! Write the kind of evidence into the backend's signature, and ask with
//! [`request_from_person`](crate::Approver::request_from_person). An approval by token does not
//! fit[^6], and where nobody can be asked the call is refused. On MCP 2026-07-28 a client that declares
//! no forms gets the error that the protocol has for a missing capability.
//!
//! ```
//! # use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
//! # use rmcp_approval::{Approved, Approver, Error, Operation, Outcome, Parameters, Person, Prompt, server_text, testing::{Capability, Revision, connect}};
//! # use schemars::JsonSchema;
//! # use serde::{Deserialize, Serialize};
//! # use serde_json::json;
//! # #[derive(Serialize)] struct Wipe { notes: usize }
//! # impl Operation for Wipe {
//! #     const NAME: &'static str = "wipe";
//! #     fn prompt(&self) -> Prompt<'_> { Prompt::new(server_text!("delete all {} note(s)", self.notes)) }
//! # }
//! # #[derive(Deserialize, JsonSchema)] struct NoArgs {}
//! # #[derive(Clone)] struct Notes { approver: Approver }
//! # impl Notes {
//! fn wipe_all(&self, approved: Approved<Wipe, Person>) -> Result<(), Error> {
//!     let Wipe { notes } = approved.spend()?;
//!     // … delete them, if there are still `notes` of them …
//! #   let _ = notes;
//!     Ok(())
//! }
//! # }
//! # #[tool_router]
//! # impl Notes {
//! # #[tool]
//! # async fn wipe(&self, Parameters { args: NoArgs {}, call }: Parameters<NoArgs>) -> Result<Outcome, ErrorData> {
//! # self.approver.request_from_person(Wipe { notes: 9 }, call, async |approved| {
//! #     self.wipe_all(approved)?;
//! #     Ok("deleted".to_owned())
//! # }).await } }
//! # #[tool_handler] impl ServerHandler for Notes {}
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let server = Notes { approver: Approver::builder("notes-mcp").build()? };
//!
//! // A client that cannot ask anybody. The one on MCP 2025-11-25 gets a refusal without a token;
//! // on 2026-07-28 it is the error for a missing capability.
//! let nobody = connect(server.clone()).capability(Capability::None);
//! let nobody = nobody.revision(Revision::V2025_11_25).start().await?;
//! let refusal = nobody.call("wipe", json!({})).await?;
//! assert_eq!(refusal.is_error, Some(true));
//! assert!(!serde_json::to_string(&refusal)?.contains("confirm_token"));
//!
//! let nobody = connect(server.clone()).capability(Capability::None).start().await?;
//! assert!(nobody.call("wipe", json!({})).await.is_err());
//!
//! let person = connect(server).start().await?;
//! assert_ne!(person.call("wipe", json!({})).await?.is_error, Some(true));
//! # Ok(()) }
//! ```
//!
//! ## An annotation proves nothing
//!
//! `destructiveHint` says what a call does, and a client may ignore it. Declare it and the other
//! three (`readOnlyHint`, `idempotentHint`, `openWorldHint`), so that a client can tell before it
//! calls; the guard is what decides. The two need not agree: a tool that only sometimes destroys is
//! destructive by its annotation, and asks only then. A second delete of the same note changes nothing
//! more, so deleting is idempotent, and a tool that reaches your own backend alone is of no open world.
//!
//! [^1]: `tests/rules/audit.rs`: `a_persons_yes_and_a_token_can_be_told_apart`.
//! [^2]: `tests/rules/state.rs` and `tests/rules/token.rs`, whose names begin with `a_yes_to_` and
//!   `a_token_for_`.
//! [^3]: `tests/rules/state.rs`: `a_yes_is_to_what_was_read_and_not_to_what_it_has_become`.
//! [^4]: `tests/rules/asking.rs`: `a_client_that_can_be_asked_is_never_offered_a_token`.
//! [^5]: `tests/rules/token.rs`:
//!   `the_refusal_says_which_mechanism_why_what_would_happen_and_what_the_token_proves`.
//! [^6]: `ui-tests/fail/token_where_person_wanted.rs`.
//! [^7]: `tests/rules/over_http.rs`:
//!   `on_2025_11_25_without_sessions_nobody_can_be_asked_and_the_token_is_taken_at_once`.
//! [^8]: `tests/rules/answers.rs`:
//!   `a_client_that_cannot_show_the_question_is_not_a_person_who_declined`.
//! [^9]: `tests/rules/ledger_faults.rs`:
//!   `a_pushed_answer_belongs_to_the_open_call_and_asks_no_ledger`.
