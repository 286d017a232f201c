//! # Behind a gateway, on several replicas
//!
//! One process on stdio needs none of this. A guarded call can have two legs: the first one brings the
//! question or a refusal with a token, and the second one the answer or the token. You need this page
//! where the two may arrive at different processes.
//!
//! In short, all replicas have
//!
//! - the same name, the same keys and one ledger, by
//!   [`ApproverBuilder::shared`](crate::ApproverBuilder::shared);
//! - a Redis that forgets nothing: no eviction, and an append-only file;
//! - an authentication that gives a caller the same [`Principal`](crate::Principal) on both legs;
//! - clocks that differ by less than a minute;
//! - for MCP 2025-11-25 with sessions: a gateway that keeps a session on its replica, sessions that live
//!   longer than a question, and session ids that are tied to their callers. A pushed question needs
//!   neither keys nor ledger.
//!
//! ## Which leg goes where
//!
//! | client speaks | the transport has | what happens to a guarded call |
//! |---|---|---|
//! | MCP 2026-07-28 | sessions or none | The call ends with the question and a sealed state. The client calls again with the answer, and any replica with the same keys and ledger takes it. |
//! | MCP 2025-11-25 | sessions | The question is pushed on the session, and the answer has to come back to the process that waits. A gateway has to keep each session on its replica. |
//! | MCP 2025-11-25 | no sessions | A question cannot be pushed, so nobody can be asked: the token.[^1] |
//!
//! Whether a client can be asked is read from the request itself, and from the handshake only where
//! the request says nothing: behind a gateway the handshake may have been somebody else's.
//!
//! ## What replicas share
//!
//! Keys, so that one can open what another has sealed, and a ledger, so that what was spent on one
//! is spent on all. The builder takes them together: with the keys alone, an approval would work
//! once on each replica[^2]. The server's name has to be the same too, since a seal is bound to
//! it[^3]. Two servers of different names may share keys and Redis.
//!
//! While a new version is rolled out, a question from the old one that is answered at the new one is
//! asked again if the operation now serializes differently: it is another operation then.
//!
//! ```no_run
//! # async fn start() -> Result<(), Box<dyn std::error::Error>> {
//! # #[cfg(feature = "redis")] {
//! use rmcp_approval::{Approver, Elicitation, KeyRing, RedisLedger};
//!
//! let keys = KeyRing::from_env()?.ok_or("MCP_APPROVAL_KEYS is not set")?;
//! let ledger = RedisLedger::connect("redis://127.0.0.1:6379").await?;
//! let approver = Approver::builder("notes-mcp")
//!     .elicitation(Elicitation::from_env()?)
//!     .shared(keys, ledger)
//!     .build()?;
//! # let _ = approver;
//! # }
//! # Ok(()) }
//! ```
//!
//! Of any number of replicas that get one token at the same moment, exactly one runs it[^4], and a
//! replica that dies between the two legs takes nothing with it[^5]. While Redis is down, no token and
//! no returned answer is taken, and the refusal says so. Give it `maxmemory-policy noeviction`, and its append-only
//! file if it may restart while questions are open; [`RedisLedger`] says more. The replicas' clocks
//! may differ by a minute: what was spent is remembered for that much longer[^12].
//!
//! ## Who is calling
//!
//! A question and a token belong to one caller. Put a [`Principal`](crate::Principal) into the HTTP
//! request's extensions where you authenticate it. Without one, a digest of the `Authorization`
//! header stands in, and then a client whose access token is renewed between question and answer is
//! asked again.
//!
//! ```
//! use axum::{extract::Request, http::StatusCode, middleware::Next, response::Response};
//! use rmcp_approval::Principal;
//! # fn caller_of(_: &Request) -> Option<String> { Some("alice".to_owned()) }
//!
//! async fn authenticate(mut request: Request, next: Next) -> Result<Response, StatusCode> {
//!     let name = caller_of(&request).ok_or(StatusCode::UNAUTHORIZED)?;
//!     request.extensions_mut().insert(Principal::new(name));
//!     Ok(next.run(request).await)
//! }
//! # let _ = axum::Router::<()>::new().layer(axum::middleware::from_fn(authenticate));
//! ```
//!
//! If you serve sessions, bind them to their caller as well: else whoever learns the id of one
//! could answer the questions that are pushed to somebody else. The examples do, in
//! `examples/shared/sessions.rs`.
//!
//! ## Keys, and changing one
//!
//! [`KeyRing::from_env`](crate::KeyRing::from_env) reads `MCP_APPROVAL_KEYS`: `name:key` pairs with
//! commas between them, each key 32 random bytes or more in base64. **The first one seals, and all
//! of them open.** So a key is changed in three steps, each one finished on every replica before
//! the next:
//!
//! 1. put the new key at the end: everybody can open what nobody seals yet;
//! 2. move it to the front: what the old key sealed still opens;
//! 3. after the longest lifetime (15 minutes, unless you set another), drop the old one.[^6]
//!
//! ```
//! use rmcp_approval::KeyRing;
//!
//! # fn main() -> Result<(), rmcp_approval::KeyRingError> {
//! # let old = "2026-11:GeWLRjZJEPJTvUqUvkcYJGoQLNXdEdSCfJOBWnpBw4M=";
//! # let new = "2026-12:8dkSmr7rXcfLmJvwIXVqFjCPEBuTVvAWp7c6JhDaq2Y=";
//! for keys in [format!("{old},{new}"), format!("{new},{old}"), new.to_owned()] {
//!     KeyRing::parse(&keys)?;
//! }
//! # Ok(()) }
//! ```
//!
//! ## Things that happen behind gateways
//!
//! - **The server was put to sleep while the person was reading.** With shared keys the answer is
//!   taken by whoever wakes up. With a key of its own, the new process cannot match it, does
//!   nothing with it, and asks again, saying why[^7]. If it sleeps at every question, it never gets
//!   an answer that it can match: share the keys. That is 2026-07-28; a pushed question is lost with
//!   the process that waits for it, and nothing runs.
//! - **The session ends before the person answers.** rmcp closes one after five idle minutes, and
//!   the question goes with it[^8]. Give its `SessionConfig` a `keep_alive` that is longer than the
//!   time a pushed question waits, which is 10 minutes unless you set
//!   [`dialog_timeout`](crate::ApproverBuilder::dialog_timeout).
//! - **The gateway repeats a request.** One that brings an answer finds it spent and asks again[^9]. What
//!   the first one did stands.
//! - **The gateway gives up after a minute.** A pushed question is then cancelled and its answer
//!   counts for nothing[^10]. A client that gave a progress token hears every five seconds that a
//!   person is being waited for[^11].
//!
//! [^1]: `tests/rules/over_http.rs`:
//!   `with_sessions_and_on_2026_07_28_the_person_is_asked_once_and_the_yes_acts` and
//!   `on_2025_11_25_without_sessions_nobody_can_be_asked_and_the_token_is_taken_at_once`.
//! [^2]: `ui-tests/fail/keys_without_a_ledger.rs`.
//! [^3]: `tests/rules/token.rs`: `a_token_works_in_another_process_only_with_the_same_keys_and_name`.
//! [^4]: `tests/rules/ledger_redis.rs`: `a_token_that_is_quoted_to_all_replicas_at_once_runs_once`.
//! [^5]: `tests/replicas/rounds.rs`:
//!   `whatever_happens_between_the_legs_nothing_runs_unapproved_or_twice_or_gets_lost`.
//! [^6]: `tests/rules/keys_variable.rs`: `the_first_key_seals_and_all_of_them_open`; `tests/rules/token.rs`:
//!   `a_key_can_be_changed_while_tokens_are_out`.
//! [^7]: `tests/replicas/asleep.rs`:
//!   `without_shared_keys_a_sleep_costs_a_second_question_and_no_error`,
//!   `with_shared_keys_the_same_sleep_costs_nothing` and
//!   `a_server_that_sleeps_at_every_question_never_gets_an_answer_and_never_acts`.
//! [^8]: `tests/rules/over_http.rs`:
//!   `a_session_that_ends_while_the_person_reads_takes_the_question_with_it`.
//! [^9]: `tests/rules/state.rs`: `an_answer_works_once`.
//! [^10]: `tests/rules/time.rs`:
//!   `a_call_that_was_cancelled_never_acts_even_when_the_yes_arrives_afterwards`.
//! [^11]: `tests/rules/time.rs`:
//!   `a_caller_with_a_progress_token_hears_every_few_seconds_that_a_person_is_waited_for`.
//! [^12]: `tests/rules/ledger.rs`: `what_may_be_forgotten_cannot_be_opened_again`.
//!
#![cfg_attr(feature = "redis", doc = "[`RedisLedger`]: crate::RedisLedger")]
#![cfg_attr(not(feature = "redis"), doc = "[`RedisLedger`]: crate#features")]
