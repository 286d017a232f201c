//! The clients: what is installed of each, and what drives it.

use std::path::PathBuf;

use crate::servers::{install::skip, node::Node, python::Python};

/// The question is pushed to the client on the first, and travels in a result on the second.
pub const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

const ONLY_OLD: &str = "this client speaks no revision after 2025-11-25";

/// Both in one environment: the second is built on the first.
const PYTHON: (&str, &[&str]) = ("client-python", &["mcp==2.3.0", "fastmcp==4.2.3"]);
const PYTHON_1: (&str, &[&str]) = ("client-python-1", &["mcp==1.30.0"]);
const NODE: (&str, &[&str]) = (
    "client-node",
    &[
        "@modelcontextprotocol/sdk@1.32.2",
        "@modelcontextprotocol/client@2.4.0",
        "@modelcontextprotocol/inspector@2.12.0",
    ],
);

pub struct Client {
    pub name: &'static str,
    pub version: &'static str,
    pub revisions: &'static [&'static str],
    /// Why it does not speak the others.
    pub why_not: &'static str,
    language: Language,
    driver: &'static str,
}

enum Language {
    Python((&'static str, &'static [&'static str])),
    JavaScript,
}

/// How to start a driver.
#[derive(Clone)]
pub struct Installed {
    pub program: PathBuf,
    pub arguments: Vec<PathBuf>,
}

pub static CLIENTS: [&Client; 6] = [
    &Client {
        name: "mcp (Python)",
        version: "2.3.0",
        revisions: &REVISIONS,
        why_not: "",
        language: Language::Python(PYTHON),
        driver: "mcp_2.py",
    },
    &Client {
        name: "mcp (Python)",
        version: "1.30.0",
        revisions: &["2025-11-25"],
        why_not: ONLY_OLD,
        language: Language::Python(PYTHON_1),
        driver: "mcp_1.py",
    },
    &Client {
        name: "fastmcp",
        version: "4.2.3",
        revisions: &REVISIONS,
        why_not: "",
        language: Language::Python(PYTHON),
        driver: "fastmcp_4.py",
    },
    &Client {
        name: "@modelcontextprotocol/sdk",
        version: "1.32.2",
        revisions: &["2025-11-25"],
        why_not: ONLY_OLD,
        language: Language::JavaScript,
        driver: "sdk_1.mjs",
    },
    &Client {
        name: "@modelcontextprotocol/client",
        version: "2.4.0",
        revisions: &REVISIONS,
        why_not: "",
        language: Language::JavaScript,
        driver: "client_2.mjs",
    },
    &Client {
        name: "mcpdo (inspector)",
        version: "2.12.0",
        revisions: &REVISIONS,
        why_not: "",
        language: Language::JavaScript,
        driver: "mcpdo.mjs",
    },
];

impl Client {
    /// Installs what is not installed yet.
    pub fn install(&self) -> Result<Installed, String> {
        let drivers = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/clients/drivers");
        let driver = drivers.join(self.driver);
        let installed = match self.language {
            Language::Python((name, packages)) => Python::with(name, packages)
                .map(|python| Installed { program: python.program(), arguments: vec![driver] }),
            Language::JavaScript => Node::with(NODE.0, NODE.1).map(|node| {
                let arguments = vec![driver, node.home().to_path_buf()];
                Installed { program: node.program().to_path_buf(), arguments }
            }),
        };
        installed.inspect_err(|why| skip(&format!("{} {}: {why}", self.name, self.version)))
    }
}
