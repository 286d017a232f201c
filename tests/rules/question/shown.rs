//! How a caller's values get into a question, and what a person must be able to see of them.

use std::sync::OnceLock;

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{BidiControl, DefaultIgnorableCodePoint, GeneralCategory, WhiteSpace},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
    model::{CallToolRequestParams, CallToolResult},
    service::{Peer, RequestContext, serve_directly},
    tool, tool_handler, tool_router,
};
use rmcp_approval::{Approver, Caller, Operation, Outcome, Parameters, Prompt, server_text};
use serde::{Deserialize, Serialize};
use serde_json::json;
use unicode_segmentation::UnicodeSegmentation;

pub const HEADING: &str = "Values below are supplied by the caller, not by this server:";

pub const CUT: &str = " [… cut …] ";

#[derive(Serialize)]
pub struct Remove {
    names: Vec<Caller<String>>,
}

impl Remove {
    pub const MEMBERS: u128 = u128::MAX;
}

impl Operation for Remove {
    const NAME: &'static str = "remove";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("remove {} member(s)", self.names.len()))
            .consequence(server_text!("They cannot be recovered."))
            .counted(server_text!("Members"), Self::MEMBERS)
            .caller_each(server_text!("Name"), &self.names)
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Args {
    names: Vec<Caller<String>>,
}

pub struct Server(Approver);

impl Server {
    pub fn new() -> Self {
        Self(Approver::builder("groups-mcp").build().unwrap())
    }
}

#[tool_router]
impl Server {
    #[tool]
    async fn remove(
        &self,
        Parameters { args, call }: Parameters<Args>,
    ) -> Result<Outcome, ErrorData> {
        self.0
            .request(Remove { names: args.names }, call, async |_| {
                Ok(CallToolResult::success(vec![]))
            })
            .await
    }
}

#[tool_handler]
impl ServerHandler for Server {}

/// The server's end of a connection. Nothing is sent through it: a request of rmcp's has to have
/// one.
fn peer() -> Peer<RoleServer> {
    static PEER: OnceLock<Peer<RoleServer>> = OnceLock::new();
    // On a thread of its own, which may block wherever it is that the question is asked for.
    let connect = || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let _inside = runtime.enter();
        let (_, theirs) = tokio::io::duplex(64);
        serve_directly(Server::new(), theirs, None).peer().clone()
    };
    let connect = || std::thread::spawn(connect).join().unwrap();
    PEER.get_or_init(connect).clone()
}

/// The question about `names`, which come from where all caller values come from: a tool's
/// arguments.
pub fn question<S: AsRef<str>>(names: &[S]) -> String {
    static SERVER: OnceLock<Server> = OnceLock::new();
    let names: Vec<&str> = names.iter().map(S::as_ref).collect();
    let mut params = CallToolRequestParams::new("remove");
    params.arguments = json!({ "names": names }).as_object().cloned();
    let context = RequestContext::new(rmcp::model::NumberOrString::Number(1), peer());
    let mut context = ToolCallContext::new(SERVER.get_or_init(Server::new), params, context);
    let Parameters { args: Args { names }, .. } =
        Parameters::from_context_part(&mut context).expect("strings fit");
    Remove { names }.prompt().to_string()
}

/// How each of the first twenty of `names` is shown, in a question that is otherwise as it has to
/// be.
pub fn shown<S: AsRef<str>>(names: &[S]) -> Vec<String> {
    let question = question(names);
    let lines: Vec<&str> = question.split('\n').collect();
    let (ours, values) = lines.split_at(7);
    let headline = format!("remove {} member(s)", names.len());
    let members = format!("  Members: {}", Remove::MEMBERS);
    assert_eq!(ours, [&headline, "", "They cannot be recovered.", "", &members, "", HEADING]);
    assert_eq!(values.len(), names.len().min(21), "{question}");
    assert_eq!(lines.iter().filter(|line| **line == HEADING).count(), 1);
    let value = |line: &&str| line.strip_prefix("  Name: ").expect("its label").to_owned();
    values.iter().take(20).map(value).collect()
}

pub fn shown_alone(name: &str) -> String {
    let [shown] = shown(&[name]).try_into().unwrap();
    shown
}

/// Characters without a shape, found elsewhere than in the properties of Unicode: among them those
/// that have none that says so.
pub const UNSEEN: [char; 41] = [
    '\0',
    '\u{7}',
    '\u{8}',
    '\t',
    '\n',
    '\u{b}',
    '\r',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{a0}',
    '\u{ad}',
    '\u{34f}',
    '\u{61c}',
    '\u{115f}',
    '\u{1160}',
    '\u{1680}',
    '\u{17b4}',
    '\u{180e}',
    '\u{2007}',
    '\u{200b}',
    '\u{200d}',
    '\u{200e}',
    '\u{2028}',
    '\u{202e}',
    '\u{2060}',
    '\u{2066}',
    '\u{2800}',
    '\u{3000}',
    '\u{3164}',
    '\u{e000}',
    '\u{fe0f}',
    '\u{feff}',
    '\u{ffa0}',
    '\u{fffc}',
    '\u{13441}',
    '\u{13442}',
    '\u{16fe4}',
    '\u{1d159}',
    '\u{1d173}',
    '\u{e0041}',
];

/// What `shown` says in full. Only for a value that was not cut.
pub fn read_back(shown: &str) -> String {
    if shown == "(empty)" {
        return String::new();
    }
    let mut parts = shown.split("<U+");
    let mut value = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (hex, rest) = part.split_once('>').expect("an escape ends");
        value
            .push(u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).expect("a character"));
        value.push_str(rest);
    }
    value
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

pub fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    matches!(category(c), EnclosingMark | NonspacingMark | SpacingMark)
}

fn can_be_seen(c: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, SpaceSeparator, Surrogate,
        Unassigned,
    };
    let unseen = matches!(
        category(c),
        Control
            | Format
            | LineSeparator
            | ParagraphSeparator
            | PrivateUse
            | SpaceSeparator
            | Surrogate
            | Unassigned
    ) || CodePointSetData::new::<BidiControl>().contains(c)
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<WhiteSpace>().contains(c)
        || UNSEEN.contains(&c);
    !unseen
}

/// Each character can be seen, spaces stand alone between others, no link is live, and it is not
/// long.
pub fn assert_nothing_is_hidden(shown: &str) {
    if let Some(c) = shown.chars().find(|c| *c != ' ' && !can_be_seen(*c)) {
        panic!("{c:?} is in {shown:?}");
    }
    assert!(!shown.is_empty() && !shown.starts_with(' ') && !shown.ends_with(' '), "{shown:?}");
    assert!(!shown.contains("  ") && !shown.contains("://"), "{shown:?}");
    // Two hundred and the word for what is left out.
    assert!(shown.graphemes(true).count() <= 200 + CUT.chars().count(), "{shown:?}");
    // Some graphemes have no end, so characters are counted too: those of the value, and those of
    // escapes, each of which is a grapheme.
    let chars = shown.chars().count();
    assert!(chars <= 1400 + 200 + CUT.chars().count(), "{chars} characters");
}
