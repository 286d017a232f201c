//! Forgeries from inside: modules of this very crate that try to make an approval.
//!
//! Each file below `ui-tests/inside` is put into a copy of `src` at the same place: `x.rs` as a
//! module of the crate, `elicitation/x.rs` as a child of `elicitation`. Its first line has what the
//! compiler must answer, and why: the code of the only error, or `compiles`.

use std::{
    collections::BTreeSet,
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

#[test]
fn forgeries_do_not_compile() -> io::Result<()> {
    let copy = Copy::of_the_crate()?;
    let untouched = copy.check()?;
    assert!(untouched.compiles, "the untouched copy does not compile:\n{}", untouched.text);

    let forgeries = files_below(&repository().join(FORGERIES))?;
    assert!(!forgeries.is_empty(), "there is nothing in {FORGERIES}");
    let mut wrong = Vec::new();
    for forgery in forgeries {
        let forgery = Forgery::read(&forgery)?;
        let answer = copy.check_with(&forgery)?;
        if let Err(problem) = forgery.judge(&answer) {
            wrong.push(format!("{FORGERIES}/{}: {problem}", forgery.place.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    Ok(())
}

/// A judge that lets everything pass would make the test above worthless.
#[test]
fn the_judge_accepts_the_stated_answer_alone() {
    fn refused<const N: usize>(errors: [(String, String); N]) -> Answer {
        Answer { compiles: false, errors: BTreeSet::from(errors), text: String::new() }
    }
    let error = |code: &str, file: &str| (code.to_owned(), file.to_owned());
    let compiles = Answer { compiles: true, errors: BTreeSet::new(), text: String::new() };
    let stated = error("E0451", "src/forgery.rs");
    let forgery = |expected: &str| Forgery {
        place: "forgery.rs".into(),
        expected: expected.to_owned(),
        text: String::new(),
    };

    assert!(forgery("E0451").judge(&refused([stated.clone()])).is_ok());
    assert!(forgery("E0451").judge(&compiles).is_err());
    assert!(forgery("E0451").judge(&refused([])).is_err());
    for other in [
        error("E0308", "src/forgery.rs"),
        error("E0451", "src/lib.rs"),
        error("an error without a code", "src/forgery.rs"),
    ] {
        assert!(forgery("E0451").judge(&refused([other.clone()])).is_err());
        assert!(forgery("E0451").judge(&refused([stated.clone(), other])).is_err());
    }
    assert!(forgery("compiles").judge(&compiles).is_ok());
    assert!(forgery("compiles").judge(&refused([stated])).is_err());
}

const FORGERIES: &str = "ui-tests/inside";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A module, and what the compiler must answer to it.
struct Forgery {
    /// Where it stands below `src`.
    place: PathBuf,
    expected: String,
    text: String,
}

impl Forgery {
    fn read(file: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(file)?;
        let first = text.lines().next().and_then(|line| line.strip_prefix("//! "));
        let (expected, _why) = first
            .and_then(|line| line.split_once(": "))
            .unwrap_or_else(|| panic!("{} has to begin with `//! code: why`", file.display()));
        let place = file.strip_prefix(repository().join(FORGERIES)).map_err(io::Error::other)?;
        Ok(Self { place: place.to_owned(), expected: expected.to_owned(), text })
    }

    fn judge(&self, answer: &Answer) -> Result<(), String> {
        let here = Path::new("src").join(&self.place).display().to_string();
        let (compiles, errors) = match self.expected.as_str() {
            "compiles" => (true, BTreeSet::new()),
            code => (false, BTreeSet::from([(code.to_owned(), here)])),
        };
        if answer.compiles == compiles && answer.errors == errors {
            return Ok(());
        }
        let found = if answer.compiles { "it compiles" } else { answer.text.as_str() };
        Err(format!("expected {}, but:\n{found}", self.expected))
    }
}

/// What the compiler says.
struct Answer {
    compiles: bool,
    /// The code and the file of each error.
    errors: BTreeSet<(String, String)>,
    text: String,
}

/// The library in a folder of its own.
struct Copy {
    folder: PathBuf,
}

impl Copy {
    fn of_the_crate() -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inside");
        if folder.exists() {
            fs::remove_dir_all(folder.join("src"))?;
        }
        let src = repository().join("src");
        for file in files_below(&src)? {
            let copy = folder.join(file.strip_prefix(repository()).map_err(io::Error::other)?);
            fs::create_dir_all(copy.parent().unwrap_or(&folder))?;
            fs::copy(&file, copy)?;
        }
        fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let manifest = fs::read_to_string(repository().join("Cargo.toml"))?;
        fs::write(folder.join("Cargo.toml"), of_the_library_alone(&manifest))?;
        Ok(Self { folder })
    }

    fn check_with(&self, forgery: &Forgery) -> io::Result<Answer> {
        let src = self.folder.join("src");
        let file = src.join(&forgery.place);
        assert!(!file.exists(), "{} is a module already", forgery.place.display());
        let parent = match forgery.place.parent() {
            Some(parent) if parent != "" => src.join(parent).with_extension("rs"),
            _ => src.join("lib.rs"),
        };
        let untouched = fs::read_to_string(&parent)?;
        let name = forgery.place.file_stem().unwrap_or_default().display();
        fs::write(&parent, format!("{untouched}\nmod {name};\n"))?;
        fs::create_dir_all(file.parent().unwrap_or(&src))?;
        fs::write(&file, &forgery.text)?;
        let answer = self.check();
        fs::remove_file(&file)?;
        fs::write(&parent, untouched)?;
        answer
    }

    fn check(&self) -> io::Result<Answer> {
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["check", "--lib", "--offline", "--quiet", "--message-format=json"])
            .args(["--features", "http,testing"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            // Warnings are none of this test's business, and a forgery has many.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .output()?;
        let mut errors = BTreeSet::new();
        let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
        for line in output.stdout.split(|byte| *byte == b'\n') {
            let Ok(line) = serde_json::from_slice::<Value>(line) else { continue };
            let message = &line["message"];
            let summary = message["message"].as_str().unwrap_or_default();
            if message["level"] != "error" || summary.starts_with("aborting due to") {
                continue;
            }
            text += message["rendered"].as_str().unwrap_or(summary);
            let code = message["code"]["code"].as_str().unwrap_or("an error without a code");
            let spans = message["spans"].as_array().into_iter().flatten();
            for span in spans.filter(|span| span["is_primary"] == true) {
                let file = span["file_name"].as_str().unwrap_or_default();
                errors.insert((code.to_owned(), file.to_owned()));
            }
        }
        Ok(Answer { compiles: output.status.success(), errors, text })
    }
}

/// The manifest without what only tests, examples and benches need.
fn of_the_library_alone(manifest: &str) -> String {
    let mut kept = String::new();
    let mut keep = true;
    for line in manifest.lines() {
        if line.starts_with('[') {
            keep = !line.starts_with("[dev-dependencies") && !line.starts_with("[[");
        }
        if keep {
            kept += line;
            kept += "\n";
        }
    }
    // It belongs to no workspace around it.
    kept + "\n[workspace]\n"
}

/// Every Rust file below a folder, in the order of their names.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
