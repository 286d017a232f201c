//! What every ledger of spent nonces has to keep, whatever it is made of.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::{Arc, Barrier},
    time::{Duration, SystemTime},
};

use rmcp_approval::{Ledger, Nonce, Spend};

/// Nonces that were never used before, also not in an earlier run on the same ledger.
pub fn fresh(count: usize) -> Vec<Nonce> {
    let random = || RandomState::new().build_hasher().finish().to_be_bytes();
    let nonce = || <[u8; Nonce::LEN]>::try_from([random(), random()].concat()).unwrap().into();
    std::iter::repeat_with(nonce).take(count).collect()
}

pub fn after(millis: u64) -> SystemTime {
    SystemTime::now() + Duration::from_millis(millis)
}

pub async fn sleep_past(moment: SystemTime) {
    while let Ok(left) = moment.duration_since(SystemTime::now()) {
        tokio::time::sleep(left + Duration::from_millis(2)).await;
    }
}

pub async fn spend(ledger: &dyn Ledger, nonce: Nonce, until: SystemTime) -> Spend {
    ledger.spend(nonce, until).await.expect("the ledger is there and has room")
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
    let nonce = fresh(1)[0];
    assert_eq!(spend(ledger, nonce, after(60_000)).await, Spend::First);
    // Whatever time the later ones bring along.
    for until in [after(60_000), after(1), SystemTime::UNIX_EPOCH, after(120_000), after(60_000)] {
        assert_eq!(spend(ledger, nonce, until).await, Spend::Again);
    }
}

async fn nonces_do_not_know_of_each_other(ledger: &dyn Ledger) {
    // They differ in one bit, wherever it is.
    let first = fresh(1)[0];
    let others = (0..8 * Nonce::LEN).map(|bit| {
        let mut bytes = *first.as_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        bytes.into()
    });
    let nonces: Vec<Nonce> = others.chain([first]).collect();
    for nonce in &nonces {
        assert_eq!(spend(ledger, *nonce, after(60_000)).await, Spend::First);
    }
    for nonce in nonces.iter().rev() {
        assert_eq!(spend(ledger, *nonce, after(60_000)).await, Spend::Again);
    }
}

async fn of_many_at_once_exactly_one_is_first(ledger: Arc<dyn Ledger>) {
    const THREADS: usize = 4;
    const TASKS: usize = 16;
    let (until, runtime) = (after(60_000), tokio::runtime::Handle::current());
    for nonce in fresh(40) {
        let start = Arc::new(Barrier::new(THREADS));
        let threads = (0..THREADS).map(|_| {
            let (ledger, start, runtime) = (ledger.clone(), start.clone(), runtime.clone());
            std::thread::spawn(move || {
                start.wait();
                runtime.block_on(ledger.spend(nonce, until)).unwrap()
            })
        });
        let threads: Vec<_> = threads.collect();
        let tasks = (0..TASKS).map(|_| {
            let ledger = ledger.clone();
            tokio::spawn(async move { ledger.spend(nonce, until).await.unwrap() })
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
    let mut others = fresh(130);
    let (long, short) = (others.pop().unwrap(), others.pop().unwrap());
    let until = after(700);
    assert_eq!(spend(ledger, short, until).await, Spend::First);
    assert_eq!(spend(ledger, long, after(60_000)).await, Spend::First);
    // What comes and goes meanwhile changes nothing.
    for nonce in others {
        let _ = spend(ledger, nonce, after(3)).await;
        let told = spend(ledger, short, after(1)).await;
        if SystemTime::now() < until {
            assert_eq!(told, Spend::Again);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sleep_past(until).await;
    assert_eq!(spend(ledger, long, after(1)).await, Spend::Again);
}

/// Not a millisecond early: while its seal opens, a nonce that is forgotten is a repetition.
async fn an_entry_stays_to_the_last_moment(ledger: &dyn Ledger) {
    for nonce in fresh(20) {
        let until = after(30);
        assert_eq!(spend(ledger, nonce, until).await, Spend::First);
        loop {
            let told = spend(ledger, nonce, until).await;
            if SystemTime::now() >= until {
                break;
            }
            assert_eq!(told, Spend::Again);
        }
    }
}
