//! The Audiobookshelf demo, over the real protocol.
//!
//! Most of these tests run twice: against the embedded library, and against the server of
//! `AUDIOBOOKSHELF_TEST_URL` with the key of `AUDIOBOOKSHELF_TEST_KEY`, an administrator's. There
//! they make what they need and remove it again. It has to have a library with four books, of which
//! one was never begun; what they need of podcasts they pass over where there are none.

#[path = "../../examples/audiobookshelf/server/mod.rs"]
#[expect(dead_code, reason = "the tests serve in memory, and not on stdio")]
mod server;

/// Runs each test in `standin` and in `real_server`.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod standin {
            use crate::world::World;

            $(#[tokio::test]
            async fn $test() {
                super::$test(World::standin().await).await;
            })*
        }

        mod real_server {
            use crate::world::World;

            $(#[tokio::test]
            async fn $test() {
                World::on_real_server(super::$test).await;
            })*
        }
    };
}

mod cases;
mod changed;
mod conformance;
#[path = "../demo/mod.rs"]
mod demo;
mod faults;
mod free;
mod guarded;
mod meddler;
mod ordering;
mod questions;
mod raw;
mod reading;
mod refused;
mod targets;
mod terminal;
mod updates;
mod world;
