//! Spending, with nothing remembered and with much.

use std::{
    cell::Cell,
    pin::pin,
    sync::{
        Barrier,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, Waker},
    thread,
    time::{Duration, Instant, SystemTime},
};

use rmcp_approval::{Ledger, MemoryLedger, Nonce, Spend};

use crate::measure::{Report, Side, repeated};

const GOAL: f64 = 1.3;

/// How often each thread spends in one round.
const SPENT: usize = 4000;

/// A nonce that was never used before.
pub fn fresh(until: SystemTime) -> Nonce {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        /// Taken in thousands, so that threads do not wait for each other here.
        static MINE: Cell<u64> = const { Cell::new(0) };
    }
    let mut number = MINE.get();
    if number.is_multiple_of(1000) {
        number = NEXT.fetch_add(1000, Ordering::Relaxed);
    }
    MINE.set(number + 1);
    let mut bytes = [0; Nonce::LEN];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    Nonce::new(bytes, until)
}

/// The ledger in memory never waits.
fn spend(ledger: &MemoryLedger, until: SystemTime) {
    let spending = pin!(ledger.spend(fresh(until)));
    let told = spending.poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(told, Poll::Ready(Ok(Spend::First))), "{told:?}");
}

/// One that remembers `count` nonces, whose seals close within fifteen minutes: a question's.
fn remembering(count: u64) -> MemoryLedger {
    let (ledger, now) = (MemoryLedger::new(), SystemTime::now());
    for second in 0..count {
        spend(&ledger, now + Duration::from_secs(60 + second % 840));
    }
    ledger
}

/// A moment that is over. A nonce that need not be remembered any longer makes room for the next
/// one, so what is remembered stays as much as it is.
fn over() -> SystemTime {
    SystemTime::now() - Duration::from_secs(1)
}

fn on_one_thread(ledger: &MemoryLedger) -> impl Side + '_ {
    let over = over();
    repeated(move || spend(ledger, over))
}

fn on_all_threads(ledger: &MemoryLedger) -> impl Side + '_ {
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let over = over();
    move || {
        let together = Barrier::new(threads);
        let spending = || {
            together.wait();
            let start = Instant::now();
            (0..SPENT).for_each(|_| spend(ledger, over));
            (start, Instant::now())
        };
        let spans: Vec<_> = thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(spending)).collect();
            running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        let start = spans.iter().map(|(start, _)| *start).min().expect("a thread");
        let end = spans.iter().map(|(_, end)| *end).max().expect("a thread");
        (end - start).as_secs_f64()
    }
}

pub fn run(report: &mut Report) {
    let none = remembering(0);
    for (ledger, count) in [(remembering(1000), "1,000"), (remembering(100_000), "100,000")] {
        let name = format!("ledgers: {count} remembered against none, one thread");
        report.compare(&name, GOAL, on_one_thread(&ledger), on_one_thread(&none));
        let name = format!("ledgers: {count} remembered against none, all threads");
        report.compare_slow(&name, GOAL, on_all_threads(&ledger), on_all_threads(&none));
    }
}
