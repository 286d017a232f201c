//! Programs that a test needs from outside: installed once below `target`, by the first test that
//! needs them.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fs4::fs_std::FileExt;

/// Gives the folder called `name`, with what `install` puts into it. Several test binaries may want
/// it at once: the first installs, and the others wait for its lock.
pub fn once(
    name: &str,
    wanted: &[&str],
    install: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<PathBuf, String> {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
    let lock = File::create(home.join("lock")).map_err(|error| error.to_string())?;
    lock.lock_exclusive().map_err(|error| error.to_string())?;

    let (wanted, installed) = (wanted.join("\n"), home.join("installed"));
    if !fs::read_to_string(&installed).is_ok_and(|found| found == wanted) {
        // From here until it ends, what is there is no installation.
        let _ = fs::remove_file(&installed);
        install(&home)?;
        fs::write(installed, wanted).map_err(|error| error.to_string())?;
    }
    Ok(home)
}

/// Runs a program to its end, and gives what it wrote on standard error if it failed.
pub fn run(command: &mut Command) -> Result<(), String> {
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
