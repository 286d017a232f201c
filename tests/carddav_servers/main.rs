//! The CardDAV server on real CardDAV servers: the embedded one, Radicale and Xandikos.

mod client;
#[path = "../demo/mod.rs"]
mod demo;
#[path = "../servers/mod.rs"]
mod servers;

/// Makes a test of each function for each of the CardDAV servers.
macro_rules! on_every_server {
    ($($test:ident),* $(,)?) => {
        $crate::on_every_server!(embedded: $($test),*);
        $crate::on_every_server!(radicale: $($test),*);
        $crate::on_every_server!(xandikos: $($test),*);
    };
    ($server:ident: $($test:ident),*) => {
        mod $server {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    if let Some(server) = $crate::servers::Server::$server().await {
                        super::$test(server).await;
                    }
                }
            )*
        }
    };
}

use on_every_server;

mod cards;
mod failing;
mod meddling;
mod radicale;
mod reading;
mod refusing;
mod settings;
mod terminal;
mod writing;
