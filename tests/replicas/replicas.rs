//! Several processes of one server: one ring of keys, one Redis, one backend.

use base64::{Engine, engine::general_purpose::STANDARD};
use tokio::sync::Mutex;

use crate::{
    balancer::Balancer,
    caller::Caller,
    process::{Demo, Start},
};

/// A change of keys takes this many rounds of restarts.
const STEPS: usize = 3;

pub struct Replicas {
    pub balancer: Balancer,
    backend: String,
    /// Where each keeps its ledger: the same place, if they are to work.
    ledgers: Vec<String>,
    running: Vec<Mutex<Option<Demo>>>,
    /// How many steps of changes of keys each has been through.
    steps: std::sync::Mutex<Vec<usize>>,
}

impl Replicas {
    /// One replica for each address of a ledger.
    pub async fn start(backend: &str, ledgers: Vec<String>) -> Self {
        let replicas = Self {
            balancer: Balancer::start().await,
            backend: backend.to_owned(),
            running: ledgers.iter().map(|_| Mutex::default()).collect(),
            steps: std::sync::Mutex::new(vec![0; ledgers.len()]),
            ledgers,
        };
        replicas.revive().await;
        replicas
    }

    pub fn count(&self) -> usize {
        self.running.len()
    }

    /// Kills the replica that got the latest request.
    pub async fn kill_last(&self) {
        self.kill(self.balancer.last()).await;
    }

    pub async fn kill(&self, replica: usize) {
        self.balancer.register(replica, None);
        if let Some(demo) = self.running[replica].lock().await.take() {
            demo.kill().await;
        }
    }

    /// Starts those that are down.
    pub async fn revive(&self) {
        for replica in 0..self.count() {
            let mut running = self.running[replica].lock().await;
            if running.is_none() {
                let step = self.steps.lock().expect("no panic")[replica];
                let demo = Start::carddav()
                    .set("CARDDAV_URL", &self.backend)
                    .set("MCP_APPROVAL_KEYS", &ring(step))
                    .set("MCP_BEARER_TOKENS", Caller::LIST)
                    .set("REDIS_URL", &self.ledgers[replica])
                    .stateless()
                    .listen()
                    .await;
                self.balancer.register(replica, Some(demo.url.clone()));
                *running = Some(demo);
            }
        }
    }

    /// Restarts one with the keys of this step.
    pub async fn restart(&self, replica: usize, step: usize) {
        self.kill(replica).await;
        self.steps.lock().expect("no panic")[replica] = step;
        self.revive().await;
    }

    /// The earliest step that a replica is at.
    pub fn oldest_step(&self) -> usize {
        *self.steps.lock().expect("no panic").iter().min().expect("replicas")
    }

    /// The latest step that a replica is at.
    pub fn newest_step(&self) -> usize {
        *self.steps.lock().expect("no panic").iter().max().expect("replicas")
    }
}

/// The ring after this many steps: the new key joins the old one, then seals, then is alone.
fn ring(step: usize) -> String {
    let (old, new) = (key(step / STEPS), key(step / STEPS + 1));
    match step % STEPS {
        0 => old,
        1 => format!("{old},{new}"),
        _ => format!("{new},{old}"),
    }
}

fn key(number: usize) -> String {
    let bytes = [u8::try_from(number % 251).expect("a byte"); 32];
    format!("key-{number}:{}", STANDARD.encode(bytes))
}

/// Whether a question that was sealed at one step cannot be opened at another: its key has gone.
pub fn is_dropped(sealed_at: usize, opened_at: usize) -> bool {
    without_key_of(sealed_at) <= opened_at
}

/// The first step whose ring lacks the key that seals at this one.
pub fn without_key_of(step: usize) -> usize {
    ((step + 1) / STEPS + 1) * STEPS
}
