//! What came of everything, for people to look at.

use std::{fmt::Write as _, io::Write as _, time::Duration};

use crate::{
    cell::{ANSWERS, Cell, Outcome, Row},
    client::Client,
};

pub struct Line {
    pub client: &'static Client,
    pub cell: Cell,
    pub row: Row,
}

#[derive(Default)]
pub struct Table {
    lines: Vec<[String; 10]>,
    footnotes: Vec<String>,
    failures: Vec<String>,
}

impl Table {
    pub fn add(&mut self, line: Line) {
        let Line { client, cell, row: Row(outcomes) } = line;
        let [accept, decline, cancel, unticked, nobody] = outcomes.map(|outcome| match outcome {
            Outcome::Deleted => "deleted".to_owned(),
            Outcome::Kept => "kept".to_owned(),
            Outcome::ByToken => "kept, deleted by token".to_owned(),
            Outcome::NotTried(why) => format!("– {}", note(&mut self.footnotes, why)),
            Outcome::Failed(why) => format!("FAILED {}", note(&mut self.failures, why)),
        });
        self.lines.push([
            client.name.to_owned(),
            client.version.to_owned(),
            cell.transport.name().to_owned(),
            cell.revision.to_owned(),
            cell.demo.name().to_owned(),
            accept,
            decline,
            cancel,
            unticked,
            nobody,
        ]);
    }

    pub fn failures(&self) -> &[String] {
        &self.failures
    }

    /// Prints past the capture of a test's output.
    pub fn print(&self, installing: Duration, trying: Duration) {
        let [accept, decline, cancel, unticked, nobody] = ANSWERS;
        let head = ["client", "version", "transport", "revision", "demo"];
        let head = [&head[..], &[accept, decline, cancel, unticked, nobody]].concat();
        let width = |column: usize| {
            let cells = self.lines.iter().map(|line| line[column].chars().count());
            cells.chain([head[column].len()]).max().unwrap_or_default()
        };
        let widths: Vec<_> = (0..head.len()).map(width).collect();
        let mut text = String::new();
        let bars = widths.iter().map(|width| "-".repeat(*width)).collect();
        let head = head.into_iter().map(str::to_owned).collect();
        let lines = self.lines.iter().map(|line| line.to_vec());
        for cells in [head, bars].into_iter().chain(lines) {
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = write!(text, "| {cell:width$} ");
            }
            text.push_str("|\n");
        }
        for (at, note) in self.footnotes.iter().enumerate() {
            let _ = writeln!(text, "– {}: {note}", at + 1);
        }
        for (at, failure) in self.failures.iter().enumerate() {
            let _ = writeln!(text, "FAILED {}: {failure}", at + 1);
        }
        let _ = writeln!(
            text,
            "{} combinations in {:.0} seconds, after {:.0} of installing",
            self.lines.len(),
            trying.as_secs_f32(),
            installing.as_secs_f32(),
        );
        let _ = writeln!(std::io::stderr(), "\n{text}");
    }
}

/// The number of this note, which may be there already.
fn note(notes: &mut Vec<String>, text: String) -> usize {
    let found = notes.iter().position(|note| *note == text);
    found.unwrap_or_else(|| {
        notes.push(text);
        notes.len() - 1
    }) + 1
}
