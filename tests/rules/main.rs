//! The rules that the library keeps, a file for each. They are one program, so that a build links
//! once: `cargo test --test rules token::` runs those of one file.

mod answers;
mod arguments;
mod asking;
mod audit;
mod backend;
mod binding;
mod elicitation_variable;
mod keys_variable;
mod ledger;
mod ledger_faults;
mod ledger_redis;
mod ledger_rules;
mod misuse;
mod notes;
mod over_http;
mod printed;
mod question;
#[path = "../redis_server/mod.rs"]
mod redis_server;
mod scripted;
mod state;
mod time;
mod token;
mod unshown;
mod wire;
