//! The command line of a demo server: how clients reach it.

use std::{ffi::OsString, net::SocketAddr};

/// How clients reach the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Transport {
    Stdio,
    Http(Listen),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listen {
    pub(super) address: SocketAddr,
    /// Whether MCP 2025-11-25 gets sessions, which belong to one process. Without
    /// one, a question cannot be pushed.
    pub(super) sessions: bool,
}

pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Transport, String> {
    let mut arguments = arguments.into_iter();
    let (mut address, mut sessions) = (None, true);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--http") => address = Some(socket(arguments.next())?),
            Some("--stateless") => sessions = false,
            _ => {
                return Err(format!(
                    "{} is not understood: without arguments it serves on stdio, and with --http \
                     127.0.0.1:PORT on HTTP; --stateless does without sessions there",
                    argument.to_string_lossy()
                ));
            }
        }
    }
    match address {
        Some(address) => Ok(Transport::Http(Listen { address, sessions })),
        None if sessions => Ok(Transport::Stdio),
        None => Err("--stateless goes with --http: on stdio there is nothing else".to_owned()),
    }
}

fn socket(value: Option<OsString>) -> Result<SocketAddr, String> {
    let value = value.unwrap_or_default();
    let address = value.to_str().and_then(|value| value.parse().ok());
    address.ok_or_else(|| "--http accepts an address and a port: 127.0.0.1:8000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Transport, String> {
        parse(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn stdio_is_what_nothing_means() {
        assert_eq!(parsed(""), Ok(Transport::Stdio));
        let address = SocketAddr::from(([127, 0, 0, 1], 8000));
        let http = |sessions| Ok(Transport::Http(Listen { address, sessions }));
        assert_eq!(parsed("--http 127.0.0.1:8000"), http(true));
        assert_eq!(parsed("--stateless --http 127.0.0.1:8000"), http(false));
    }

    #[test]
    fn anything_else_is_refused() {
        for line in ["--htpp 127.0.0.1:8000", "--http", "--http localhost", "--stateless", "stdio"]
        {
            assert!(parsed(line).is_err(), "{line}");
        }
    }
}
