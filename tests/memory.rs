//! Questions that nobody answers and tokens that nobody quotes cost no memory.
//!
//! By hand, with a million of each: `QUESTIONS=1000000 cargo test --release --test memory`.

#[path = "rules/notes.rs"]
mod notes;

use std::{
    alloc::System,
    env,
    time::{Duration, SystemTime},
};

use notes::Notes;
use rmcp_approval::{Ledger, MemoryLedger, Nonce, Spend};
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What a buffer or a table may have grown by, however many calls there were.
const SLACK: usize = 64 * 1024;

fn in_use() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}

fn questions() -> usize {
    env::var("QUESTIONS").ok().map_or(4_000, |questions| questions.parse().expect("a number"))
}

/// The client's end of a connection. It remembers nothing.
struct Wire {
    incoming: Lines<BufReader<ReadHalf<DuplexStream>>>,
    outgoing: WriteHalf<DuplexStream>,
}

impl Wire {
    /// On 2026-07-28, each call says what the client is, and nothing goes before.
    fn to(server: &Notes) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let notes = server.clone();
        tokio::spawn(async move {
            let running = rmcp::serve_server(notes, theirs).await.expect("a first message");
            running.waiting().await
        });
        let (incoming, outgoing) = tokio::io::split(ours);
        Self { incoming: BufReader::new(incoming).lines(), outgoing }
    }

    async fn call(&mut self, params: Value) -> Value {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        self.outgoing.write_all(format!("{call}\n").as_bytes()).await.expect("a server");
        let line = self.incoming.next_line().await.expect("readable").expect("not closed");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The bytes that stay in use after this, when it is done `times` times.
    async fn kept(&mut self, times: usize, mut call: impl AsyncFnMut(&mut Self, usize)) -> usize {
        // As many before as it takes for buffers to have their size.
        for number in 0..times.min(1_000) {
            call(self, number).await;
        }
        let before = in_use();
        for number in 0..times {
            call(self, number).await;
        }
        in_use().saturating_sub(before)
    }
}

// One test, since what another one allocates at the same time would be counted here.
#[tokio::test]
async fn what_was_asked_or_issued_is_not_remembered_and_what_was_spent_is() {
    let server = Notes::default_settings();
    let mut wire = Wire::to(&server);
    let forms = json!({"elicitation": {"form": {}}});
    for (capabilities, kind) in [(forms, "input_required"), (json!({}), "complete")] {
        let kept = wire.kept(questions(), async |wire, number| {
            let result = wire.call(update(number, &capabilities)).await;
            assert_eq!(result["result"]["resultType"], kind, "{result}");
        });
        let kept = kept.await;
        assert!(kept < SLACK, "{kept} bytes for {} calls that end in {kind}", questions());
    }
    assert_eq!(server.ran(), [""; 0]);

    let kept = wire.kept(2_000, async |wire, number| {
        let refused = wire.call(update(number, &json!({}))).await;
        let mut quoting = update(number, &json!({}));
        quoting["arguments"]["confirm_token"] = token(&refused);
        let done = wire.call(quoting).await;
        assert_eq!(done["result"]["isError"], false, "{done}");
    });
    let kept = kept.await;
    assert!(
        kept > SLACK,
        "the control: {kept} bytes for 2000 tokens that were spent and did something"
    );

    let full = a_full_ledger().await;
    assert!((4_000_000..=10_000_000).contains(&full), "{full} bytes");
}

/// The bytes of a ledger in memory that is full, of questions that were answered as fast as it
/// takes them.
async fn a_full_ledger() -> usize {
    let before = in_use();
    let (ledger, now) = (MemoryLedger::new(), SystemTime::now());
    for number in 0..MemoryLedger::DEFAULT_CAPACITY {
        let bytes = (number as u128).to_be_bytes();
        let nonce = Nonce::new(bytes, now + Duration::from_secs(60 + number as u64 / 270));
        assert_eq!(ledger.spend(nonce).await, Ok(Spend::First));
    }
    let one_more = Nonce::new([255; Nonce::LEN], now + Duration::from_secs(60));
    assert!(ledger.spend(one_more).await.is_err(), "it is full");
    in_use() - before
}

fn update(number: usize, capabilities: &Value) -> Value {
    json!({
        "name": "update_note",
        "arguments": {"id": 1, "title": number.to_string()},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "wire", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        },
    })
}

fn token(refused: &Value) -> Value {
    let text = refused["result"]["content"][0]["text"].as_str().expect("a text");
    let (_, rest) = text.split_once("\"confirm_token\": \"").expect("a token");
    json!(rest.split('"').next())
}
