//! What the guide names exists: its claims are worth as much as the tests behind them.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A shorter name is one of the API or of an argument.
const LEAST_UNDERSCORES: usize = 4;

#[test]
fn every_test_and_every_file_that_the_guide_names_exists() {
    let tests: String =
        files_below("tests").iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let mut missing = Vec::new();
    let mut found = 0;
    for page in files_below("src/guide") {
        let text = fs::read_to_string(&page).unwrap();
        for named in between_backticks(&text) {
            let exists = if is_file(named) {
                below(named).exists()
            } else if is_test(named) {
                tests.contains(&format!("{}(", named.trim_start_matches('…')))
            } else {
                continue;
            };
            found += 1;
            if !exists {
                missing.push(format!("{}: {named}", page.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(found > 40, "the control: it has found {found} names");
}

/// A reader of names that finds nothing would make the test above worthless.
#[test]
fn names_are_told_from_other_code() {
    let text = "As `tests/a.rs`: `one_does_what_it_says`, in `Approved` (`…_of_one_who_is_not`).";
    let names: Vec<_> =
        between_backticks(text).filter(|name| is_file(name) || is_test(name)).collect();
    assert_eq!(names, ["tests/a.rs", "one_does_what_it_says", "…_of_one_who_is_not"]);
}

fn between_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn is_file(named: &str) -> bool {
    ["tests/", "ui-tests/", "examples/"].iter().any(|folder| named.starts_with(folder))
}

fn is_test(named: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    named.chars().all(|letter| plain(letter) || letter == '_' || letter == '…')
        && named.matches('_').count() >= LEAST_UNDERSCORES
}

fn below(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Every Rust file below a folder.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![below(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}
