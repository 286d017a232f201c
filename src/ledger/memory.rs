//! The ledger of one process.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
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
    /// The next entry that may go is on top.
    expiries: BinaryHeap<Reverse<(Instant, SystemTime, Nonce)>>,
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
        if spent.nonces.contains(&nonce) {
            return Ok(Spend::Again);
        }
        if spent.nonces.len() >= self.capacity {
            return Err(LedgerError::new(format_args!(
                "it is full with {} entries",
                self.capacity
            )));
        }
        let remaining = until.duration_since(wall).unwrap_or(Duration::ZERO);
        let expiry = now
            .checked_add(remaining)
            .ok_or_else(|| LedgerError::new("a lifetime without an end"))?;
        spent.nonces.insert(nonce);
        spent.expiries.push(Reverse((expiry, until, nonce)));
        Ok(Spend::First)
    }
}

impl Spent {
    /// Forgets entries that are over by both clocks.
    fn clear_expired(&mut self, now: Instant, wall: SystemTime) {
        for _ in 0..CLEARED_PER_CALL {
            let Some(Reverse((expiry, until, nonce))) = self.expiries.peek().copied() else {
                return;
            };
            if now <= expiry || wall <= until {
                return;
            }
            self.expiries.pop();
            self.nonces.remove(&nonce);
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
            spent.nonces.insert(nonce);
            spent.expiries.push(Reverse((now + end, wall + end, nonce)));
            spent.clear_expired(now + monotonic, wall + clock);
            assert_eq!(spent.nonces.contains(&nonce), stays, "{monotonic:?} {clock:?}");
            assert_eq!(spent.expiries.len(), usize::from(stays));
        }
    }

    #[test]
    fn a_call_clears_away_more_than_it_adds() {
        let (now, wall) = (Instant::now(), SystemTime::now());
        let mut spent = Spent::default();
        for byte in 0..10 {
            let nonce = Nonce::from([byte; Nonce::LEN]);
            spent.nonces.insert(nonce);
            spent.expiries.push(Reverse((now, wall, nonce)));
        }
        let later = Duration::from_secs(1);
        spent.clear_expired(now + later, wall + later);
        assert!(spent.nonces.len() <= 8 && spent.nonces.len() == spent.expiries.len());
    }
}
