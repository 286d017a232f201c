//! Several processes of one server, and gateways before one: the two legs of a call meet
//! different processes.

mod asleep;
mod balancer;
mod caller;
#[path = "../demo/mod.rs"]
mod demo;
mod faults;
mod gateway;
mod outside;
mod person;
mod plan;
mod process;
#[path = "../redis_server/mod.rs"]
mod redis_server;
mod replicas;
mod round;
mod rounds;
#[path = "../servers/mod.rs"]
mod servers;
mod session;
mod tally;
mod world;
