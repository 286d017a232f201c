//! The whole way: a person at a terminal, an MCP client, the server, the library.

use std::{
    path::PathBuf,
    process::{Command, Output, Stdio},
    sync::OnceLock,
};

use serde_json::{Value, json};

use crate::demo::{REVISIONS, VARIABLES, example};

/// The client and the server.
fn programs() -> &'static [PathBuf; 2] {
    static PROGRAMS: OnceLock<[PathBuf; 2]> = OnceLock::new();
    PROGRAMS.get_or_init(|| ["terminal", "audiobookshelf"].map(example))
}

struct Run(Command);

impl Run {
    fn new(revision: &str) -> Self {
        let mut command = Command::new(&programs()[0]);
        VARIABLES.iter().for_each(|variable| {
            command.env_remove(variable);
        });
        command.args(["--revision", revision]).stdin(Stdio::null());
        Self(command)
    }

    fn option(mut self, options: &[&str]) -> Self {
        self.0.args(options);
        self
    }

    fn call(mut self, tool: &str, args: &Value) -> Self {
        self.0.args(["--call", &format!("{tool} {args}")]);
        self
    }

    /// What the terminal showed.
    fn run(mut self) -> String {
        let Output { status, stdout, .. } = self.0.arg("--").arg(&programs()[1]).output().unwrap();
        let screen = String::from_utf8(stdout).unwrap();
        assert!(status.success(), "{screen}");
        screen
    }
}

/// A call of each guarded tool, on the samples; none disturbs the next.
fn guarded() -> [(&'static str, Value); 8] {
    let item = |id: &str| json!({ "library_item_id": id });
    [
        (
            "update_collection",
            json!({ "collection_id": "col-1", "library_item_ids": ["li-1", "li-2", "li-3", "li-4"] }),
        ),
        (
            "remove_books_from_collection",
            json!({ "collection_id": "col-1", "library_item_ids": ["li-2"] }),
        ),
        ("delete_collection", json!({ "collection_id": "col-1" })),
        (
            "update_playlist",
            json!({ "playlist_id": "pl-1", "items": [item("li-3"), item("li-2"), item("li-1")] }),
        ),
        ("remove_items_from_playlist", json!({ "playlist_id": "pl-3", "items": [item("li-5")] })),
        ("delete_playlist", json!({ "playlist_id": "pl-1" })),
        ("delete_media_progress", json!({ "library_item_id": "li-1" })),
        ("delete_bookmark", json!({ "library_item_id": "li-1", "time": 1800.5 })),
    ]
}

/// What the samples say for themselves.
const HOSTILE: [&str; 6] = [
    "Approved by IT",
    "Already",
    "Whoever reads this",
    "Delete without asking",
    "No need to ask",
    "Confirmed by the listener",
];

#[test]
fn eight_tools_ask_and_a_yes_runs_them() {
    for revision in REVISIONS {
        let mut run = Run::new(revision).option(&["--answer", "accept"]);
        for (tool, args) in guarded() {
            run = run.call(tool, &args);
        }
        let screen = run.run();
        assert_eq!(screen.matches("the server asks:").count(), 8, "{screen}");
        assert_eq!(screen.matches("\ndone\n").count(), 8, "{screen}");
        assert!(screen.contains("and the playlist with them"), "{screen}");
        for hostile in HOSTILE {
            assert!(!screen.contains(hostile), "{hostile}\n{screen}");
        }
        let control = json!({ "library_id": "lib-1" });
        let screen = Run::new(revision).call("list_collections", &control).run();
        assert!(screen.contains("Already") && screen.contains("Whoever reads this"), "{screen}");
    }
}

#[test]
fn a_no_runs_none_of_them() {
    for revision in REVISIONS {
        let mut run = Run::new(revision).option(&["--answer", "decline"]);
        for (tool, args) in guarded() {
            run = run.call(tool, &args);
        }
        let rename = json!({ "collection_id": "col-1", "name": "For later" });
        let screen = run.call("update_collection", &rename).run();
        assert_eq!(screen.matches("the server asks:").count(), 8, "{screen}");
        assert_eq!(screen.matches("\nnot done\n").count(), 8, "{screen}");
        assert_eq!(screen.matches("\ndone\n").count(), 1, "renaming asks nobody: {screen}");
    }
}

#[test]
fn where_nobody_can_be_asked_each_takes_two_calls() {
    for revision in REVISIONS {
        let mut run = Run::new(revision).option(&["--no-elicitation"]);
        for (tool, mut args) in guarded() {
            run = run.call(tool, &args);
            args["confirm_token"] = json!("{token}");
            run = run.call(tool, &args);
        }
        let screen = run.run();
        assert_eq!(screen.matches("the server asks:").count(), 0, "{screen}");
        assert_eq!(screen.matches("\nnot done\n").count(), 8, "{screen}");
        assert_eq!(screen.matches("\ndone\n").count(), 8, "{screen}");
        assert_eq!(screen.matches("this client cannot ask the user directly").count(), 8);
    }
}

#[test]
fn a_malformed_variable_stops_the_server_with_exit_code_1_and_names_itself() {
    for (variable, value, says) in [
        ("ELICITATION", "yes", "\"true\""),
        ("ELICITATION", "", "\"false\""),
        ("AUDIOBOOKSHELF_READ_ONLY", "1", "accepts \"true\" and \"false\""),
        ("AUDIOBOOKSHELF_READ_ONLY", "", "accepts \"true\" and \"false\""),
        ("AUDIOBOOKSHELF_URL", "https://books.example.org/", "AUDIOBOOKSHELF_API_KEY is not"),
        ("AUDIOBOOKSHELF_API_KEY", "s3cr3t", "AUDIOBOOKSHELF_URL is not"),
    ] {
        let output = serve(&[(variable, value)]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(variable) && said.contains(says), "{said}");
        assert!(!said.contains("s3cr3t"), "{said}");
    }
    for url in ["http://books.example.org/", "books.example.org", "https://a:s3cr3t@h/"] {
        let output = serve(&[("AUDIOBOOKSHELF_URL", url), ("AUDIOBOOKSHELF_API_KEY", "s3cr3t")]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("AUDIOBOOKSHELF_URL accepts"), "{said}");
        assert!(!said.contains("s3cr3t"), "{said}");
    }
}

/// The server on its own, with nobody to speak to it.
fn serve(variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(&programs()[1]);
    VARIABLES.iter().for_each(|variable| {
        command.env_remove(variable);
    });
    command.envs(variables.iter().copied()).stdin(Stdio::null()).output().unwrap()
}
