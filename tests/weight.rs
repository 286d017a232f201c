//! What a server pays for the library: the crates that a default build adds to those of rmcp.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::Value;

/// More than these few would have to be worth it.
const MOST: usize = 6;

/// What cargo prints. It asks nobody outside, and changes no lock file of ours.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO"))
        .current_dir(folder)
        .args(arguments)
        .arg("--offline")
        .output()
        .expect("cargo runs");
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "cargo {arguments:?}: {complaint}");
    String::from_utf8(run.stdout).expect("UTF-8")
}

/// The crates that a build of the package in this folder takes on this target, tests left out.
fn crates(folder: &Path) -> BTreeSet<String> {
    let tree = ["tree", "--edges=normal", "--prefix=none", "--no-dedupe", "--format={p}"];
    let name_and_version = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    cargo(folder, &tree).lines().map(name_and_version).collect()
}

/// A package beside ours that depends on rmcp as we do, and on nothing else.
fn rmcp_alone(ours: &Path) -> tempfile::TempDir {
    let metadata = cargo(ours, &["metadata", "--locked", "--no-deps", "--format-version=1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let dependencies = metadata["packages"][0]["dependencies"].as_array().expect("a list");
    let rmcp = dependencies.iter().find(|it| it["name"] == "rmcp" && it["kind"].is_null());
    let rmcp = rmcp.expect("the library is built on rmcp");
    let manifest = format!(
        "[package]\nname = \"rmcp-alone\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [lib]\npath = \"lib.rs\"\n[workspace]\n\
         [dependencies.rmcp]\nversion = {}\ndefault-features = {}\nfeatures = {}\n",
        rmcp["req"], rmcp["uses_default_features"], rmcp["features"],
    );
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("written");
    fs::write(folder.path().join("lib.rs"), "").expect("written");
    // The same versions as ours.
    fs::copy(ours.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("copied");
    folder
}

#[test]
fn a_default_build_adds_six_crates_to_rmcp_at_the_most() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
    let alone = rmcp_alone(ours);
    let (with, without) = (crates(ours), crates(alone.path()));
    let has = |crates: &BTreeSet<String>, name: &str| {
        crates.iter().any(|line| line.starts_with(&format!("{name} v")))
    };
    // Two real trees: rmcp and its own crates are in both, and ours in one.
    for shared in ["rmcp", "serde_json", "hmac"] {
        assert!(has(&with, shared) && has(&without, shared), "{shared} is in only one of the two");
    }
    assert!(has(&with, "rmcp-approval") && !has(&with, "proptest"));
    let added: Vec<&String> =
        with.difference(&without).filter(|name| !name.starts_with("rmcp-approval ")).collect();
    assert!(!added.is_empty(), "the two trees are one");
    assert!(
        added.len() <= MOST,
        "a default build adds {} crates to those of rmcp, and {MOST} are the most: {added:#?}",
        added.len(),
    );
}
