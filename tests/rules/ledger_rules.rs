//! What every ledger of spent nonces has to keep, whatever it is made of.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::{Arc, Barrier},
    time::{Duration, SystemTime},
};

use rmcp_approval::{Ledger, Nonce, Spend};

/// Nonces that were never used before, also not in an earlier run on the same ledger, to be
/// remembered until then.
pub fn fresh(count: usize, until: SystemTime) -> Vec<Nonce> {
    let random = || RandomState::new().build_hasher().finish().to_be_bytes();
    let bytes = || [random(), random()].concat().try_into().unwrap();
    std::iter::repeat_with(|| Nonce::new(bytes(), until)).take(count).collect()
}

/// One of them.
pub fn one(until: SystemTime) -> Nonce {
    fresh(1, until)[0]
}

pub fn after(millis: u64) -> SystemTime {
    SystemTime::now() + Duration::from_millis(millis)
}

pub async fn sleep_past(moment: SystemTime) {
    while let Ok(left) = moment.duration_since(SystemTime::now()) {
        tokio::time::sleep(left + Duration::from_millis(2)).await;
    }
}

pub async fn spend(ledger: &dyn Ledger, nonce: Nonce) -> Spend {
    ledger.spend(nonce).await.expect("the ledger is there and has room")
}

/// The rules for every ledger. `make` makes an empty one. Needs a runtime of several threads.
pub async fn ledger_rules(make: impl Fn() -> Arc<dyn Ledger>) {
    the_first_time_is_first_and_every_other_one_again(&*make()).await;
    nonces_do_not_know_of_each_other(&*make()).await;
    of_many_at_once_exactly_one_is_first(make()).await;
    an_entry_stays_until_its_time(&*make()).await;
    an_entry_stays_to_the_last_moment(&*make()).await;
}

async fn the_first_time_is_first_and_every_other_one_again(ledger: &dyn Ledger) {
    for millis in [1_000, 60_000, 86_400_000] {
        let nonce = one(after(millis));
        assert_eq!(spend(ledger, nonce).await, Spend::First);
        for _ in 0..5 {
            assert_eq!(spend(ledger, nonce).await, Spend::Again);
        }
    }
}

async fn nonces_do_not_know_of_each_other(ledger: &dyn Ledger) {
    // They differ in one bit, wherever it is.
    let first = one(after(60_000));
    let others = (0..8 * Nonce::LEN).map(|bit| {
        let mut bytes = *first.as_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        Nonce::new(bytes, first.until())
    });
    let nonces: Vec<Nonce> = others.chain([first]).collect();
    for nonce in &nonces {
        assert_eq!(spend(ledger, *nonce).await, Spend::First);
    }
    for nonce in nonces.iter().rev() {
        assert_eq!(spend(ledger, *nonce).await, Spend::Again);
    }
}

async fn of_many_at_once_exactly_one_is_first(ledger: Arc<dyn Ledger>) {
    const THREADS: usize = 4;
    const TASKS: usize = 16;
    let runtime = tokio::runtime::Handle::current();
    for nonce in fresh(40, after(60_000)) {
        let start = Arc::new(Barrier::new(THREADS));
        let threads = (0..THREADS).map(|_| {
            let (ledger, start, runtime) = (ledger.clone(), start.clone(), runtime.clone());
            std::thread::spawn(move || {
                start.wait();
                runtime.block_on(ledger.spend(nonce)).unwrap()
            })
        });
        let threads: Vec<_> = threads.collect();
        let tasks = (0..TASKS).map(|_| {
            let ledger = ledger.clone();
            tokio::spawn(async move { ledger.spend(nonce).await.unwrap() })
        });
        let mut told = Vec::new();
        for task in tasks.collect::<Vec<_>>() {
            told.push(task.await.unwrap());
        }
        told.extend(threads.into_iter().map(|thread| thread.join().unwrap()));
        assert_eq!(told.len(), THREADS + TASKS);
        assert_eq!(told.iter().filter(|spend| **spend == Spend::First).count(), 1);
    }
}

async fn an_entry_stays_until_its_time(ledger: &dyn Ledger) {
    let until = after(700);
    let (long, short) = (one(after(60_000)), one(until));
    assert_eq!(spend(ledger, short).await, Spend::First);
    assert_eq!(spend(ledger, long).await, Spend::First);
    // What comes and goes meanwhile changes nothing.
    for _ in 0..128 {
        let _ = spend(ledger, one(after(3))).await;
        let told = spend(ledger, short).await;
        if SystemTime::now() < until {
            assert_eq!(told, Spend::Again);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sleep_past(until).await;
    assert_eq!(spend(ledger, long).await, Spend::Again);
}

/// Not a millisecond early: while its seal opens, a nonce that is forgotten is a repetition.
async fn an_entry_stays_to_the_last_moment(ledger: &dyn Ledger) {
    for _ in 0..20 {
        let until = after(30);
        let nonce = one(until);
        assert_eq!(spend(ledger, nonce).await, Spend::First);
        loop {
            let told = spend(ledger, nonce).await;
            if SystemTime::now() >= until {
                break;
            }
            assert_eq!(told, Spend::Again);
        }
    }
}
