//! The client's end of a connection, message by message: for what a well-behaved client would
//! not send, or not in this order.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf},
    time::timeout,
};

use crate::notes::Notes;

pub struct Wire {
    incoming: Lines<BufReader<ReadHalf<DuplexStream>>>,
    outgoing: WriteHalf<DuplexStream>,
    pub server: tokio::task::JoinHandle<()>,
}

impl Wire {
    /// Connects on 2025-11-25, as a client that shows forms.
    pub async fn connect(server: &Notes) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let notes = server.clone();
        let server = tokio::spawn(async move {
            let running = rmcp::serve_server(notes, theirs).await.expect("the handshake");
            running.waiting().await.expect("the server does not panic");
        });
        let (incoming, outgoing) = tokio::io::split(ours);
        let mut wire = Self { incoming: BufReader::new(incoming).lines(), outgoing, server };
        wire.send(json!({"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {"form": {}}},
            "clientInfo": {"name": "wire", "version": "0"},
        }}))
        .await;
        assert_eq!(wire.receive().await["result"]["protocolVersion"], "2025-11-25");
        wire.send(json!({"method": "notifications/initialized"})).await;
        wire
    }

    pub async fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        let line = format!("{message}\n");
        self.outgoing.write_all(line.as_bytes()).await.expect("the server is there");
    }

    /// Calls `delete_note` for note 1, with the id 1 and the progress token "p".
    pub async fn call(&mut self) {
        self.send(json!({"id": 1, "method": "tools/call", "params": {
            "name": "delete_note",
            "arguments": {"id": 1},
            "_meta": {"progressToken": "p"},
        }}))
        .await;
    }

    /// Waits for the question, and gives its id.
    pub async fn question(&mut self) -> Value {
        let question = self.receive_but("notifications/progress").await;
        assert_eq!(question["method"], "elicitation/create");
        question["id"].clone()
    }

    pub async fn yes(&mut self, question: &Value) {
        let yes = json!({"action": "accept", "content": {"confirm": true}});
        self.send(json!({"id": question, "result": yes})).await;
    }

    pub async fn cancel(&mut self) {
        let params = json!({"requestId": 1, "reason": "the caller gave up"});
        self.send(json!({"method": "notifications/cancelled", "params": params})).await;
    }

    /// The next message. Where time is paused, one that never comes fails at once.
    pub async fn receive(&mut self) -> Value {
        let line = timeout(Duration::from_secs(24 * 60 * 60), self.incoming.next_line()).await;
        let line = line.expect("a message comes").expect("readable").expect("not closed");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The next message of another method.
    pub async fn receive_but(&mut self, method: &str) -> Value {
        loop {
            let message = self.receive().await;
            if message["method"] != method {
                return message;
            }
        }
    }

    /// Makes sure that the server has read everything that was sent.
    pub async fn settle(&mut self) {
        self.send(json!({"id": "settle", "method": "ping"})).await;
        while self.receive().await["id"] != "settle" {}
    }

    /// Closes the connection and waits until the server has ended.
    pub async fn close(self) {
        drop((self.incoming, self.outgoing));
        self.server.await.expect("the server does not panic");
    }
}
