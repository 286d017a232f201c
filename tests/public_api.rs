//! Everything that the crate lets others name, as one list. A new way to an approval shows here
//! before anybody has thought of a test against it.
//!
//! The list is written anew with `BLESS=1 cargo test --test public_api`. Read the difference:
//! whatever returns an `Approved`, a `Person`, a `Token`, a `Caller` or a `Call` is a way to make
//! one.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// The format of rustdoc's JSON that the crate `public-api` reads here: that of Rust 1.95. Another
/// toolchain writes another format, and needs another version of the two.
const FORMAT: u64 = 57;

/// What a derive adds for the compiler's own use.
const MADE_BY_THE_COMPILER: [&str; 3] =
    ["assert_fields_are_eq", "StructuralPartialEq", "TrivialClone"];

const LIST: &str = "tests/public_api.txt";

#[test]
fn nothing_can_be_named_that_is_not_in_the_list() {
    let json = described_by_rustdoc();
    let description: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let format = description["format_version"].as_u64().unwrap();
    if format != FORMAT {
        return skip(&format!("rustdoc writes format {format}, and format {FORMAT} can be read"));
    }
    let named: String = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .unwrap()
        .items()
        .map(|item| format!("{item}\n"))
        .filter(|line| !MADE_BY_THE_COMPILER.iter().any(|made| line.contains(made)))
        .collect();
    // The control: it has seen the crate, its derived traits and what the documentation hides.
    for line in [
        "pub struct rmcp_approval::Approved<Op, By>",
        "impl<T: core::clone::Clone> core::clone::Clone for rmcp_approval::Caller<T>",
        "pub const fn rmcp_approval::prompt::problem_of_words(&str, usize) -> core::option::Option<&'static str>",
    ] {
        assert!(named.lines().any(|named| named == line), "missing {line}");
    }

    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join(LIST);
    if env::var_os("BLESS").is_some() {
        return fs::write(list, named).unwrap();
    }
    let listed = fs::read_to_string(list).unwrap();
    let difference = difference(&listed, &named);
    assert!(
        difference.is_empty(),
        "what others can name has changed:\n\n{difference}\nIf all of that is meant: \
         BLESS=1 cargo test --test public_api"
    );
}

/// Where rustdoc has described the crate with all features, in JSON. The format is not stable, so
/// rustdoc alone is told to write it all the same; cargo and the compiler stay as they are.
fn described_by_rustdoc() -> PathBuf {
    let own = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (target, rustdoc) = (own.parent().unwrap(), own.join("rustdoc-in-json"));
    fs::write(&rustdoc, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n").unwrap();
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new("chmod").arg("+x").arg(&rustdoc).output().unwrap();
    assert!(output.status.success());
    let output = Command::new(program)
        .args(["rustdoc", "--lib", "--all-features", "--offline", "--quiet", "--target-dir"])
        // That of this build, where the dependencies have been compiled.
        .arg(target)
        .args(["--", "-Zunstable-options", "--output-format=json", "--document-hidden-items"])
        .env("RUSTDOC", rustdoc)
        .env_remove("RUSTDOCFLAGS")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("doc/rmcp_approval.json")
}

/// The lines that only one of the two has.
fn difference(listed: &str, named: &str) -> String {
    let only_in = |these: &str, those: &str, mark: &str| -> String {
        let missing = these.lines().filter(|line| !those.lines().any(|other| other == *line));
        missing.map(|line| format!("{mark} {line}\n")).collect()
    };
    only_in(listed, named, "-") + &only_in(named, listed, "+")
}

/// Without the toolchain that it needs the test passes and says so, except in CI.
fn skip(why: &str) {
    assert!(env::var("CI").as_deref() != Ok("true"), "cannot be tested: {why}");
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
