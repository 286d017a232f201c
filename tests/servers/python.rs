//! Programs written in Python. A server is started by the test that needs one, and ended with it.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tokio::process::Child;

use super::install::{once, run};

const WATCHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/watched.py");

/// A virtual environment with packages in it.
pub struct Python(PathBuf);

impl Python {
    /// Installs what is not installed yet.
    pub fn with(name: &str, packages: &[&str]) -> Result<Self, String> {
        let home = once(name, packages, |home| {
            let python = Self(home.join("venv"));
            // Whatever is there was left by an installation that did not end.
            let _ = fs::remove_dir_all(&python.0);
            run(Command::new("python3").args(["-m", "venv"]).arg(&python.0))?;
            let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
            run(Command::new(python.program()).args(pip).args(packages))
        })?;
        Ok(Self(home.join("venv")))
    }

    /// Runs a few lines of Python and returns what they print.
    pub fn print(&self, lines: &str) -> String {
        let output = Command::new(self.program()).args(["-c", lines]).output().expect("Python");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Starts a module as a server that ends with the handle, and with this process however that
    /// ends. What it prints goes into `log`.
    pub fn serve(&self, module: &str, arguments: &[&str], log: &Path) -> Child {
        let log = File::create(log).expect("a log file");
        tokio::process::Command::new(self.program())
            .args([WATCHED, module])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(log.try_clone().expect("a log file"))
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts")
    }

    pub fn program(&self) -> PathBuf {
        self.script("python")
    }

    /// A program that a package brought along.
    pub fn script(&self, name: &str) -> PathBuf {
        if cfg!(windows) {
            self.0.join(format!("Scripts/{name}.exe"))
        } else {
            self.0.join("bin").join(name)
        }
    }
}
