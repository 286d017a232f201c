//! What the ledger in memory keeps, besides the rules for all of them.
//!
//! A poisoned lock cannot be tried from outside: nothing panics while it is held.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use crate::ledger_rules::{after, fresh, ledger_rules, one, sleep_past, spend};
use crate::notes::{Notes, token};
use rmcp_approval::{
    Approver, Ledger, MemoryLedger, Nonce, Spend, SpendFuture,
    testing::{Answer, Capability, Leg, Revision},
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_in_memory_keeps_the_rules() {
    ledger_rules(|| Arc::new(MemoryLedger::new())).await;
}

#[tokio::test]
async fn a_full_ledger_refuses_and_forgets_nothing() {
    let nonces = fresh(4, after(60_000));
    let (last, first_three) = nonces.split_last().unwrap();
    let (full, roomy) = (MemoryLedger::with_capacity(3), MemoryLedger::with_capacity(4));
    for nonce in first_three {
        assert_eq!(spend(&full, *nonce).await, Spend::First);
        assert_eq!(spend(&roomy, *nonce).await, Spend::First);
    }
    for _ in 0..3 {
        let error = full.spend(*last).await.unwrap_err();
        assert!(error.to_string().contains("full"), "{error}");
        for nonce in first_three {
            assert_eq!(spend(&full, *nonce).await, Spend::Again);
        }
    }
    // The control.
    assert_eq!(spend(&roomy, *last).await, Spend::First);
    assert!(MemoryLedger::with_capacity(0).spend(*last).await.is_err());
}

#[tokio::test]
async fn entries_that_are_over_make_room() {
    let until = after(400);
    let (short, later) = (fresh(30, until), fresh(30, after(60_000)));
    let ledger = MemoryLedger::with_capacity(31);
    let long = one(after(60_000));
    // One that is not over, in front of them or behind, holds nothing up.
    assert_eq!(spend(&ledger, long).await, Spend::First);
    for nonce in short {
        assert_eq!(spend(&ledger, nonce).await, Spend::First);
    }
    assert!(ledger.spend(later[0]).await.is_err());
    assert!(SystemTime::now() < until, "too slow a machine to tell");
    sleep_past(until).await;
    for nonce in &later {
        assert_eq!(spend(&ledger, *nonce).await, Spend::First);
    }
    // Full again, of these.
    assert!(ledger.spend(one(after(60_000))).await.is_err());
    for nonce in later.iter().chain([&long]) {
        assert_eq!(spend(&ledger, *nonce).await, Spend::Again);
    }
}

#[tokio::test]
async fn a_time_without_end_and_one_long_ago_do_no_harm() {
    let ledger = MemoryLedger::new();
    let far = one(SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 62));
    // An error would do as well; a panic, and so a lock that nobody opens again, would not.
    let _ = ledger.spend(far).await;
    let _ = ledger.spend(one(SystemTime::UNIX_EPOCH)).await;
    assert_ne!(ledger.spend(far).await.ok(), Some(Spend::First));
    assert_eq!(spend(&ledger, one(after(60_000))).await, Spend::First);
}

/// A ledger of one's own keeps a nonce by its bytes, until then.
#[test]
fn a_nonce_gives_all_of_its_bytes_and_its_end() {
    let bytes: [u8; Nonce::LEN] = std::array::from_fn(|at| 7 + at as u8);
    let until = after(9);
    let nonce = Nonce::new(bytes, until);
    assert_eq!((*nonce.as_bytes(), nonce.until()), (bytes, until));
}

#[tokio::test]
async fn nothing_that_is_printed_shows_a_nonce() {
    let (ledger, nonce) = (MemoryLedger::new(), one(after(60_000)));
    let _ = spend(&ledger, nonce).await;
    assert_eq!(format!("{nonce:?}"), "Nonce(_)");
    assert_eq!(format!("{ledger:?}"), "MemoryLedger { capacity: 250000, .. }");
}

/// Writes down what it is asked.
#[derive(Debug, Default, Clone)]
struct Recorder {
    memory: Arc<MemoryLedger>,
    asked: Arc<Mutex<Vec<Nonce>>>,
}

impl Ledger for Recorder {
    fn spend(&self, nonce: Nonce) -> SpendFuture<'_> {
        self.asked.lock().unwrap().push(nonce);
        self.memory.spend(nonce)
    }
}

/// The time that a ledger is told is later than any at which the seal opens, so that what it
/// forgets then nobody can present: by a minute, since another process may have another clock, and
/// any may be held up between the seal and the ledger. And it is the same whenever the seal is
/// opened: a clock that is set back in between does not bring it forward.
#[tokio::test]
async fn what_may_be_forgotten_cannot_be_opened_again() {
    const LIFETIME: Duration = Duration::from_millis(250);
    for capability in [Capability::Form, Capability::None] {
        let ledger = Recorder::default();
        let approver = Approver::builder("notes-mcp").ledger(ledger.clone());
        let approver = approver.question_lifetime(LIFETIME).token_lifetime(LIFETIME);
        let server = Notes::new(approver.build().unwrap());
        let person = server.person(Revision::V2026_07_28).capability(capability);
        let person = person.start().await.unwrap();

        let before = SystemTime::now();
        let mut arguments = json!({"id": 1, "title": "x"});
        let asked = match person.call_once("update_note", arguments.clone()).await.unwrap() {
            Leg::Asked(asked) => Some(asked),
            Leg::Done(refusal) => {
                arguments["confirm_token"] = Value::from(token(&refusal));
                None
            }
            _ => unreachable!("there are two kinds"),
        };
        let mut last_open = before;
        // The same answer again and again, until it does not reach the ledger any longer.
        let closed = loop {
            let seen = ledger.asked.lock().unwrap().len();
            let presented = SystemTime::now();
            let _ = match &asked {
                Some(asked) => asked.retry().answer(Answer::Accept).send().await.unwrap(),
                None => person.call_once("update_note", arguments.clone()).await.unwrap(),
            };
            if ledger.asked.lock().unwrap().len() == seen {
                break SystemTime::now();
            }
            last_open = presented;
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        assert_eq!(server.ran(), ["update 1"], "{capability:?}");
        assert!(closed > before + LIFETIME, "it closed before its time");
        let asked = ledger.asked.lock().unwrap();
        assert!(asked.len() > 1 && asked.iter().all(|one| *one == asked[0]), "{asked:?}");
        let minute = Duration::from_secs(60);
        assert!(asked[0].until() > last_open + minute, "{capability:?}");
        assert!(asked[0].until() >= before + LIFETIME + minute, "{capability:?}");
        assert!(asked[0].until() < closed + minute + Duration::from_secs(2), "{capability:?}");
    }
}
