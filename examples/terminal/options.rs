//! The command line, read by hand: it is small, and a reader of the example
//! should not have to know an argument parser.

use std::ffi::OsString;

use rmcp::model::{JsonObject, ProtocolVersion};

use crate::{answer::Answer, launch::Revision};

pub(crate) const HELP: &str = "\
An MCP client for the terminal. It shows a server's question as a form and
sends back what you answer.

Usage: terminal [OPTIONS] [-- SERVER COMMAND…]
       cargo run --example terminal -- [OPTIONS] [-- SERVER COMMAND…]

Without a command it starts the CardDAV demo, whose address book is embedded.
With nothing at all it gives a guided tour; with a command or --tools, a menu.

  --tools               a menu of the demo's tools instead of the tour
  --call 'NAME {JSON}'  call a tool and end; repeat it for several calls, in
                        order. {token} in a later call's JSON stands for the
                        last confirm_token that a refusal carried
  --answer ANSWER       answer every question without asking anybody:
                        accept, decline, cancel, or untick (send the form with
                        its box not ticked)
  --revision REVISION   2026-07-28 (default), where the server returns its
                        question, or 2025-11-25, where it pushes it
  --no-elicitation      do not tell the server that somebody can be asked
  --verbose             leave the server's log as it is (also when RUST_LOG is
                        set) instead of marking its lines with 'server:'
  --help                this text

Exit code: 0 when every call got a result, a refusal included; 1 when the
server or the protocol failed; 2 for a command line that makes no sense;
130 after Ctrl-C.
";

/// Not for people: how the terminal starts the demo inside itself.
pub(crate) const SERVE_CARDDAV: &str = "--serve-carddav";

pub(crate) enum Request {
    Help,
    ServeCardDav(Vec<OsString>),
    Run(Options),
}

#[derive(Default)]
pub(crate) struct Options {
    pub(crate) revision: Revision,
    pub(crate) no_elicitation: bool,
    pub(crate) verbose: bool,
    pub(crate) tools: bool,
    pub(crate) answer: Option<Answer>,
    pub(crate) calls: Vec<PlannedCall>,
    /// Empty for the demo.
    pub(crate) server: Vec<OsString>,
}

pub(crate) struct PlannedCall {
    pub(crate) tool: String,
    pub(crate) arguments: JsonObject,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut arguments = arguments.into_iter();
    let mut options = Options::default();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--help" | "-h") => return Ok(Request::Help),
            Some(SERVE_CARDDAV) => return Ok(Request::ServeCardDav(arguments.collect())),
            Some("--") => {
                options.server = rest(&mut arguments)?;
            }
            Some(option) => options.read(option, &mut arguments)?,
            None => return Err(unknown(&argument.to_string_lossy())),
        }
    }
    options.check()?;
    Ok(Request::Run(options))
}

fn rest(arguments: &mut dyn Iterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let command: Vec<_> = arguments.collect();
    if command.is_empty() {
        return Err("-- takes the command that starts a server after it".to_owned());
    }
    Ok(command)
}

impl Options {
    /// `--name value` and `--name=value` are both accepted.
    fn read(
        &mut self,
        option: &str,
        following: &mut dyn Iterator<Item = OsString>,
    ) -> Result<(), String> {
        let (name, attached) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        let mut value = |accepted: &str| match attached.clone() {
            Some(value) => Ok(value),
            None => next_value(name, accepted, following),
        };
        match name {
            "--revision" => self.revision = Revision::parse(&value(Revision::ACCEPTED)?)?,
            "--answer" => self.answer = Some(Answer::parse(&value(Answer::ACCEPTED)?)?),
            "--call" => self.calls.push(PlannedCall::parse(&value(PlannedCall::ACCEPTED)?)?),
            _ if attached.is_some() => return Err(unknown(option)),
            "--no-elicitation" => self.no_elicitation = true,
            "--verbose" => self.verbose = true,
            "--tools" => self.tools = true,
            _ => return Err(unknown(option)),
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        if self.tools && !self.calls.is_empty() {
            return Err("--tools opens a menu and --call needs none: give one of them".to_owned());
        }
        Ok(())
    }
}

fn next_value(
    name: &str,
    accepted: &str,
    following: &mut dyn Iterator<Item = OsString>,
) -> Result<String, String> {
    let value = following.next().ok_or_else(|| format!("{name} takes {accepted}"))?;
    value.into_string().map_err(|_| format!("{name} takes {accepted}, in UTF-8"))
}

fn unknown(option: &str) -> String {
    format!("{option} is not an option; --help lists them, and a server's command comes after --")
}

impl PlannedCall {
    const ACCEPTED: &str = "a tool's name and its arguments as a JSON object, in one argument";

    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let end = text.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(text.len());
        let (tool, json) = text.split_at(end);
        if tool.is_empty() {
            return Err(format!("--call takes {}", Self::ACCEPTED));
        }
        let json = if json.is_empty() { "{}" } else { json };
        let arguments = serde_json::from_str(json).map_err(|error| {
            format!("--call takes {}; for {tool} it is: {error}", Self::ACCEPTED)
        })?;
        Ok(Self { tool: tool.to_owned(), arguments })
    }
}

impl Revision {
    const ACCEPTED: &str = "2025-11-25 or 2026-07-28";

    fn parse(text: &str) -> Result<Self, String> {
        [Self::Pushed, Self::Returned]
            .into_iter()
            .find(|revision| ProtocolVersion::from(*revision).as_str() == text)
            .ok_or_else(|| format!("--revision takes {}, not {text:?}", Self::ACCEPTED))
    }
}

impl Answer {
    const ACCEPTED: &str = "accept, decline, cancel or untick";

    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "accept" => Ok(Self::Accept),
            "decline" => Ok(Self::Decline),
            "cancel" => Ok(Self::Cancel),
            "untick" => Ok(Self::Untick),
            _ => Err(format!("--answer takes {}, not {text:?}", Self::ACCEPTED)),
        }
    }
}
