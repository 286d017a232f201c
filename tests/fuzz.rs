//! Whatever comes from outside, some of it made at random: each of `fuzz/` in turn.
//!
//! By default for a few seconds in all, with the same inputs each time. `FUZZ_SECONDS=60` takes a
//! minute, with new ones. The folder `fuzz` at the top runs the same on libFuzzer.

#[path = "fuzz/mod.rs"]
mod bodies;

use std::{
    cell::Cell,
    env, fmt,
    time::{Duration, Instant},
};

use bodies::TARGETS;
use proptest::{
    collection::vec,
    prelude::{Strategy, any},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

/// Without `FUZZ_SECONDS`.
const SECONDS: f64 = 6.0;

/// How much time each target has.
fn time() -> Duration {
    let seconds = env::var("FUZZ_SECONDS").map(|value| value.parse().expect("a number"));
    Duration::from_secs_f64(seconds.unwrap_or(SECONDS) / TARGETS.len() as f64)
}

/// Shown on one line where a promise is broken.
struct Input(Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn fuzz(name: &str) {
    let (_, target) = TARGETS.iter().find(|(other, _)| *other == name).expect("it is listed");
    // A few at a time, until the time is over.
    let config = Config { cases: 64, failure_persistence: None, ..Config::default() };
    let mut runner = match env::var_os("FUZZ_SECONDS") {
        Some(_) => TestRunner::new(config.clone()),
        None => {
            let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
            TestRunner::new_with_rng(config.clone(), rng)
        }
    };
    let (tried, deep) = (Cell::new(0_u64), Cell::new(0_u64));
    let end = Instant::now() + time();
    while Instant::now() < end {
        // A runner that has had its cases is done.
        runner = TestRunner::new_with_rng(config.clone(), runner.new_rng());
        let run = runner.run(&vec(any::<u8>(), 0..500).prop_map(Input), |Input(data)| {
            tried.set(tried.get() + 1);
            deep.set(deep.get() + u64::from(target(&data)));
            Ok(())
        });
        run.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
    let (tried, deep) = (tried.get(), deep.get());
    println!("{name}: {tried} inputs, {deep} of them got past the first check");
    assert!(tried >= 64, "{name}: there was no time to try anything");
    assert!(deep * 20 > tried, "{name}: only {deep} of {tried} inputs got anywhere");
}

#[test]
fn nothing_but_the_untouched_original_is_approved() {
    fuzz("returned");
}

#[test]
fn a_token_that_was_touched_is_none() {
    fuzz("quoted");
}

#[test]
fn arguments_are_taken_or_refused_like_those_of_a_plain_tool() {
    fuzz("arguments");
}

#[test]
fn a_callers_value_is_shown_on_one_line_with_everything_visible() {
    fuzz("shown");
}

#[test]
fn two_operations_share_a_fingerprint_only_if_they_mean_the_same() {
    fuzz("bound");
}

#[test]
fn an_edited_card_keeps_every_other_property() {
    fuzz("cards");
}

#[test]
fn no_answer_of_a_carddav_server_is_too_odd_to_read() {
    fuzz("answers");
}
