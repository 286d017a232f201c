//! The ledger in Redis: the rules for all ledgers, and what happens when Redis fails.

use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
    sync::Arc,
    time::{Duration, Instant},
};

use crate::ledger_rules::{after, fresh, ledger_rules, one, spend};
use crate::notes::{Notes, text, token};
use crate::redis_server::Redis;
use rmcp_approval::{Approver, KeyRing, Ledger, Nonce, RedisLedger, Spend, testing::Revision};
use serde_json::json;

async fn connect(redis: &Redis) -> RedisLedger {
    RedisLedger::connect(&redis.url()).await.expect("Redis is there")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_in_redis_keeps_the_rules() {
    let Some(redis) = Redis::start(&[]) else { return };
    let ledger = connect(&redis).await;
    ledger_rules(|| Arc::new(ledger.clone())).await;
}

#[tokio::test]
async fn two_processes_share_what_was_spent_and_two_prefixes_do_not() {
    let Some(redis) = Redis::start(&[]) else { return };
    let (first, second) = (connect(&redis).await, connect(&redis).await);
    let other = connect(&redis).await.with_prefix("other:");
    let nonce = one(after(60_000));
    assert_eq!(spend(&first, nonce).await, Spend::First);
    assert_eq!(spend(&second, nonce).await, Spend::Again);
    assert_eq!(spend(&other, nonce).await, Spend::First);
}

#[tokio::test]
async fn each_key_is_under_the_prefix_and_expires_with_its_seal() {
    let Some(redis) = Redis::start(&[]) else { return };
    let ledger = connect(&redis).await;
    let nonce = one(after(90_000));
    assert_eq!(spend(&ledger, nonce).await, Spend::First);
    let key = redis.command(&["KEYS", "*"]);
    let hex: String = nonce.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(key, format!("{}{hex}", RedisLedger::DEFAULT_PREFIX));
    let left: u64 = redis.command(&["PTTL", &key]).parse().unwrap();
    assert!((80_000..=91_000).contains(&left), "{left}");
}

#[tokio::test]
async fn a_log_in_is_accepted_and_a_wrong_one_is_refused_without_repeating_it() {
    let Some(redis) = Redis::start(&["--requirepass", "s3cr3t"]) else { return };
    let ledger = RedisLedger::connect(&redis.url_for("", "s3cr3t")).await.unwrap();
    assert_eq!(spend(&ledger, one(after(60_000))).await, Spend::First);
    assert_eq!(
        format!("{:?}", ledger.with_prefix("notes:")),
        "RedisLedger { prefix: \"notes:\", .. }"
    );
    for url in [redis.url_for("", "wr0ng"), "http://:wr0ng@127.0.0.1".to_owned()] {
        let error = RedisLedger::connect(&url).await.unwrap_err().to_string();
        assert!(!error.contains("wr0ng"), "{error}");
    }
}

#[tokio::test]
async fn a_redis_that_may_drop_keys_is_refused_at_once() {
    let limit = ["--maxmemory", "64mb", "--maxmemory-policy"];
    for (policy, accepted) in
        [("allkeys-lru", false), ("volatile-ttl", false), ("noeviction", true)]
    {
        let Some(redis) = Redis::start(&[limit[0], limit[1], limit[2], policy]) else { return };
        let connected = RedisLedger::connect(&redis.url()).await;
        assert_eq!(connected.is_ok(), accepted, "{connected:?}");
        if let Err(error) = connected {
            assert!(error.to_string().contains(policy), "{error}");
        }
    }
}

#[tokio::test]
async fn a_redis_that_is_down_approves_nothing_and_comes_back_by_itself() {
    let Some(mut redis) = Redis::start(&[]) else { return };
    let ledger = connect(&redis).await;
    let server = Notes::new(Approver::builder("notes-mcp").ledger(ledger).build().unwrap());
    let nobody = server.nobody(Revision::V2026_07_28).start().await.unwrap();
    let token = token(&nobody.call("delete_note", json!({"id": 1})).await.unwrap());
    let quoting = json!({"id": 1, "confirm_token": token});

    redis.stop();
    let asked = Instant::now();
    let refusal = nobody.call("delete_note", quoting.clone()).await.unwrap();
    assert!(text(&refusal).starts_with("Nothing was changed. "), "{}", text(&refusal));
    assert!(asked.elapsed() < Duration::from_secs(11), "{:?}", asked.elapsed());
    assert_eq!(server.ran(), [""; 0]);

    redis.restart();
    for _ in 0..50 {
        if text(&nobody.call("delete_note", quoting.clone()).await.unwrap()) == "done" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(server.ran(), ["delete 1"], "the control: the same token, the same server");
}

/// The connection is lost, which only the next command notices.
#[tokio::test]
async fn an_approval_is_not_lost_to_a_restart_that_is_over() {
    let Some(mut redis) = Redis::start(&[]) else { return };
    let ledger = connect(&redis).await;
    for nonce in fresh(3, after(60_000)) {
        redis.stop();
        redis.restart();
        assert_eq!(spend(&ledger, nonce).await, Spend::First);
        assert_eq!(spend(&ledger, nonce).await, Spend::Again);
    }
}

#[tokio::test]
async fn a_redis_that_hangs_or_is_read_only_or_full_is_an_error_in_bounded_time() {
    let Some(redis) = Redis::start(&[]) else { return };
    let ledger = connect(&redis).await;
    let fails = async || {
        let asked = Instant::now();
        let error = ledger.spend(one(after(60_000))).await.unwrap_err();
        assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
        error.to_string()
    };
    let works = async || {
        for _ in 0..50 {
            if ledger.spend(one(after(60_000))).await == Ok(Spend::First) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("it does not come back");
    };
    works().await;

    redis.freeze(true);
    fails().await;
    redis.freeze(false);
    works().await;

    redis.command(&["REPLICAOF", "127.0.0.1", "1"]);
    redis.command(&["CONFIG", "RESETSTAT"]);
    let error = fails().await;
    assert!(error.contains("ReadOnly") || error.contains("READONLY"), "{error}");
    let counted = redis.command(&["INFO", "commandstats"]);
    let set = counted.lines().find(|line| line.starts_with("cmdstat_set:")).expect("it was sent");
    assert!(set.contains("rejected_calls=1,"), "a refusal is not tried again: {set}");
    redis.command(&["REPLICAOF", "NO", "ONE"]);
    works().await;

    redis.command(&["CONFIG", "SET", "maxmemory", "1"]);
    let error = fails().await;
    assert!(error.contains("OOM"), "{error}");
    redis.command(&["CONFIG", "SET", "maxmemory", "0"]);
    works().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_token_that_is_quoted_to_all_replicas_at_once_runs_once() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut replicas = Vec::new();
    for _ in 0..3 {
        let keys = KeyRing::new("now", [("now", [7; 32])]).unwrap();
        let approver = Approver::builder("notes-mcp").shared(keys, connect(&redis).await);
        replicas.push(Notes::new(approver.build().unwrap()));
    }
    for round in 0..20 {
        let mut people = Vec::new();
        for replica in &replicas {
            people.push(replica.nobody(Revision::V2026_07_28).start().await.unwrap());
        }
        let arguments = json!({"id": 1, "title": round.to_string()});
        let issued = people[round % 3].call("update_note", arguments.clone()).await.unwrap();
        let mut quoting = arguments;
        quoting["confirm_token"] = json!(token(&issued));
        let mut calls = Vec::new();
        for person in people.iter().chain(&people) {
            calls.push(person.begin("update_note", quoting.clone()).await.unwrap());
        }
        let mut done = 0;
        for call in calls {
            done += usize::from(text(&call.finish().await.unwrap()) == "done");
        }
        assert_eq!(done, 1, "round {round}");
    }
    let ran: usize = replicas.iter().map(|replica| replica.ran().len()).sum();
    assert_eq!(ran, 20);
}

#[test]
fn a_redis_that_speaks_tls_is_trusted_by_its_certificate_alone() {
    let directory = tempfile::tempdir().unwrap();
    let (certificate, key) = certificate(directory.path(), "its");
    let (strange, _) = self::certificate(directory.path(), "strange");
    let Some(redis) = Redis::start_tls(&certificate, &key) else { return };
    let tls = redis.url().replace("redis://", "rediss://");

    assert_eq!(spend_elsewhere(&tls, Some(&certificate)), (true, "First".to_owned()));
    assert_eq!(spend_elsewhere(&tls, Some(&certificate)), (true, "Again".to_owned()));
    for (url, trusted) in [(&tls, None), (&tls, Some(&strange)), (&redis.url(), Some(&certificate))]
    {
        let (connected, said) = spend_elsewhere(url, trusted);
        assert!(!connected && said.contains("Redis cannot be reached"), "{said}");
    }
}

/// The files of a certificate for this machine that signed itself, and of its key.
fn certificate(at: &Path, name: &str) -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let file = |kind: &str, text: String| {
        let path = at.join(format!("{name}.{kind}"));
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    (file("crt", made.cert.pem()), file("key", made.signing_key.serialize_pem()))
}

const REDIS_URL: &str = "RMCP_APPROVAL_TEST_REDIS_URL";

/// Spends one and the same nonce in another process: whether it could, and what it said. Which
/// certificates are trusted is the machine's say, and `SSL_CERT_FILE` overrides it for a process.
fn spend_elsewhere(url: &str, trusted: Option<&String>) -> (bool, String) {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "ledger_redis::as_a_server", "--nocapture"]).env(REDIS_URL, url);
    match trusted {
        Some(certificate) => command.env("SSL_CERT_FILE", certificate),
        None => command.env_remove("SSL_CERT_FILE"),
    };
    let Output { status, stderr, .. } = command.output().unwrap();
    (status.success(), String::from_utf8(stderr).unwrap().trim_end().to_owned())
}

/// What the test above starts. By itself it does nothing.
#[tokio::test]
async fn as_a_server() {
    let Ok(url) = env::var(REDIS_URL) else { return };
    let spent = match RedisLedger::connect(&url).await {
        Ok(ledger) => ledger.spend(Nonce::new([7; 16], after(60_000))).await,
        Err(error) => Err(error),
    };
    match spent {
        Ok(spend) => eprintln!("{spend:?}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
