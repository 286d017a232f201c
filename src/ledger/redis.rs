//! The ledger that several processes share, in Redis.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use redis::{
    Client, Cmd, RedisError,
    aio::{ConnectionManager, ConnectionManagerConfig},
};

use super::{Ledger, LedgerError, Nonce, Spend, SpendFuture};

/// How long a connection and an answer may take. A caller waits for this.
const PATIENCE: Duration = Duration::from_secs(2);

/// How much longer a key stays than it has to. Redis counts whole milliseconds, of a clock that it
/// does not read for every command, so a key could go a moment early; and it refuses a zero.
const ROUNDING: Duration = Duration::from_secs(1);

/// Spent nonces in Redis, for several processes that may get the two legs of one call (feature
/// `redis`).
///
/// Spending is one command, `SET … NX PX`, in one round trip: of any number of processes that
/// present a nonce at the same moment, Redis tells exactly one that it is the first. Each key
/// expires after its seal can no longer open.
///
/// When Redis is slow, down, read-only or out of memory, no token and no returned answer is taken. The
/// connection is made again by itself, once more at once when it was lost; the server need not be restarted.
///
/// Give all processes the same [`KeyRing`](crate::KeyRing) too. Redis has to keep what it is
/// given: no eviction, and if it may be restarted while approvals are open, its append-only
/// file (`appendonly yes`, `appendfsync always`).
///
/// # Examples
///
/// ```no_run
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// use rmcp_approval::{Approver, KeyRing, RedisLedger};
///
/// # let key = [0; 32];
/// let keys = KeyRing::new("2026-11", [("2026-11", key)])?;
/// let ledger = RedisLedger::connect("redis://127.0.0.1:6379").await?;
/// let approver = Approver::builder("notes-mcp").shared(keys, ledger).build()?;
/// # let _ = approver;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct RedisLedger {
    connection: ConnectionManager,
    prefix: String,
}

impl RedisLedger {
    /// What the keys begin with, unless [`with_prefix`](Self::with_prefix) says otherwise.
    pub const DEFAULT_PREFIX: &'static str = "rmcp-approval:spent:";

    /// Connects to the Redis at `url`: `redis://`, or `rediss://` for TLS, with a user name and
    /// a password where it has them.
    ///
    /// # Errors
    ///
    /// When the URL is none, Redis does not answer or refuses the log-in, or it has a memory limit
    /// with a policy that may drop keys: a nonce that Redis forgets early is an approval that works
    /// twice. Where Redis does not let itself be asked for the policy, a warning is logged instead.
    pub async fn connect(url: &str) -> Result<Self, LedgerError> {
        // It fails where the program has chosen a provider already, which is as good.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        // The error of a URL that is none repeats it, and a password may be part of it.
        let client = Client::open(url)
            .map_err(|_| LedgerError::new("the URL is not one of redis:// or rediss://"))?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_number_of_retries(1);
        let connection =
            ConnectionManager::new_with_config(client, config).await.map_err(failed)?;
        let ledger = Self { connection, prefix: Self::DEFAULT_PREFIX.to_owned() };
        ledger.refuse_eviction().await?;
        Ok(ledger)
    }

    /// The same ledger under other keys, where several programs share one Redis.
    #[must_use]
    pub fn with_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    async fn refuse_eviction(&self) -> Result<(), LedgerError> {
        let policy = self.setting("maxmemory-policy").await;
        let limit = self.setting("maxmemory").await;
        match (policy.as_deref(), limit.as_deref()) {
            (Ok("noeviction"), _) | (Ok(_), Ok("0")) => Ok(()),
            (Ok(policy), Ok(_)) => Err(LedgerError::new(format_args!(
                "Redis may drop keys before they expire (maxmemory-policy {policy}): set it to \
                 noeviction, or use another Redis"
            ))),
            _ => {
                tracing::warn!(
                    "Redis does not tell whether it may drop keys: make sure that its \
                     maxmemory-policy is noeviction, since an approval that it forgets works twice"
                );
                Ok(())
            }
        }
    }

    async fn setting(&self, name: &str) -> Result<String, RedisError> {
        let mut connection = self.connection.clone();
        let command = redis::cmd("CONFIG").arg("GET").arg(name).to_owned();
        let (_, value): (String, String) = command.query_async(&mut connection).await?;
        Ok(value)
    }

    /// One command: whoever sets the key is the first.
    fn command(&self, nonce: Nonce) -> Cmd {
        let left = nonce.until().duration_since(SystemTime::now()).unwrap_or(Duration::ZERO);
        let lifetime = left.saturating_add(ROUNDING);
        let mut command = redis::cmd("SET");
        command
            .arg([self.prefix.as_bytes(), hex(nonce).as_bytes()].concat())
            .arg(1)
            .arg("NX")
            .arg("PX")
            .arg(u64::try_from(lifetime.as_millis()).unwrap_or(u64::MAX));
        command
    }
}

impl Ledger for RedisLedger {
    fn spend(&self, nonce: Nonce) -> SpendFuture<'_> {
        Box::pin(async move {
            let mut connection = self.connection.clone();
            let command = self.command(nonce);
            let mut set: Result<Option<String>, _> = command.query_async(&mut connection).await;
            // Redis was restarted, which only the next command notices. If the lost one got through,
            // the second finds what it has set: then nothing is approved.
            if set.as_ref().is_err_and(|error| error.is_io_error() && !error.is_timeout()) {
                set = command.query_async(&mut connection).await;
            }
            let set = set.map_err(failed)?;
            Ok(if set.is_some() { Spend::First } else { Spend::Again })
        })
    }
}

fn hex(nonce: Nonce) -> String {
    nonce.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The kind and the code of an error: its text may repeat what was sent.
fn failed(error: RedisError) -> LedgerError {
    if error.is_timeout() {
        return LedgerError::new("Redis did not answer in time");
    }
    if error.is_io_error() {
        return LedgerError::new("Redis cannot be reached");
    }
    let code = error.code().unwrap_or_default();
    LedgerError::new(format!("Redis: {:?} {code}", error.kind()).trim_end())
}

/// Shows nothing of the connection.
impl fmt::Debug for RedisLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisLedger").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}
