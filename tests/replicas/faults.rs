//! How an answer gets to the replicas, and what gets in its way.

use std::{sync::Arc, time::Duration};

use reqwest::StatusCode;
use tokio::{task::JoinSet, time::sleep};

use crate::{
    caller::{Caller, Client, Outcome},
    plan::{Fault, Moment, Tool},
    replicas::without_key_of,
    round::{Pending, Round, call, until_answered},
    world::{NEW_PHONE, World},
};

/// How often each replica gets an answer that comes to all of them at once.
const TIMES: usize = 3;

/// Sends the answer of a round for the first time.
pub async fn answer(round: &Round, world: &mut World, others: &[Round]) -> Outcome {
    match round.plan.fault {
        Fault::None => {}
        Fault::KilledBetween => return killed_between(round, world).await,
        Fault::KilledDuring(moment) => return killed_during(round, world, moment).await,
        Fault::KeysChanged => return keys_changed(round, world).await,
        Fault::KeyDropped => return key_dropped(round, world).await,
        Fault::AllAtOnce => return all_at_once(round, world).await,
        Fault::RedisFrozen(milliseconds) => {
            let frozen = Duration::from_millis(milliseconds);
            return redis_frozen(round, world, frozen).await;
        }
        Fault::RedisRestarted => redis_restarted(world).await,
        Fault::ResponseLost => world.replicas.balancer.lose_next_answer(),
        Fault::ForeignAnswers => foreign_answers(round, world, others).await,
        Fault::OtherCallers => other_callers(round, world).await,
    }
    world.send(&round.answer()).await
}

/// Restarts Redis, and sees that every no still stands: its answer, turned into a yes, is worth
/// nothing.
pub async fn redis_restarted(world: &mut World) {
    world.restart_redis().await;
    for (yes, card) in world.declined.clone() {
        let outcome = until_answered(world, &yes).await;
        let asked = matches!(outcome, Outcome::Question { .. });
        assert!(asked, "Redis forgot: {outcome:?} to {yes:?}");
        assert_eq!(world.writes(&card), 0, "Redis forgot: {yes:?}");
        world.tally.refused += 1;
    }
}

async fn killed_between(round: &Round, world: &World) -> Outcome {
    world.replicas.kill_last().await;
    let outcome = world.send(&round.answer()).await;
    world.replicas.revive().await;
    outcome
}

async fn killed_during(round: &Round, world: &World, moment: Moment) -> Outcome {
    let replicas = Arc::clone(&world.replicas);
    // In a task of its own: the request that it happens in ends with the replica.
    let kill = async move { tokio::spawn(async move { replicas.kill_last().await }).await };
    let kill = async { kill.await.expect("no panic") };
    match moment {
        Moment::Reading => world.backend.meddle("PROPFIND", kill),
        Moment::BeforeTheWrite => world.backend.meddle(round.plan.tool.method(), kill),
        Moment::AfterTheWrite => world.backend.meddle_after(round.plan.tool.method(), kill),
        Moment::Later(milliseconds) => {
            let killed = async {
                sleep(Duration::from_millis(milliseconds)).await;
                kill.await;
            };
            let (outcome, ()) = tokio::join!(send(round, world), killed);
            world.replicas.revive().await;
            return outcome;
        }
    }
    let outcome = send(round, world).await;
    world.backend.leave_alone();
    world.replicas.revive().await;
    outcome
}

/// One step of a change of keys, with the answer in the middle of it.
async fn keys_changed(round: &Round, world: &World) -> Outcome {
    let step = world.replicas.newest_step() + 1;
    world.replicas.restart(0, step).await;
    let outcome = send(round, world).await;
    for replica in 1..world.replicas.count() {
        world.replicas.restart(replica, step).await;
    }
    outcome
}

/// Restarts all of them without the key of this question. Its answer is then worth nothing.
async fn key_dropped(round: &Round, world: &mut World) -> Outcome {
    let step = without_key_of(round.asked_at).max(world.replicas.newest_step());
    for replica in 0..world.replicas.count() {
        world.replicas.restart(replica, step).await;
    }
    let outcome = until_answered(world, &round.answer()).await;
    let refused = outcome.asks_again() || outcome.refuses("does not fit this call");
    assert!(refused, "{outcome:?} without its key: {round:?}");
    assert_eq!(world.writes(&round.card), 0, "without its key: {round:?}");
    outcome
}

async fn all_at_once(round: &Round, world: &World) -> Outcome {
    let mut sending = JoinSet::new();
    for url in world.replicas.balancer.replicas().iter().cycle().take(TIMES * 3) {
        let (answer, http, url) = (round.answer(), world.http.clone(), url.clone());
        sending.spawn(async move { answer.send(&http, &url).await });
    }
    let mut outcomes = sending.join_all().await;
    let counts = |outcome: &Outcome| match round.plan.answer.is_yes() {
        true => *outcome == Outcome::Done,
        false => outcome.refuses("The person was asked") || outcome.refuses("without the tick"),
    };
    let counted = outcomes.iter().filter(|outcome| counts(outcome)).count();
    assert!(counted <= 1, "one answer counted {counted} times: {round:?}, {outcomes:?}");
    let first = outcomes.iter().position(counts).unwrap_or_default();
    outcomes.swap_remove(first)
}

async fn redis_frozen(round: &Round, world: &World, frozen: Duration) -> Outcome {
    world.redis().freeze(true);
    let thaw = async {
        sleep(frozen).await;
        world.redis().freeze(false);
    };
    tokio::join!(send(round, world), thaw).0
}

/// Tries, on this call, what was said of others, each time with a yes.
async fn foreign_answers(round: &Round, world: &mut World, others: &[Round]) {
    let own_kind = |pending: &&Pending| {
        matches!(pending, Pending::Question(_)) == matches!(round.pending, Pending::Question(_))
    };
    let open = others.iter().map(|other| &other.pending).find(own_kind);
    let spent = world.spent.iter().rev().find(own_kind);
    let foreign = open.into_iter().chain(spent);
    let mut requests: Vec<_> = foreign.map(|pending| pending.yes(&round.call)).collect();
    // Its own, on a call that is not quite the same.
    let other_phone = format!("{NEW_PHONE}0");
    let other = call(round.plan.answer.client(), Tool::Update, &round.card, &other_phone);
    requests.push(round.pending.yes(&other));
    // An answer's state in the place of a token, and the other way round.
    requests.push(match &round.pending {
        Pending::Question(state) => {
            call(Client::AsksNobody, round.plan.tool, &round.card, NEW_PHONE).quoting(state)
        }
        Pending::Token(token) => {
            let asking = call(Client::Asks, round.plan.tool, &round.card, NEW_PHONE);
            Pending::Question(token.clone()).yes(&asking)
        }
    });
    for request in requests {
        let outcome = until_answered(world, &request).await;
        let refused = outcome.asks_again() || outcome.refuses("does not fit this call");
        assert!(refused, "{outcome:?} to {request:?} at {round:?}");
        assert_eq!(world.writes(&round.card), 0, "a foreign answer was acted on: {round:?}");
        world.tally.refused += 1;
    }
}

/// Others send the very request that its caller is about to send.
async fn other_callers(round: &Round, world: &mut World) {
    for caller in [Caller::Bob, Caller::Nobody] {
        let yes = round.pending.yes(&round.call).by(caller);
        let outcome = until_answered(world, &yes).await;
        let refused = match caller {
            Caller::Nobody => outcome == Outcome::Status(StatusCode::UNAUTHORIZED),
            _ => outcome.asks_again() || outcome.refuses("does not fit this call"),
        };
        assert!(refused, "{outcome:?} to {caller:?} at {round:?}");
        assert_eq!(world.writes(&round.card), 0, "{caller:?} was let through: {round:?}");
        world.tally.refused += 1;
    }
}

async fn send(round: &Round, world: &World) -> Outcome {
    world.send(&round.answer()).await
}
