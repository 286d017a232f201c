//! A question that shows twenty hostile values: its time is linear in them, and its length is not.

use std::{hint::black_box, sync::OnceLock};

use rmcp::{
    RoleServer, ServerHandler,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
    model::{CallToolRequestParams, NumberOrString},
    service::{Peer, RequestContext, serve_directly},
};
use rmcp_approval::{Caller, Operation, Parameters, Prompt, server_text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::measure::{Report, repeated};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Remove {
    names: Vec<Caller<String>>,
}

impl Operation for Remove {
    const NAME: &'static str = "remove";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("remove {} member(s)", self.names.len()))
            .caller_each(server_text!("Name"), &self.names)
    }
}

/// Each grows what is shown, or makes it slow to find out where to cut: escapes, beginnings of
/// links that never come, towers of marks, joined letters, flags, and line ends.
const HOSTILE: [&str; 8] = [
    "\u{202e}",
    "<a",
    "<U+",
    "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{1100}",
    "\u{1f1e6}",
    "\u{1f469}\u{200d}",
    "\n",
];

fn hostile(length: usize) -> Vec<String> {
    HOSTILE.iter().cycle().take(20).map(|part| part.repeat(length / part.len())).collect()
}

#[derive(Clone)]
struct Nothing;
impl ServerHandler for Nothing {}

/// A request of rmcp's has to have a peer. Nothing is sent through it.
fn peer() -> Peer<RoleServer> {
    static PEER: OnceLock<Peer<RoleServer>> = OnceLock::new();
    let connect = || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let _inside = runtime.enter();
        let (_, theirs) = tokio::io::duplex(64);
        serve_directly(Nothing, theirs, None).peer().clone()
    };
    PEER.get_or_init(connect).clone()
}

/// The operation as it comes out of a tool's arguments: a caller's value comes from nowhere else.
fn operation(names: &[String]) -> Remove {
    let mut params = CallToolRequestParams::new("remove");
    params.arguments = json!({ "names": names }).as_object().cloned();
    let context = RequestContext::new(NumberOrString::Number(1), peer());
    let mut context = ToolCallContext::new(&Nothing, params, context);
    let Parameters { args, .. } = Parameters::from_context_part(&mut context).expect("they fit");
    args
}

pub fn run(report: &mut Report) {
    let (large, small) = (operation(&hostile(1_000_000)), operation(&hostile(100_000)));
    let per_byte = |operation: &Remove| {
        let bytes: usize = operation.names.iter().map(|name| name.get().len()).sum();
        1.0 / bytes as f64
    };
    let (per_large, per_small) = (per_byte(&large), per_byte(&small));
    let mut large_side = repeated(|| {
        black_box(large.prompt().to_string());
    });
    let mut small_side = repeated(|| {
        black_box(small.prompt().to_string());
    });
    report.compare(
        "questions: 20 of 1 MB against 20 of 100 kB, per byte",
        1.25,
        move || large_side() * per_large,
        move || small_side() * per_small,
    );
    let length = |operation: &Remove| operation.prompt().to_string().len() as f64;
    let name = "questions: the length of what is shown, of the same two";
    report.say(name, length(&large) / length(&small), 1.0);
}
