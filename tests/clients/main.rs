//! MCP clients that other people wrote, against both demo servers: on stdio and over HTTP, on each
//! revision that they speak, with each answer that somebody can give.
//!
//! What counts is what the address book or the library holds afterwards, and what was written to
//! it: not what the client says. The drivers in `drivers` expect nothing.

mod backend;
mod cell;
mod client;
#[path = "../demo/mod.rs"]
mod demo;
mod driver;
#[path = "../audiobookshelf/raw.rs"]
#[allow(dead_code, reason = "each test file uses a part of it")]
mod raw;
#[path = "../../examples/audiobookshelf/server/mod.rs"]
#[expect(dead_code, reason = "only the embedded library is used here")]
mod server;
#[path = "../servers/mod.rs"]
mod servers;
mod started;
mod table;

use std::time::Instant;

use backend::Demo;
use cell::{Cell, Row};
use client::{CLIENTS, Client, Installed, REVISIONS};
use driver::Driver;
use started::Transport;
use table::{Line, Table};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_client_asks_its_person_and_only_a_yes_or_a_quoted_token_deletes() {
    started::programs();
    let began = Instant::now();
    let installing = CLIENTS.map(|client| tokio::task::spawn_blocking(|| client.install()));
    let mut lanes = Vec::new();
    for (client, installing) in CLIENTS.into_iter().zip(installing) {
        let installed = installing.await.expect("no panic");
        for transport in Transport::of(client) {
            lanes.push((client, installed.clone(), *transport));
        }
    }

    let (installed_in, began) = (began.elapsed(), Instant::now());
    let running: Vec<_> = lanes
        .into_iter()
        .map(|(client, installed, transport)| tokio::spawn(lane(client, installed, transport)))
        .collect();
    let mut table = Table::default();
    let mut complaints = Vec::new();
    for lane in running {
        let (lines, log) = lane.await.expect("no panic");
        lines.into_iter().for_each(|line| table.add(line));
        complaints.extend(log.lines().filter(|line| line.contains("schema")).map(str::to_owned));
    }
    table.print(installed_in, began.elapsed());
    assert_eq!(table.failures(), [""; 0]);
    assert_eq!(complaints, [""; 0], "what clients say on stderr of the tools' schemas");
}

/// One client on one transport, with a process of its own.
async fn lane(
    client: &'static Client,
    installed: Result<Installed, String>,
    transport: Transport,
) -> (Vec<Line>, String) {
    let (mut lines, mut log) = (Vec::new(), String::new());
    let mut driver = None;
    for revision in REVISIONS.into_iter().filter(|revision| transport.carries(revision)) {
        for demo in Demo::ALL {
            let cell = Cell { revision, transport, demo };
            let row = match &installed {
                Err(why) => Row::left_out(why),
                Ok(_) if !client.revisions.contains(&revision) => Row::left_out(client.why_not),
                Ok(installed) => {
                    let driving = driver.get_or_insert_with(|| Driver::start(installed));
                    cell.run(driving).await
                }
            };
            // A process that failed is in a state that nobody knows.
            if row.has_failed()
                && let Some(driver) = driver.take()
            {
                log += &driver.end().await;
            }
            lines.push(Line { client, cell, row });
        }
    }
    if let Some(driver) = driver {
        log += &driver.end().await;
    }
    (lines, log)
}
