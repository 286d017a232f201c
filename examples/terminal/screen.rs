//! The one way onto the screen. Every text is made visible here, so that no
//! caller has to remember it.

use std::{
    env,
    io::{self, IsTerminal, Write},
    sync::Arc,
};

use tokio::sync::Mutex;

use crate::text::{visible, wrap};

/// Shared by all who print. A prompt holds it for as long as it is open, so
/// that a server's log line cannot land in the middle of a question.
pub(crate) type Screen = Arc<Mutex<Pen>>;

pub(crate) const COLUMNS: usize = 80;
/// Marks text that is the server's, and rows that only continue a long line.
const BAR: &str = "  │ ";
const CONTINUED: &str = "  ┆ ";

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const YELLOW: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

pub(crate) struct Pen {
    terminal: bool,
    colour: bool,
}

/// Whether somebody sits there who can both read a question and answer it.
pub(crate) fn has_person() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal()
}

impl Pen {
    pub(crate) fn screen() -> Screen {
        let terminal = io::stdout().is_terminal();
        let colour = terminal && env::var_os("NO_COLOR").is_none();
        Arc::new(Mutex::new(Self { terminal, colour }))
    }

    pub(crate) fn gap(&mut self) {
        self.put("", "");
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.paragraph("", text);
    }

    pub(crate) fn heading(&mut self, text: &str) {
        self.paragraph(BOLD, text);
    }

    pub(crate) fn note(&mut self, text: &str) {
        self.paragraph(DIM, text);
    }

    pub(crate) fn warn(&mut self, text: &str) {
        self.paragraph(YELLOW, text);
    }

    /// What the server sent, line for line, beside a bar that our own text
    /// never has.
    pub(crate) fn block(&mut self, text: &str) {
        for line in visible(text).lines() {
            let mut margin = BAR;
            for row in self.rows(line, COLUMNS - BAR.chars().count()) {
                self.put("", format!("{margin}{row}").trim_end());
                margin = CONTINUED;
            }
        }
    }

    /// A line of the server's log. It goes to stderr, where it came from.
    pub(crate) fn log(&mut self, line: &str) {
        let prefix = if self.colour && io::stderr().is_terminal() {
            format!("{DIM}server: {PLAIN}")
        } else {
            "server: ".to_owned()
        };
        deliver(io::stderr(), &format!("{prefix}{}", visible(line)));
    }

    /// For stderr too, but in turn with what the screen shows.
    pub(crate) fn complain(&mut self, text: &str) {
        deliver(io::stderr(), &format!("error: {}", visible(text)));
    }

    fn paragraph(&mut self, style: &str, text: &str) {
        for line in visible(text).lines() {
            for row in self.rows(line, COLUMNS) {
                self.put(style, row);
            }
        }
    }

    /// A file or a pipe gets lines whole, as a script expects them.
    fn rows<'a>(&self, line: &'a str, width: usize) -> Vec<&'a str> {
        if self.terminal { wrap(line, width) } else { vec![line] }
    }

    fn put(&self, style: &str, row: &str) {
        if self.colour && !style.is_empty() {
            deliver(io::stdout(), &format!("{style}{row}{PLAIN}"));
        } else {
            deliver(io::stdout(), row);
        }
    }
}

/// `println!` would panic where the reader has gone, as in `… | head`.
fn deliver(mut to: impl Write, line: &str) {
    let _reader_may_be_gone = writeln!(to, "{line}");
}
