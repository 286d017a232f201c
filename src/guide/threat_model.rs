//! # A threat model
//!
//! What is protected: that a destructive operation runs only after an approval of exactly that
//! operation. Everything else, such as who may call a tool at all, is for your transport and your
//! backend.
//!
//! ## Who can do what
//!
//! **The model** chooses tools and arguments and reads results.
//! - It can quote a token by itself; that is why a token proves so little. [Take `Approved<Op,
//!   Person>`](super::proofs#where-a-token-is-not-enough) where that is too little.
//! - It cannot answer a question, unless the client lets it.
//! - What it writes into an argument is shown where your prompt shows that argument: on one labelled
//!   line, under a heading that says that the caller supplied it. It cannot leave that line or hide
//!   anything in it[^1]. It can argue there, so show ids rather than free text.
//! - It cannot widen a call after the approval: other arguments are another operation.
//!
//! **Whoever writes into the backend**: names, notes, titles, feeds.
//! - It cannot put text into a question or a refusal by itself[^2]. It can talk to the model through the
//!   results of your reading tools, and a model that listens can pass its words on as an argument.
//! - Changing what was asked about makes the approval worthless, not wider, as long as the
//!   operation holds what was read and the write compares it.
//!
//! **Another caller of the same server.**
//! - Cannot use somebody else's answer or token, nor can an anonymous caller[^3]. That holds as far
//!   as your transport tells callers apart, on every request and in every
//!   [session](super::replicas#who-is-calling).
//!
//! **Whoever sees the traffic**: a gateway, a log of results.
//! - Sees questions, states and tokens. A state or a token holds a random number and a time, and no
//!   argument. With it and the caller's credentials one could use it, once, for that very call: use
//!   TLS.
//! - Cannot make one or alter one[^4].
//!
//! **Whoever floods the server.**
//! - A forged state or token never reaches the ledger, so it costs no memory[^5]. A full ledger refuses
//!   and forgets nothing[^6].
//!
//! **Whoever can write to the ledger.**
//! - Can make approvals fail, or let a used one work again; cannot forge one[^7].
//!
//! **Whoever holds a key.**
//! - Can seal a state or a token for any call of any caller, without a question or a refusal before
//!   it. Keep keys like passwords.
//!
//! **The operator.**
//! - Can switch dialogs off. Then every client takes the token, or is refused where only a person
//!   will do; the server says so when it starts, and each refusal says so too[^8]. A typo stops the
//!   server. No setting lets a guarded call through at its first try.
//!
//! **The author of the server, by mistake.**
//! - An unguarded call of a guarded method, an approval used twice, one for another operation, text
//!   from the backend in a question: these do not compile[^9]. A [`Caller`](crate::Caller) that is
//!   deserialized from anything but a tool's arguments is an error when it runs[^11]. An operation
//!   that was changed after the question, through interior mutability, is refused when it is
//!   spent[^10].
//! - A tool that throws the [`Outcome`](crate::Outcome) away is warned about by the compiler. On MCP
//!   2026-07-28 it never asks, so it never acts[^12].
//! - A [`Parameters`](crate::Parameters) that is renamed on import is not warned about: rmcp lists the
//!   tool without arguments[^13].
//! - Nothing makes the closure of [`request`](crate::Approver::request) hand its approval on: what it
//!   runs besides is not guarded.
//!
//! ## Out of reach
//!
//! - **A client that answers for its person.** The question went out and a yes came back; who gave
//!   it is the client's word. No server can tell, and the log says `client-attested`.
//! - **A person who ticks without reading.** Ask seldom, and say what is lost.
//! - **`unsafe`.** It can make any value of any type.
//! - **An author who fabricates.** Whoever builds a whole rmcp request in code can answer it in
//!   code. A `Caller<T>` whose `T` reads something else while it is deserialized, or whose
//!   `Display` says something else, shows what its author wants.
//! - **What the prompt leaves out.** The whole operation is bound, but a person sees what
//!   [`prompt`](crate::Operation::prompt) shows; no type checks that it names every field. A long value
//!   is cut in the middle, and after 20 lines of values the rest is only counted.
//! - **What is not in the operation.** A field with `#[serde(skip)]` is not part of what is
//!   approved, and a method that takes no [`Approved`](crate::Approved) is not guarded. A second,
//!   raw client beside the guarded backend is a door too; [`http`] says how a lint keeps it out.
//! - **The moment after the yes.** What was read is compared by your write, or by nothing. A call
//!   that is cancelled after the yes was accepted may still run: there is always a last moment.
//! - **Who the caller is.** A [`Principal`](crate::Principal) is believed.
//!
//! What counts as a vulnerability, and how to report one, is in `SECURITY.md`.
//!
//! [^1]: `tests/rules/question.rs`: `any_values_stay_on_their_lines_with_nothing_hidden`.
//! [^2]: `tests/rules/asking.rs`: `text_from_the_store_never_reaches_a_question_or_a_refusal`.
//! [^3]: `tests/rules/state.rs` and `tests/rules/token.rs`:
//!   `…_of_one_caller_does_not_work_for_another_nor_for_an_anonymous_one`.
//! [^4]: `tests/rules/token.rs`: `a_token_that_was_altered_anywhere_does_not_work`; `tests/rules/state.rs`:
//!   `an_answer_with_an_altered_or_missing_or_foreign_state_is_no_answer`.
//! [^5]: `tests/rules/ledger_faults.rs`: `noise_from_outside_never_reaches_the_ledger`.
//! [^6]: `tests/rules/ledger_faults.rs`: `a_full_ledger_refuses_rather_than_forgets`.
//! [^7]: `tests/rules/ledger_faults.rs`:
//!   `a_ledger_that_lies_allows_a_repetition_and_never_forges_an_approval`.
//! [^8]: `tests/rules/asking.rs`:
//!   `the_switch_moves_a_capable_client_onto_the_token_and_names_the_server`.
//! [^9]: `ui-tests/fail`, and from inside the crate `tests/inside.rs`.
//! [^10]: `tests/rules/backend.rs`:
//!   `a_write_takes_an_approval_and_an_operation_that_was_changed_after_the_question_is_refused`.
//! [^11]: `tests/rules/question.rs`:
//!   `a_caller_value_comes_out_of_a_tools_arguments_and_of_nothing_else`.
//! [^12]: `tests/rules/misuse.rs`:
//!   `a_handler_that_does_not_return_the_outcome_never_asks_on_2026_07_28_and_never_acts`.
//! [^13]: `tests/rules/misuse.rs`: `parameters_under_another_name_are_listed_without_arguments`.
//!
#![cfg_attr(feature = "http", doc = "[`http`]: crate::http")]
#![cfg_attr(not(feature = "http"), doc = "[`http`]: crate#features")]
