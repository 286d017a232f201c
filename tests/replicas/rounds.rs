//! Many rounds at random, with several questions open at any time.
//!
//! `REPLICA_ROUNDS` says how many, and `REPLICA_SEED` which; the seed is printed.

use std::{env, time::SystemTime};

use crate::{
    faults::redis_restarted,
    plan::{Answer, Fault, Plan, Plans, Tool},
    round::Round,
    world::{SHELF, World},
};

/// Each fault comes three times.
const ROUNDS: usize = 3 * 14;
const REPLICAS: usize = 3;

/// How many questions are open at the same time.
const OPEN: usize = 4;

fn number(variable: &str) -> Option<u64> {
    let value = env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} is no number")))
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_happens_between_the_legs_nothing_runs_unapproved_or_twice_or_gets_lost() {
    let rounds = number("REPLICA_ROUNDS").map_or(ROUNDS, |rounds| rounds as usize);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
    let seed = number("REPLICA_SEED").unwrap_or(now.as_secs());
    println!("REPLICA_SEED={seed} REPLICA_ROUNDS={rounds}");
    let Some(mut world) = World::start(REPLICAS, true).await else { return };
    let mut plans = Plans::new(seed);
    let mut open = Vec::new();
    let mut left = rounds;
    while left > 0 || !open.is_empty() {
        while left > 0 && open.len() < OPEN {
            open.push(Round::open(&mut world, plans.next()).await);
            left -= 1;
        }
        let round = open.swap_remove(plans.index(open.len()));
        round.settle(&mut world, &open).await;
        world.check_latest(SHELF).await;
    }
    redis_restarted(&mut world).await;
    world.check_all().await;
    println!("{}", world.tally);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rounds_notice_a_ledger_that_is_not_shared() {
    let Some(mut world) = World::start(2, false).await else { return };
    let plan = Plan { number: 1, tool: Tool::Delete, answer: Answer::Decline, fault: Fault::None };
    let round = Round::open(&mut world, plan).await;
    let settled = tokio::spawn(async move { round.settle(&mut world, &[]).await }).await;
    let panic = settled.expect_err("a declined answer works at the other replica").into_panic();
    let said = panic.downcast_ref::<String>().expect("a message");
    assert!(said.contains("a spent answer was taken"), "{said}");
}
