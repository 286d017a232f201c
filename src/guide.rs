//! The long form, a page at a time. There is nothing here to call.
//!
//! - [Guarding your first tool](first_tool): from the question "which of my tools destroy?" to a
//!   guarded one.
//! - [What each proof is worth](proofs): a person's yes, a token, an annotation.
//! - [Testing your server](testing_your_server): with a scripted person, over the real protocol.
//! - [Behind a gateway, on several replicas](replicas): sessions, shared keys, a shared ledger,
//!   and changing a key.
//! - [A threat model](threat_model): who can forge what, and what is out of reach.
//!
//! The examples run as tests of this crate. Where a page says that something holds, a footnote names
//! the test that shows it.

pub mod first_tool;
pub mod proofs;
pub mod replicas;
pub mod testing_your_server;
pub mod threat_model;
