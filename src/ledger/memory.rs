//! The ledger of one process.

use std::{
    collections::{BTreeMap, HashSet, btree_map::Entry},
    fmt,
    sync::Mutex,
    time::{Duration, Instant, SystemTime},
};

use super::{Ledger, LedgerError, Nonce, Spend, SpendFuture};

/// How many moments that are over one call clears away: more than it adds, so that they never pile
/// up, and few enough that no call pays for a quiet night.
const CLEARED_PER_CALL: usize = 2;

/// Spent nonces in this process's memory: the default.
///
/// Enough for one process. Where another process may get the second leg of a call, use a ledger
/// that all of them share.
pub struct MemoryLedger {
    capacity: usize,
    spent: Mutex<Spent>,
}

#[derive(Default)]
struct Spent {
    /// The nonces by the moment until which they have to stay. Seals close at whole seconds, so
    /// these are few, however many nonces there are; and all of one moment go in one step.
    closing: BTreeMap<SystemTime, Closing>,
    /// How many nonces there are.
    count: usize,
}

/// The nonces whose seals close at one moment.
struct Closing {
    /// That moment by the monotonic clock: the latest at which it was said to be.
    expiry: Instant,
    nonces: HashSet<[u8; Nonce::LEN]>,
}

impl MemoryLedger {
    /// Remembers up to 250,000 nonces, which takes about 10 MB: with the default lifetimes that is
    /// more than 250 answers a second.
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

    fn spend_now(&self, nonce: Nonce) -> Result<Spend, LedgerError> {
        let (now, wall) = (Instant::now(), SystemTime::now());
        let mut spent = self
            .spent
            .lock()
            .map_err(|_| LedgerError::new("a thread panicked while it held the lock"))?;
        spent.clear_expired(now, wall);
        let remaining = nonce.until().duration_since(wall).unwrap_or(Duration::ZERO);
        let expiry = now
            .checked_add(remaining)
            .ok_or_else(|| LedgerError::new("a lifetime without an end"))?;
        spent.spend(nonce, expiry, self.capacity)
    }
}

impl Spent {
    fn spend(
        &mut self,
        nonce: Nonce,
        expiry: Instant,
        capacity: usize,
    ) -> Result<Spend, LedgerError> {
        let closing = self.closing.entry(nonce.until());
        if let Entry::Occupied(closing) = &closing
            && closing.get().nonces.contains(nonce.as_bytes())
        {
            return Ok(Spend::Again);
        }
        if self.count >= capacity {
            return Err(LedgerError::new(format_args!("it is full with {} entries", self.count)));
        }
        let closing = closing.or_insert_with(|| Closing { expiry, nonces: HashSet::new() });
        closing.expiry = closing.expiry.max(expiry);
        closing.nonces.insert(*nonce.as_bytes());
        self.count += 1;
        Ok(Spend::First)
    }

    /// Forgets nonces that are over by both clocks.
    fn clear_expired(&mut self, now: Instant, wall: SystemTime) {
        for _ in 0..CLEARED_PER_CALL {
            let Some(first) = self.closing.first_entry() else { return };
            if now <= first.get().expiry || wall <= *first.key() {
                return;
            }
            self.count -= first.remove().nonces.len();
        }
    }
}

impl Default for MemoryLedger {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows nothing of the nonces.
impl fmt::Debug for MemoryLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryLedger").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

impl Ledger for MemoryLedger {
    fn spend(&self, nonce: Nonce) -> SpendFuture<'_> {
        let spent = self.spend_now(nonce);
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
            let end = Duration::from_secs(10);
            let nonce = Nonce::new([7; Nonce::LEN], wall + end);
            assert_eq!(spent.spend(nonce, now + end, 2), Ok(Spend::First));
            spent.clear_expired(now + monotonic, wall + clock);
            assert_eq!(spent.count, usize::from(stays), "{monotonic:?} {clock:?}");
            let told = spent.spend(nonce, now + end, 2);
            assert_eq!(told == Ok(Spend::Again), stays, "{monotonic:?} {clock:?}");
        }
    }

    #[test]
    fn a_call_clears_away_more_than_it_adds() {
        let (now, wall) = (Instant::now(), SystemTime::now());
        let mut spent = Spent::default();
        for byte in 0..10 {
            let until = wall + Duration::from_millis(byte.into());
            let nonce = Nonce::new([byte; Nonce::LEN], until);
            assert_eq!(spent.spend(nonce, now, 10), Ok(Spend::First));
        }
        let later = Duration::from_secs(1);
        spent.clear_expired(now + later, wall + later);
        assert!(spent.closing.len() <= 8 && spent.count == spent.closing.len());
    }
}
