//! What has to be remembered: which sealed answers and tokens were spent.

use std::{fmt, future::Future, pin::Pin, time::SystemTime};

mod memory;
#[cfg(feature = "redis")]
mod redis;

pub use memory::MemoryLedger;
#[cfg(feature = "redis")]
pub use redis::RedisLedger;

/// Remembers which nonces were spent, so that a returned answer and a token work once. A pushed answer
/// has no nonce: it belongs to the one call that waits for it.
///
/// This is all the state there is. Nothing is stored when a question is asked or a token is issued,
/// and a nonce reaches the ledger only after its seal has opened, so noise from outside costs no
/// memory. A ledger has no say in what is approved: it is asked only whether this is the first
/// time. One that errs can refuse an approval or allow a repetition, never forge one.
///
/// # Implementing one
///
/// - Of any number of concurrent calls with one nonce, exactly one is told [`Spend::First`].
/// - A nonce may be forgotten only after [`Nonce::until`], by the wall clock *and* by a monotonic one:
///   a clock that is set back opens old seals again.
/// - When full or out of reach, answer with an error. Never forget a nonce to make room.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a ledger of spent nonces",
    label = "implement `rmcp_approval::Ledger` for it, or use `MemoryLedger`"
)]
pub trait Ledger: fmt::Debug + Send + Sync + 'static {
    /// Spends `nonce`.
    fn spend(&self, nonce: Nonce) -> SpendFuture<'_>;
}

/// What [`Ledger::spend`] returns.
pub type SpendFuture<'a> = Pin<Box<dyn Future<Output = Result<Spend, LedgerError>> + Send + 'a>>;

/// Whether a nonce was spent for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub enum Spend {
    /// It was not known, and is spent now.
    First,
    /// It had been spent before.
    Again,
}

/// The random number in one question or token, and until when it has to be remembered once it is
/// spent. Both come out of the seal, so a nonce has the same end whenever it is presented.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nonce {
    bytes: [u8; Nonce::LEN],
    until: SystemTime,
}

impl Nonce {
    /// The length of the random number in bytes.
    pub const LEN: usize = 16;

    /// For tests of a ledger. Knowing or making a nonce is worth nothing: it counts only inside a
    /// seal that opens.
    #[must_use]
    pub fn new(bytes: [u8; Self::LEN], until: SystemTime) -> Self {
        Self { bytes, until }
    }

    /// All bytes of the random number, as a key to remember it by.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; Self::LEN] {
        &self.bytes
    }

    /// Until when it has to be remembered: a minute longer than its seal opens. It may reach the
    /// ledger a while after the seal was opened, and the clocks of several processes are never quite
    /// the same.
    #[must_use]
    pub fn until(&self) -> SystemTime {
        self.until
    }
}

/// Shows nothing of the number.
impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(_)")
    }
}

/// A ledger that cannot tell whether this is the first time. The token or the returned answer that was
/// to be spent approves nothing then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the ledger of spent approvals cannot be used: {reason}")]
pub struct LedgerError {
    reason: String,
}

impl LedgerError {
    /// With a reason for the log. Callers of the tool do not see it.
    #[must_use]
    pub fn new(reason: impl fmt::Display) -> Self {
        Self { reason: reason.to_string() }
    }
}
