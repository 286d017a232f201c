//! What the rounds have in common: the replicas, what is behind them, and what was counted.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use crate::{
    balancer::direct,
    caller::{Outcome, Request},
    plan::{Plan, Tool},
    redis_server::Redis,
    replicas::Replicas,
    round::Pending,
    servers::{Server, proxy::Proxy},
    tally::Tally,
};

/// As many contacts as one address book gets.
pub const SHELF: usize = 25;

pub const OLD_PHONE: &str = "+1 202 555 0100";
pub const NEW_PHONE: &str = "+1 202 555 0199";

pub struct World {
    pub replicas: Arc<Replicas>,
    /// Before the backend: what it counts is what reached the backend.
    pub backend: Proxy,
    pub redis: Mutex<Redis>,
    pub http: reqwest::Client,
    pub tally: Tally,
    /// How rounds that are over were answered.
    pub spent: Vec<Pending>,
    /// The latest of them that meant no, turned into a yes, and what they were about.
    pub declined: Vec<(Request, Card)>,
    server: Server,
    cards: Vec<Card>,
    samples: Vec<(String, String)>,
    _store: tempfile::TempDir,
}

/// A contact that one round is about.
#[derive(Clone, Debug)]
pub struct Card {
    pub book: String,
    pub uid: String,
    pub path: String,
    /// What has to be stored; `None` if it has to be gone.
    pub expected: Option<String>,
}

impl World {
    /// `None` without a `redis-server`. With a ledger for each, the replicas forget what the
    /// others have spent.
    pub async fn start(replicas: usize, one_ledger: bool) -> Option<Self> {
        let store = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        let at = store.path().display().to_string();
        // It is killed and started again, and is not to forget.
        let keeps = ["--appendonly", "yes", "--appendfsync", "always", "--dir", &at];
        let redis = Redis::start(&keeps)?;
        let server = Server::embedded().await?;
        let backend = Proxy::before(&server.url).await;
        let ledger = |replica| match one_ledger {
            true => format!("{}/0", redis.url()),
            false => format!("{}/{replica}", redis.url()),
        };
        let ledgers = (0..replicas).map(ledger).collect();
        let mut samples = Vec::new();
        for (book, file) in [("personal", "contact-1.vcf"), ("work", "contact-5.vcf")] {
            let path = server.card(book, file);
            let text = server.text(&path).await;
            samples.push((path, text));
        }
        Some(Self {
            replicas: Arc::new(Replicas::start(&backend.url, ledgers).await),
            backend,
            redis: Mutex::new(redis),
            http: direct(),
            tally: Tally::default(),
            spent: Vec::new(),
            declined: Vec::new(),
            server,
            cards: Vec::new(),
            samples,
            _store: store,
        })
    }

    /// Makes the contact of one round, behind the backs of the replicas.
    pub async fn make(&mut self, plan: &Plan) -> Card {
        let shelf = format!("shelf-{}", self.cards.len() / SHELF);
        if self.cards.len().is_multiple_of(SHELF) {
            self.server.make_book(&self.server.book(&shelf), &shelf).await;
        }
        let uid = format!("round-{}", plan.number);
        let path = self.server.card(&shelf, &format!("{uid}.vcf"));
        let text = format!(
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:Number {}\r\nTEL:{OLD_PHONE}\r\n\
             NOTE:Of this round alone\r\nEND:VCARD\r\n",
            plan.number,
        );
        self.server.put(&path, text.clone()).await;
        let book = self.server.book(&shelf);
        let card = Card { book, uid, path, expected: Some(text) };
        self.cards.push(card.clone());
        card
    }

    /// Expects this of a contact from now on.
    pub fn expect(&mut self, path: &str, tool: Tool) {
        let card = self.cards.iter_mut().find(|card| card.path == path).expect("of a round");
        card.expected = match tool {
            Tool::Delete => None,
            Tool::Update => card.expected.take().map(|text| text.replace(OLD_PHONE, NEW_PHONE)),
        };
    }

    /// Sends a request to whichever replica is next.
    pub async fn send(&self, request: &Request) -> Outcome {
        request.send(&self.http, &self.replicas.balancer.url).await
    }

    /// How many writes of one contact have reached the backend.
    pub fn writes(&self, card: &Card) -> usize {
        self.backend.writes_to(&card.path).len()
    }

    pub fn redis(&self) -> MutexGuard<'_, Redis> {
        self.redis.lock().expect("no panic")
    }

    pub async fn restart_redis(&self) {
        tokio::task::block_in_place(|| {
            let mut redis = self.redis();
            redis.stop();
            redis.restart();
        });
        // It reads its file before it answers.
        for _ in 0..200 {
            if self.redis().command(&["PING"]) == "PONG" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("Redis does not come back");
    }

    /// That every contact of the latest rounds is as it has to be, to the byte.
    pub async fn check_latest(&self, rounds: usize) {
        self.check(&self.cards[self.cards.len().saturating_sub(rounds)..]).await;
    }

    /// The same for every contact there is, and that nothing else was written.
    pub async fn check_all(&self) {
        self.check(&self.cards).await;
        for (path, text) in &self.samples {
            assert_eq!(self.server.text(path).await, *text, "{path}");
        }
        let counted: usize = self.cards.iter().map(|card| self.writes(card)).sum();
        assert_eq!(self.backend.writes().len(), counted, "writes to contacts of no round");
    }

    async fn check(&self, cards: &[Card]) {
        for card in cards {
            let stored = self.server.stored(&card.path).await.map(|stored| stored.text);
            assert_eq!(stored, card.expected, "{}", card.path);
        }
    }
}
