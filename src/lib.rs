//! Ask a person before an MCP tool destroys something, and prove it in the types.

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
pub use ledger::{Ledger, LedgerError, MemoryLedger, Nonce, Spend, SpendFuture};
pub use not_approved::{NotApproved, Reason};
pub use operation::Operation;
pub use patch::Patch;
pub use principal::Principal;
pub use prompt::{Caller, CallerValue, Counted, Prompt, ServerText};
pub use seal::{KeyRing, KeyRingError};
pub use token::Token;
