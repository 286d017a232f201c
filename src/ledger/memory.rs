//! The ledger of one process.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Mutex,
    time::{Duration, Instant, SystemTime},
};

use super::{Ledger, LedgerError, Nonce, Spend, SpendFuture};

/// How many expired entries one call clears away: more than it adds, so that they never pile up,
/// and few enough that no call pays for a quiet night.
const CLEARED_PER_CALL: usize = 2;

/// Spent nonces in this process's memory: the default.
///
/// Enough for one process. Where another process may get the second leg of a call, use a ledger
/// that all of them share.
#[derive(Debug)]
pub struct MemoryLedger {
    capacity: usize,
    spent: Mutex<Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    nonces: HashSet<Nonce>,
    /// The same by the moment until which they have to stay. Seals close at whole seconds, so these
    /// are few, however many nonces there are.
    closing: BTreeMap<SystemTime, Closing>,
}

/// The nonces whose seals close at one moment.
#[derive(Debug)]
struct Closing {
    /// That moment by the monotonic clock: the latest at which it was said to be.
    expiry: Instant,
    nonces: Vec<Nonce>,
}

impl MemoryLedger {
    /// Remembers up to 250,000 nonces, which takes about 30 MB: with the default lifetimes that is
    /// more than 270 answers a second.
    pub const DEFAULT_CAPACITY: usize = 250_000;

    /// A ledger of the default capacity.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(Self::DEFAULT_CAPACITY)
    }

    /// A ledger that remembers up to `capacity` nonces and refuses more until the oldest
    /// cannot be used any longer.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self { capacity, spent: Mutex::default() }
    }

    fn spend_now(&self, nonce: Nonce, until: SystemTime) -> Result<Spend, LedgerError> {
        let (now, wall) = (Instant::now(), SystemTime::now());
        let mut spent = self
            .spent
            .lock()
            .map_err(|_| LedgerError::new("a thread panicked while it held the lock"))?;
        spent.clear_expired(now, wall);
        let remaining = until.duration_since(wall).unwrap_or(Duration::ZERO);
        let expiry = now
            .checked_add(remaining)
            .ok_or_else(|| LedgerError::new("a lifetime without an end"))?;
        if spent.nonces.len() < self.capacity {
            return Ok(spent.remember(nonce, expiry, until));
        }
        if spent.nonces.contains(&nonce) {
            return Ok(Spend::Again);
        }
        Err(LedgerError::new(format_args!("it is full with {} entries", self.capacity)))
    }
}

impl Spent {
    fn remember(&mut self, nonce: Nonce, expiry: Instant, until: SystemTime) -> Spend {
        // A fuller set has to be tidied up now and then after what was removed, which is a scan of
        // all of it.
        if 2 * self.nonces.len() >= self.nonces.capacity() {
            self.nonces.reserve(1 + self.nonces.capacity());
        }
        if !self.nonces.insert(nonce) {
            return Spend::Again;
        }
        let closing = self.closing.entry(until);
        let closing = closing.or_insert_with(|| Closing { expiry, nonces: Vec::new() });
        closing.expiry = closing.expiry.max(expiry);
        closing.nonces.push(nonce);
        Spend::First
    }

    /// Forgets entries that are over by both clocks.
    fn clear_expired(&mut self, now: Instant, wall: SystemTime) {
        for _ in 0..CLEARED_PER_CALL {
            let Some(mut first) = self.closing.first_entry() else { return };
            if now <= first.get().expiry || wall <= *first.key() {
                return;
            }
            if let Some(nonce) = first.get_mut().nonces.pop() {
                self.nonces.remove(&nonce);
            }
            if first.get().nonces.is_empty() {
                first.remove();
            }
        }
    }
}

impl Default for MemoryLedger {
    fn default() -> Self {
        Self::new()
    }
}

impl Ledger for MemoryLedger {
    fn spend(&self, nonce: Nonce, until: SystemTime) -> SpendFuture<'_> {
        let spent = self.spend_now(nonce, until);
        Box::pin(std::future::ready(spent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests from outside cannot move the clocks of a process against each other.
    #[test]
    fn an_entry_goes_only_when_it_is_over_by_both_clocks() {
        let (now, wall) = (Instant::now(), SystemTime::now());
        let (before, over) = (Duration::from_secs(9), Duration::from_secs(11));
        for (monotonic, clock, stays) in [
            (before, before, true),
            (over, before, true),
            (before, over, true),
            // The control.
            (over, over, false),
        ] {
            let mut spent = Spent::default();
            let (nonce, end) = (Nonce::from([7; Nonce::LEN]), Duration::from_secs(10));
            let _ = spent.remember(nonce, now + end, wall + end);
            spent.clear_expired(now + monotonic, wall + clock);
            assert_eq!(spent.nonces.contains(&nonce), stays, "{monotonic:?} {clock:?}");
            assert_eq!(spent.closing.len(), usize::from(stays));
        }
    }

    #[test]
    fn a_call_clears_away_more_than_it_adds() {
        let (now, wall) = (Instant::now(), SystemTime::now());
        let mut spent = Spent::default();
        for byte in 0..10 {
            let _ = spent.remember(Nonce::from([byte; Nonce::LEN]), now, wall);
        }
        let later = Duration::from_secs(1);
        spent.clear_expired(now + later, wall + later);
        let closing: usize = spent.closing.values().map(|closing| closing.nonces.len()).sum();
        assert!(spent.nonces.len() <= 8 && spent.nonces.len() == closing);
    }
}
