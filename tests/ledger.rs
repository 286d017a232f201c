//! What the ledger in memory keeps, besides the rules for all of them.
//!
//! A poisoned lock cannot be tried from outside: nothing panics while it is held.

mod ledger_rules;
mod notes;

use std::{
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use ledger_rules::{after, fresh, ledger_rules, sleep_past, spend};
use notes::{Notes, token};
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
    let nonces = fresh(4);
    let (last, first_three) = nonces.split_last().unwrap();
    let (full, roomy) = (MemoryLedger::with_capacity(3), MemoryLedger::with_capacity(4));
    for nonce in first_three {
        assert_eq!(spend(&full, *nonce, after(60_000)).await, Spend::First);
        assert_eq!(spend(&roomy, *nonce, after(60_000)).await, Spend::First);
    }
    for _ in 0..3 {
        let error = full.spend(*last, after(60_000)).await.unwrap_err();
        assert!(error.to_string().contains("full"), "{error}");
        for nonce in first_three {
            assert_eq!(spend(&full, *nonce, after(60_000)).await, Spend::Again);
        }
    }
    // The control.
    assert_eq!(spend(&roomy, *last, after(60_000)).await, Spend::First);
    assert!(MemoryLedger::with_capacity(0).spend(*last, after(60_000)).await.is_err());
}

#[tokio::test]
async fn entries_that_are_over_make_room() {
    let nonces = fresh(61);
    let (first, later) = nonces[..60].split_at(30);
    let ledger = MemoryLedger::with_capacity(31);
    let (long, until) = (nonces[60], after(400));
    // One that is not over, in front of them or behind, holds nothing up.
    assert_eq!(spend(&ledger, long, after(60_000)).await, Spend::First);
    for nonce in first {
        assert_eq!(spend(&ledger, *nonce, until).await, Spend::First);
    }
    assert!(ledger.spend(later[0], after(60_000)).await.is_err());
    assert!(SystemTime::now() < until, "too slow a machine to tell");
    sleep_past(until).await;
    for nonce in later {
        assert_eq!(spend(&ledger, *nonce, after(60_000)).await, Spend::First);
    }
    // Full again, of these.
    assert!(ledger.spend(first[0], after(60_000)).await.is_err());
    for nonce in later.iter().chain([&long]) {
        assert_eq!(spend(&ledger, *nonce, after(60_000)).await, Spend::Again);
    }
}

#[tokio::test]
async fn a_time_without_end_and_one_long_ago_do_no_harm() {
    let (ledger, nonces) = (MemoryLedger::new(), fresh(3));
    let far = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 62);
    // An error would do as well; a panic, and so a lock that nobody opens again, would not.
    let _ = ledger.spend(nonces[0], far).await;
    let _ = ledger.spend(nonces[1], SystemTime::UNIX_EPOCH).await;
    assert_ne!(ledger.spend(nonces[0], far).await.ok(), Some(Spend::First));
    assert_eq!(spend(&ledger, nonces[2], after(60_000)).await, Spend::First);
}

/// A ledger of one's own keeps a nonce by them.
#[test]
fn a_nonce_gives_all_of_its_bytes() {
    let bytes: [u8; Nonce::LEN] = std::array::from_fn(|at| 7 + at as u8);
    assert_eq!(*Nonce::from(bytes).as_bytes(), bytes);
}

#[tokio::test]
async fn nothing_that_is_printed_shows_a_nonce() {
    let (ledger, nonce) = (MemoryLedger::new(), fresh(1)[0]);
    let _ = spend(&ledger, nonce, after(60_000)).await;
    assert_eq!(format!("{nonce:?}"), "Nonce(_)");
    let printed = format!("{ledger:?}").to_lowercase();
    let hex: String = nonce.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(!printed.contains(&hex) && !printed.contains(&format!("{:?}", nonce.as_bytes())));
}

/// Writes down what it is asked.
#[derive(Debug, Default, Clone)]
struct Recorder {
    memory: Arc<MemoryLedger>,
    asked: Arc<Mutex<Vec<(Nonce, SystemTime)>>>,
}

impl Ledger for Recorder {
    fn spend(&self, nonce: Nonce, until: SystemTime) -> SpendFuture<'_> {
        self.asked.lock().unwrap().push((nonce, until));
        self.memory.spend(nonce, until)
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
        assert!(asked[0].1 > last_open + minute, "{capability:?}");
        assert!(asked[0].1 >= before + LIFETIME + minute, "{capability:?}");
    }
}
