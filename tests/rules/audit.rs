//! What is logged about a guarded call, and what is not.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fmt::Debug,
    sync::{Arc, Mutex, Once},
    time::Duration,
};

use crate::notes::{Notes, token};
use rmcp_approval::{
    Approver, Ledger, LedgerError, Nonce, SpendFuture,
    audit::TARGET,
    testing::{Answer, Revision},
};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

/// Every audit event on this thread, field by field.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<BTreeMap<&'static str, String>>>>);

thread_local! {
    static LISTENING: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// Hands each event to whoever listens on its thread. There is one for the whole program: where a
/// thread has none, `tracing` may take its word that nobody wants an event, for all threads.
struct ByThread;

/// Stops listening when it is dropped.
struct Listening;

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.set(None);
    }
}

struct Fields<'a>(&'a mut BTreeMap<&'static str, String>);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl<S: tracing::Subscriber> Layer<S> for ByThread {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let Some(log) = LISTENING.with_borrow(Clone::clone) else { return };
        if event.metadata().target() == TARGET {
            let mut fields = BTreeMap::from([("level", event.metadata().level().to_string())]);
            event.record(&mut Fields(&mut fields));
            log.0.lock().unwrap().push(fields);
        }
    }
}

impl Log {
    /// Starts to listen on this thread.
    fn listen() -> (Self, Listening) {
        static SUBSCRIBER: Once = Once::new();
        SUBSCRIBER.call_once(|| {
            let subscriber = tracing_subscriber::registry().with(ByThread);
            tracing::subscriber::set_global_default(subscriber).expect("there is no other");
        });
        let log = Self::default();
        LISTENING.set(Some(log.clone()));
        (log, Listening)
    }

    /// One field of each event, in order.
    fn each(&self, field: &str) -> Vec<String> {
        let events = self.0.lock().unwrap();
        events.iter().map(|event| event.get(field).cloned().unwrap_or_default()).collect()
    }

    fn last(&self) -> BTreeMap<&'static str, String> {
        self.0.lock().unwrap().last().cloned().unwrap_or_default()
    }
}

#[tokio::test]
async fn a_persons_yes_and_a_token_can_be_told_apart() {
    for revision in Revision::ALL {
        let (log, _guard) = Log::listen();
        let server = Notes::default_settings();
        let person = server.person(revision).start().await.unwrap();
        person.call("delete_note", json!({"id": 1})).await.unwrap();
        assert_eq!(log.each("event"), ["asked", "approved"]);
        let approved = log.last();
        assert_eq!(
            (approved["mechanism"].as_str(), approved["proof"].as_str()),
            ("person", "client-attested"),
        );

        let nobody = server.nobody(revision).start().await.unwrap();
        let token = token(&nobody.call("delete_note", json!({"id": 2})).await.unwrap());
        let quoting = json!({"id": 2, "confirm_token": token});
        nobody.call("delete_note", quoting).await.unwrap();
        assert_eq!(log.each("event")[2..], ["token_issued", "approved"]);
        let approved = log.last();
        assert_eq!(
            (approved["mechanism"].as_str(), approved["proof"].as_str()),
            ("token", "call-repeated"),
        );
    }
}

#[tokio::test]
async fn an_event_says_which_call_it_is_about() {
    let (log, _guard) = Log::listen();
    let server = Notes::default_settings();
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    person.call("remove_note", json!({"id": 1})).await.unwrap();
    let event = log.last();
    assert_eq!(
        event.keys().copied().collect::<Vec<_>>(),
        [
            "elapsed_ms",
            "event",
            "fingerprint",
            "level",
            "mechanism",
            "operation",
            "proof",
            "revision",
            "server",
            "tool",
        ],
    );
    assert_eq!(event["server"], "notes-mcp");
    assert_eq!(event["tool"], "remove_note");
    assert_eq!(event["operation"], "delete_note");
    assert_eq!(event["revision"], "2026-07-28");
    assert_eq!(event["level"], "INFO");
    let fingerprint = &event["fingerprint"];
    assert!(fingerprint.len() == 8 && fingerprint.chars().all(|c| c.is_ascii_hexdigit()));
    assert!(event["elapsed_ms"].parse::<u64>().unwrap() < 60_000);
}

#[tokio::test]
async fn an_event_says_how_long_the_call_has_waited_by_then() {
    let (log, _guard) = Log::listen();
    let server = Notes::default_settings();
    let person = server.person(Revision::V2025_11_25).answer(Answer::Never).start().await.unwrap();
    let call = person.begin("delete_note", json!({"id": 1})).await.unwrap();
    person.wait_for_questions(1).await;
    tokio::time::sleep(Duration::from_millis(60)).await;
    person.set_answer(Answer::Accept);
    call.finish().await.unwrap();
    let [asked, approved] = log.each("elapsed_ms").try_into().unwrap();
    let waited = approved.parse::<u64>().unwrap() - asked.parse::<u64>().unwrap();
    assert!((50..60_000).contains(&waited), "{waited}");
}

#[tokio::test]
async fn each_answer_has_its_own_event() {
    for (answer, event) in [
        (Answer::Decline, "declined"),
        (Answer::Cancel, "cancelled"),
        (Answer::Untick, "unticked"),
        (Answer::Json(json!({"action": "accept"})), "unreadable"),
    ] {
        for revision in Revision::ALL {
            let (log, _guard) = Log::listen();
            let server = Notes::default_settings();
            let person = server.person(revision).answer(answer.clone()).start().await.unwrap();
            person.call("delete_note", json!({"id": 1})).await.unwrap();
            assert_eq!(log.each("event"), ["asked", event]);
        }
    }
    let (log, _guard) = Log::listen();
    let server = Notes::default_settings();
    let person = server.person(Revision::V2025_11_25).answer(Answer::Fail).start().await.unwrap();
    person.call("delete_note", json!({"id": 1})).await.unwrap();
    assert_eq!(log.each("event"), ["asked", "not_shown"]);
    assert_eq!(log.last()["level"], "WARN");
}

#[tokio::test(start_paused = true)]
async fn a_question_without_an_answer_times_out_or_is_abandoned() {
    let (log, _guard) = Log::listen();
    let approver =
        Approver::builder("notes-mcp").dialog_timeout(Duration::from_secs(1)).build().unwrap();
    let server = Notes::new(approver);
    let person = server.person(Revision::V2025_11_25).answer(Answer::Never).start().await.unwrap();
    person.call("delete_note", json!({"id": 1})).await.unwrap();
    assert_eq!(log.each("event"), ["asked", "timed_out"]);

    let call = person.begin("delete_note", json!({"id": 1})).await.unwrap();
    person.wait_for_questions(2).await;
    call.cancel().await.unwrap();
    person.list_tools().await.unwrap();
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(log.each("event")[2..], ["asked", "abandoned"]);
}

#[tokio::test]
async fn why_a_token_or_an_answer_did_not_fit_is_in_the_log_and_not_in_the_result() {
    let (log, _guard) = Log::listen();
    let lifetime = Duration::from_millis(300);
    let approver = Approver::builder("notes-mcp").token_lifetime(lifetime).build().unwrap();
    let server = Notes::new(approver);
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let quote = async |id: u64, token: &str| {
        let quoting = json!({"id": id, "title": "new", "confirm_token": token});
        crate::notes::text(&nobody.call("update_note", quoting).await.unwrap())
    };
    let arguments = json!({"id": 1, "title": "new"});
    let token = token(&nobody.call("update_note", arguments).await.unwrap());
    let mut said = vec![quote(2, &token).await];
    assert_eq!(log.last()["reason"], "not issued for this call");
    assert_eq!(quote(1, &token).await, "done");
    said.push(quote(1, &token).await);
    assert_eq!(log.last()["reason"], "already used");
    tokio::time::sleep(lifetime + Duration::from_millis(50)).await;
    said.push(quote(1, &token).await);
    assert_eq!(log.last()["reason"], "expired");
    assert!(said.iter().all(|one| *one == said[0]), "one answer, whatever the reason: {said:?}");
    assert_eq!((log.last()["event"].as_str(), log.last()["level"].as_str()), ("rejected", "WARN"));

    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    let asked = person.call_once("delete_note", json!({"id": 1})).await.unwrap().asked().unwrap();
    let answer = asked.retry().answer(Answer::Accept);
    let _ = answer.clone().state("rs1.A.A").send().await.unwrap();
    let _ = answer.without_state().send().await.unwrap();
    assert_eq!(log.each("event").iter().filter(|event| *event == "unmatched").count(), 2);
    assert!(log.each("reason").contains(&"no state".to_owned()));
    assert!(log.each("reason").contains(&"not sealed for this call".to_owned()));
}

#[tokio::test]
async fn a_ledger_that_fails_is_logged_as_an_error_with_its_reason() {
    #[derive(Debug)]
    struct Down;
    impl Ledger for Down {
        fn spend(&self, _: Nonce) -> SpendFuture<'_> {
            Box::pin(async { Err(LedgerError::new("connection refused")) })
        }
    }
    let (log, _guard) = Log::listen();
    let server = Notes::new(Approver::builder("notes-mcp").ledger(Down).build().unwrap());
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    person.call("delete_note", json!({"id": 1})).await.unwrap();
    assert_eq!(log.each("event"), ["asked", "unavailable"]);
    assert_eq!(log.last()["level"], "ERROR");
    assert!(log.last()["reason"].contains("connection refused"));
}

#[tokio::test]
async fn no_argument_no_question_no_answer_and_no_token_is_logged() {
    let (log, _guard) = Log::listen();
    let server = Notes::default_settings();
    let secret = "s3cr3t-title";
    let arguments = json!({"id": 1, "title": secret});
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let token = token(&nobody.call("update_note", arguments.clone()).await.unwrap());
    let quoting = json!({"id": 1, "title": secret, "confirm_token": token});
    nobody.call("update_note", quoting.clone()).await.unwrap();
    nobody.call("update_note", quoting).await.unwrap();
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    let asked = person.call_once("update_note", arguments).await.unwrap().asked().unwrap();
    let answer = json!({"action": "accept", "content": {"confirm": true, "comment": "c0mment"}});
    let state = asked.state().unwrap().to_owned();
    let _ = asked.retry().answer(Answer::Json(answer)).send().await.unwrap();

    let logged = format!("{:?}", log.0.lock().unwrap());
    assert!(logged.contains("update_note"), "the control: {logged}");
    for unlogged in [secret, "Note", "supplied by the caller", "c0mment", &token, &state] {
        assert!(!logged.contains(unlogged), "{unlogged} is in {logged}");
    }
}
