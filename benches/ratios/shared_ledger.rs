//! Spending in Redis, against one bare round trip on the same kind of connection.

use std::time::{Duration, SystemTime};

use redis::aio::ConnectionManager;
use rmcp_approval::{Ledger, RedisLedger, Spend};

use crate::{
    ledgers::fresh,
    measure::{Report, repeated},
};

#[path = "../../tests/redis_server/mod.rs"]
mod redis_server;

use redis_server::Redis;

const PING: &str = "shared ledger: spending against PING";
const SET: &str = "shared ledger: spending against SET";

pub fn run(report: &mut Report) {
    // A server is not started for nothing.
    if ![PING, SET].iter().any(|name| report.wants(name)) {
        return;
    }
    let Some(server) = Redis::start(&[]) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("one");
    let (ledger, bare) = runtime.block_on(async {
        let ledger = RedisLedger::connect(&server.url()).await.expect("it answers");
        let client = redis::Client::open(server.url()).expect("a URL");
        (ledger, ConnectionManager::new(client).await.expect("it answers"))
    });
    let until = SystemTime::now() + Duration::from_secs(900);
    let ours = || {
        repeated(|| {
            let spent = runtime.block_on(ledger.spend(fresh(until)));
            assert_eq!(spent, Ok(Spend::First));
        })
    };
    let trip = |command: redis::Cmd| {
        let (mut bare, runtime) = (bare.clone(), &runtime);
        repeated(move || {
            runtime.block_on(command.exec_async(&mut bare)).expect("it answers");
        })
    };
    report.compare(PING, 1.25, ours(), trip(redis::cmd("PING")));
    let set = redis::cmd("SET").arg("bench").arg(1).to_owned();
    report.compare(SET, 1.25, ours(), trip(set));
}
