//! A ledger that fails, hangs or lies.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::notes::{Notes, text, token};
use rmcp_approval::{
    Approver, Ledger, LedgerError, MemoryLedger, Nonce, Spend, SpendFuture,
    testing::{Answer, Leg, Revision},
};
use serde_json::json;
use tokio::sync::Notify;

fn notes_on(ledger: impl Ledger) -> Notes {
    Notes::new(Approver::builder("notes-mcp").ledger(ledger).build().unwrap())
}

/// Down until it is told to be up.
#[derive(Debug, Clone, Default)]
struct Flaky {
    up: Arc<AtomicBool>,
    memory: Arc<MemoryLedger>,
}

impl Ledger for Flaky {
    fn spend(&self, nonce: Nonce) -> SpendFuture<'_> {
        if self.up.load(Ordering::SeqCst) {
            return self.memory.spend(nonce);
        }
        Box::pin(async { Err(LedgerError::new("connection refused")) })
    }
}

#[tokio::test]
async fn a_ledger_that_is_down_approves_nothing_and_says_so_and_recovers_by_itself() {
    let ledger = Flaky::default();
    let server = notes_on(ledger.clone());
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let asked = person.call_once("delete_note", json!({"id": 1})).await.unwrap().asked().unwrap();
    let answer = asked.retry().answer(Answer::Accept);
    let token = token(&nobody.call("delete_note", json!({"id": 2})).await.unwrap());
    let quoting = json!({"id": 2, "confirm_token": token});

    let answered = answer.clone().send().await.unwrap().done().unwrap();
    let quoted = nobody.call("delete_note", quoting.clone()).await.unwrap();
    for refusal in [answered, quoted] {
        assert_eq!(refusal.is_error, Some(true));
        let said = text(&refusal);
        assert!(
            said.starts_with("Nothing was changed. ") && said.contains("Try again later"),
            "{said}"
        );
        assert!(!said.contains("connection refused"), "the reason is for the log: {said}");
    }
    assert_eq!(server.ran(), [""; 0]);

    ledger.up.store(true, Ordering::SeqCst);
    answer.send().await.unwrap().done().unwrap();
    nobody.call("delete_note", quoting).await.unwrap();
    assert_eq!(server.ran(), ["delete 1", "delete 2"], "the control");
}

#[tokio::test]
async fn a_pushed_answer_belongs_to_the_open_call_and_asks_no_ledger() {
    let server = notes_on(Flaky::default());
    for (revision, id, acts) in
        [(Revision::V2025_11_25, 1, true), (Revision::V2026_07_28, 2, false)]
    {
        let person = server.person(revision).answer(Answer::Accept).start().await.unwrap();
        let said = text(&person.call("delete_note", json!({"id": id})).await.unwrap());
        assert_eq!(said == "done", acts, "{said}");
    }
    assert_eq!(server.ran(), ["delete 1"]);
}

/// Never answers.
#[derive(Debug)]
struct Hanging;

impl Ledger for Hanging {
    fn spend(&self, _: Nonce) -> SpendFuture<'_> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test(start_paused = true)]
async fn a_ledger_that_never_answers_is_not_waited_for_without_end() {
    let server = notes_on(Hanging);
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let token = token(&nobody.call("delete_note", json!({"id": 1})).await.unwrap());
    let quoting = json!({"id": 1, "confirm_token": token});
    let call = nobody.call("delete_note", quoting);
    let refusal = tokio::time::timeout(Duration::from_secs(60), call).await.unwrap().unwrap();
    assert!(text(&refusal).starts_with("Nothing was changed. "));
    assert_eq!(server.ran(), [""; 0]);
}

#[tokio::test]
async fn a_full_ledger_refuses_rather_than_forgets() {
    let server = notes_on(MemoryLedger::with_capacity(2));
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    for (id, runs) in [(1, true), (2, true), (3, false)] {
        let token = token(&nobody.call("delete_note", json!({"id": id})).await.unwrap());
        let quoting = json!({"id": id, "confirm_token": token});
        let said = text(&nobody.call("delete_note", quoting).await.unwrap());
        assert_eq!(said == "done", runs, "{said}");
    }
    assert_eq!(server.ran(), ["delete 1", "delete 2"]);
}

/// Says every time that it is the first time.
#[derive(Debug)]
struct Lying;

impl Ledger for Lying {
    fn spend(&self, _: Nonce) -> SpendFuture<'_> {
        Box::pin(async { Ok(Spend::First) })
    }
}

#[tokio::test]
async fn a_ledger_that_lies_allows_a_repetition_and_never_forges_an_approval() {
    let server = notes_on(Lying);
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let arguments = json!({"id": 1, "title": "new"});
    let token = token(&nobody.call("update_note", arguments).await.unwrap());
    for (id, quoted) in [(2, token.as_str()), (1, "rs1.AAAA.AAAA")] {
        let forged = json!({"id": id, "title": "new", "confirm_token": quoted});
        nobody.call("update_note", forged).await.unwrap();
    }
    assert_eq!(server.ran(), [""; 0]);
    let original = json!({"id": 1, "title": "new", "confirm_token": token});
    nobody.call("update_note", original.clone()).await.unwrap();
    nobody.call("update_note", original).await.unwrap();
    assert_eq!(server.ran(), ["update 1", "update 1"]);
}

/// Answers when it is let.
#[derive(Clone, Default)]
struct Slow {
    reached: Arc<Notify>,
    go_on: Arc<Notify>,
}

impl fmt::Debug for Slow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Slow")
    }
}

impl Ledger for Slow {
    fn spend(&self, _: Nonce) -> SpendFuture<'_> {
        Box::pin(async {
            self.reached.notify_one();
            self.go_on.notified().await;
            Ok(Spend::First)
        })
    }
}

#[tokio::test]
async fn a_call_that_is_cancelled_while_the_ledger_is_asked_does_not_act() {
    for cancelled in [true, false] {
        let ledger = Slow::default();
        let server = notes_on(ledger.clone());
        let nobody = server.nobody(Revision::V2025_11_25).start().await.unwrap();
        let token = token(&nobody.call("delete_note", json!({"id": 1})).await.unwrap());
        let quoting = json!({"id": 1, "confirm_token": token});
        let call = nobody.begin("delete_note", quoting).await.unwrap();
        ledger.reached.notified().await;
        if cancelled {
            call.cancel().await.unwrap();
            // The server has read the cancellation when it answers this.
            nobody.list_tools().await.unwrap();
            ledger.go_on.notify_one();
        } else {
            ledger.go_on.notify_one();
            call.finish().await.unwrap();
        }
        nobody.disconnect().await;
        assert_eq!(server.ran().len(), usize::from(!cancelled));
    }
}

#[tokio::test]
async fn an_answer_whose_call_is_cancelled_while_the_ledger_is_asked_does_not_act() {
    for cancelled in [true, false] {
        let ledger = Slow::default();
        let server = notes_on(ledger.clone());
        let person = server.person(Revision::V2026_07_28).start().await.unwrap();
        let leg = person.call_once("delete_note", json!({"id": 1})).await.unwrap();
        let answer = leg.asked().unwrap().retry().answer(Answer::Accept);
        let call = answer.begin().await.unwrap();
        ledger.reached.notified().await;
        if cancelled {
            call.cancel().await.unwrap();
            person.list_tools().await.unwrap();
            ledger.go_on.notify_one();
        } else {
            ledger.go_on.notify_one();
            call.finish().await.unwrap();
        }
        person.disconnect().await;
        assert_eq!(server.ran().len(), usize::from(!cancelled));
    }
}

#[tokio::test]
async fn noise_from_outside_never_reaches_the_ledger() {
    /// Counts what it is asked.
    #[derive(Debug, Clone, Default)]
    struct Asked(Arc<std::sync::atomic::AtomicUsize>);
    impl Ledger for Asked {
        fn spend(&self, _: Nonce) -> SpendFuture<'_> {
            self.0.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Ok(Spend::First) })
        }
    }
    let ledger = Asked::default();
    let server = notes_on(ledger.clone());
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let asked = person.call_once("delete_note", json!({"id": 1})).await.unwrap().asked().unwrap();
    let answer = asked.retry().answer(Answer::Accept);
    for n in 0..100 {
        let noise = format!("rs1.{n}.AAAA");
        let quoting = json!({"id": 1, "confirm_token": noise});
        nobody.call("delete_note", quoting).await.unwrap();
        let leg = answer.clone().state(noise).send().await.unwrap();
        assert!(matches!(leg, Leg::Asked(_)));
    }
    assert_eq!(ledger.0.load(Ordering::SeqCst), 0, "asking and refusing store nothing either");
    answer.send().await.unwrap().done().unwrap();
    assert_eq!(ledger.0.load(Ordering::SeqCst), 1, "the control");
}
