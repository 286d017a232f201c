//! Servers written in Python: installed once below `target`, started by the test that needs one,
//! and ended with it.

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fs4::fs_std::FileExt;
use tokio::process::Child;

const WATCHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/watched.py");

/// A virtual environment with a server in it.
pub struct Python(PathBuf);

impl Python {
    /// Installs what is not installed yet. Several test binaries may want to at once: the first
    /// installs, and the others wait for its lock.
    pub fn with(name: &str, packages: &[&str]) -> Result<Self, String> {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
        let lock = File::create(home.join("lock")).map_err(|error| error.to_string())?;
        lock.lock_exclusive().map_err(|error| error.to_string())?;

        let (wanted, installed) = (packages.join("\n"), home.join("installed"));
        let python = Self(home.join("venv"));
        if fs::read_to_string(&installed).is_ok_and(|found| found == wanted) {
            return Ok(python);
        }
        // Whatever is there was left by an installation that did not end.
        let _ = fs::remove_dir_all(&python.0);
        run(Command::new("python3").args(["-m", "venv"]).arg(&python.0))?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        run(Command::new(python.program()).args(pip).args(packages))?;
        fs::write(installed, wanted).map_err(|error| error.to_string())?;
        Ok(python)
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

    fn program(&self) -> PathBuf {
        if cfg!(windows) { self.0.join("Scripts/python.exe") } else { self.0.join("bin/python") }
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |why: String| format!("{program}: {why}");
    match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Without what a test needs from outside it passes, and says so past the capture of its output.
/// In CI everything is there, or the tests have tested nothing.
pub fn skip(why: &str) {
    assert!(std::env::var("CI").as_deref() != Ok("true"), "cannot be tested: {why}");
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
