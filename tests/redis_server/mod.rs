//! A Redis server of one test, on loopback.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    env,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

pub struct Redis {
    server: Child,
    port: u16,
    arguments: Vec<String>,
}

impl Redis {
    /// Starts one with these arguments. `None` where there is no `redis-server`: then the test
    /// says so and passes, except in CI.
    pub fn start(arguments: &[&str]) -> Option<Self> {
        Self::start_on(free_port(), arguments)
    }

    /// Starts one that speaks TLS alone, with this certificate and its key, as files.
    pub fn start_tls(certificate: &str, key: &str) -> Option<Self> {
        let port = free_port();
        let tls = ["--port", "0", "--tls-port", &port.to_string(), "--tls-auth-clients", "no"];
        let files = ["--tls-cert-file", certificate, "--tls-key-file", key];
        Self::start_on(port, &[&tls[..], &files].concat())
    }

    fn start_on(port: u16, arguments: &[&str]) -> Option<Self> {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        match launch(port, &arguments) {
            Ok(server) => {
                let redis = Self { server, port, arguments };
                redis.wait();
                Some(redis)
            }
            Err(error) => {
                assert!(env::var_os("CI").is_none(), "redis-server: {error}");
                eprintln!("skipped: redis-server: {error}");
                None
            }
        }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub fn url_for(&self, user: &str, password: &str) -> String {
        format!("redis://{user}:{password}@127.0.0.1:{}", self.port)
    }

    /// Sends one command, as a client beside the ledger, and returns what it prints.
    pub fn command(&self, command: &[&str]) -> String {
        let output = Command::new("redis-cli")
            .args(["-p", &self.port.to_string()])
            .args(command)
            .output()
            .expect("redis-cli comes with redis-server");
        String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
    }

    pub fn stop(&mut self) {
        self.server.kill().expect("it is ours");
        self.server.wait().expect("it is ours");
    }

    pub fn restart(&mut self) {
        self.server = launch(self.port, &self.arguments).expect("it started before");
        self.wait();
    }

    /// Stops it where it stands, so that it takes connections and answers nothing.
    pub fn freeze(&self, frozen: bool) {
        let signal = if frozen { "-STOP" } else { "-CONT" };
        let kill = Command::new("kill").args([signal, &self.server.id().to_string()]).status();
        assert!(kill.expect("kill is there").success());
    }

    fn wait(&self) {
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(Instant::now() < end, "redis-server does not answer");
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn launch(port: u16, arguments: &Vec<String>) -> std::io::Result<Child> {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""])
        .args([
            "--appendonly",
            "no",
            "--dir",
            &PathBuf::from(env!("CARGO_TARGET_TMPDIR")).display().to_string(),
        ])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}
