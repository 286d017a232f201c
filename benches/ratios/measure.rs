//! Two sides against each other, in one run.
//!
//! A machine that others use is fast one moment and slow the next, so a time says nothing. Both
//! sides run for about a millisecond each, one right after the other, many times over, and take
//! turns at being first. What is compared is the time that the best tenth of a side's rounds stays
//! below: those are the ones that nothing else broke into.

use std::time::{Duration, Instant};

/// About how long one side runs in one round.
const SLICE: Duration = Duration::from_millis(1);

/// What one side takes for one run, in seconds.
pub trait Side: FnMut() -> f64 {}
impl<F: FnMut() -> f64> Side for F {}

/// All comparisons of one run, and whether their goals were met.
pub struct Report {
    wanted: Option<String>,
    rounds: usize,
    measured: usize,
    missed: usize,
}

impl Report {
    /// `quick` runs every comparison once, to see that it works. Otherwise those whose name has
    /// `wanted` in it are measured.
    pub fn new(wanted: Option<String>, quick: bool) -> Self {
        Self { wanted, rounds: if quick { 1 } else { 301 }, measured: 0, missed: 0 }
    }

    /// Whether the line of this name is to be measured.
    pub fn wants(&self, name: &str) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| name.contains(wanted))
    }

    /// Measures how many times as long `ours` takes as `theirs`, which should be `goal` at the
    /// most.
    pub fn compare(&mut self, name: &str, goal: f64, ours: impl Side, theirs: impl Side) {
        self.compare_rounds(name, goal, self.rounds, ours, theirs);
    }

    /// The same where each side is slow to set up.
    pub fn compare_slow(&mut self, name: &str, goal: f64, ours: impl Side, theirs: impl Side) {
        self.compare_rounds(name, goal, self.rounds.div_ceil(5), ours, theirs);
    }

    fn compare_rounds(
        &mut self,
        name: &str,
        goal: f64,
        rounds: usize,
        mut ours: impl Side,
        mut theirs: impl Side,
    ) {
        if !self.wants(name) {
            return;
        }
        let mut times = [const { Vec::new() }; 2];
        for round in 0..rounds {
            // Whoever is first may find the caches cold: they take turns.
            for turn in [round % 2, (round + 1) % 2] {
                times[turn].push(if turn == 0 { ours() } else { theirs() });
            }
        }
        let [ours, theirs] = times.map(best);
        self.say(name, ours / theirs, goal);
    }

    /// Says what a comparison came to; also one that is counted and not measured.
    pub fn say(&mut self, name: &str, ratio: f64, goal: f64) {
        if !self.wants(name) {
            return;
        }
        self.measured += 1;
        let met = ratio <= goal;
        self.missed += usize::from(!met);
        let verdict = if met { "met" } else { "MISSED" };
        println!("{name:<60} {ratio:>6.2} times; the goal is {goal:.2}: {verdict}");
    }

    /// What all lines together came to.
    pub fn verdict(&self) -> String {
        match (self.measured, self.missed) {
            (0, _) => "Nothing was measured.".to_owned(),
            (_, 0) => "All goals are met.".to_owned(),
            (_, missed) => format!("{missed} goal(s) missed."),
        }
    }
}

/// Repeats `work` until a slice of time is full, as often as the first slices show to be needed.
pub fn repeated(mut work: impl FnMut()) -> impl Side {
    let mut times = 1_u32;
    let mut settled = false;
    move || loop {
        let start = Instant::now();
        for _ in 0..times {
            work();
        }
        let taken = start.elapsed();
        settled |= taken >= SLICE || times > 1 << 24;
        if settled {
            return taken.as_secs_f64() / f64::from(times);
        }
        times *= 2;
    }
}

/// The time that one round in ten stays below: those are the ones that nothing broke into.
fn best(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 10]
}
