//! What guarding costs, as ratios: see `benches/README.md`.

mod calls;
mod fingerprints;
mod ledgers;
mod measure;
mod questions;
mod seals;
mod shared_ledger;

// The seal is no part of the API, so its file is compiled in here, with what it names.
#[allow(dead_code, reason = "a part of it is enough")]
#[path = "../../src/keys.rs"]
mod keys;
#[allow(dead_code, reason = "a part of it is enough")]
#[path = "../../src/seal.rs"]
mod seal;
mod fingerprint {
    pub(crate) use rmcp_approval::Fingerprint;
}
mod ledger {
    pub(crate) use rmcp_approval::Nonce;
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo says `--bench` when it benchmarks, and nothing when it tests.
    let quick = !arguments.iter().any(|argument| argument == "--bench");
    let wanted = arguments.into_iter().find(|argument| !argument.starts_with('-'));
    let mut report = measure::Report::new(wanted, quick);
    calls::run(&mut report);
    fingerprints::run(&mut report);
    ledgers::run(&mut report);
    shared_ledger::run(&mut report);
    seals::run(&mut report);
    questions::run(&mut report);
    println!("{}", report.verdict());
}
