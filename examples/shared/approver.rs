//! The approver as the environment says: `ELICITATION`, and, for several processes of
//! one server, `MCP_APPROVAL_KEYS` and `REDIS_URL`.

use rmcp_approval::{Approver, Elicitation, KeyRing, RedisLedger};

use super::variable;

const REDIS_URL: &str = "REDIS_URL";

type StartError = Box<dyn std::error::Error + Send + Sync>;

pub(super) async fn from_env(server: &'static str) -> Result<Approver, StartError> {
    let builder = Approver::builder(server).elicitation(Elicitation::from_env()?);
    let builder = match (KeyRing::from_env()?, variable::text(REDIS_URL)?) {
        (None, None) => builder,
        (Some(keys), Some(url)) => {
            // Servers that share a Redis do not share what was spent.
            let prefix = format!("{server}:spent:");
            let ledger = RedisLedger::connect(&url).await;
            let ledger = ledger.map_err(|error| format!("{REDIS_URL}: {error}"))?;
            builder.shared(keys, ledger.with_prefix(prefix))
        }
        // With the keys alone, an approval would work once in each process, and once
        // more after each restart.
        _ => {
            let keys = KeyRing::VARIABLE;
            return Err(format!("{keys} and {REDIS_URL} are set together or not at all").into());
        }
    };
    Ok(builder.build()?)
}
