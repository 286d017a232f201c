//! What `Parameters` makes of arguments.

use std::collections::BTreeMap;

use arbitrary::{Result, Unstructured};
use rmcp::{
    RoleServer, ServerHandler,
    handler::server::{common::FromContextPart, tool::ToolCallContext},
    model::{CallToolRequestParams, JsonObject, NumberOrString},
    service::{Peer, RequestContext, serve_directly},
};
use rmcp_approval::{Caller, Parameters, Patch};
use serde::Deserialize;
use serde_json::Value;

const WORDS: [&str; 12] = [
    "id",
    "title",
    "body",
    "labels",
    "kind",
    "confirm_token",
    "Plain",
    "Named",
    "x",
    "",
    "0",
    "🦀",
];

/// The arguments of a guarded tool.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guarded {
    id: Caller<i64>,
    #[serde(default)]
    title: Patch<Caller<String>>,
    #[serde(default)]
    body: Patch<String>,
    #[serde(default)]
    labels: BTreeMap<String, Vec<Caller<f64>>>,
    kind: Option<Kind>,
}

/// The same for a tool that is not guarded.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Plain {
    id: i64,
    #[serde(default)]
    title: Patch<String>,
    #[serde(default)]
    body: Patch<String>,
    #[serde(default)]
    labels: BTreeMap<String, Vec<f64>>,
    kind: Option<Kind>,
}

#[derive(Deserialize, PartialEq, Debug)]
enum Kind {
    Plain,
    Named(String),
}

impl From<Guarded> for Plain {
    fn from(guarded: Guarded) -> Self {
        let numbers = |list: Vec<Caller<f64>>| list.into_iter().map(Caller::into_inner).collect();
        Self {
            id: guarded.id.into_inner(),
            title: guarded.title.map(Caller::into_inner),
            body: guarded.body,
            labels: guarded.labels.into_iter().map(|(key, list)| (key, numbers(list))).collect(),
            kind: guarded.kind,
        }
    }
}

#[derive(Clone)]
struct Nothing;
impl ServerHandler for Nothing {}

/// A request of rmcp's has to have a peer. Nothing is sent through it.
fn peer() -> Peer<RoleServer> {
    static PEER: std::sync::OnceLock<Peer<RoleServer>> = std::sync::OnceLock::new();
    let connect = || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let _inside = runtime.enter();
        let (_, theirs) = tokio::io::duplex(64);
        serve_directly(Nothing, theirs, None).peer().clone()
    };
    PEER.get_or_init(|| std::thread::spawn(connect).join().unwrap()).clone()
}

/// Often with the fields that are needed, so that it is not always refused.
fn object(from: &mut Unstructured<'_>) -> Result<JsonObject> {
    let mut object = JsonObject::new();
    if from.ratio(9, 10)? {
        object.insert("id".to_owned(), from.arbitrary::<i64>()?.into());
    }
    for _ in 0..from.int_in_range(0..=3)? {
        object.insert((*from.choose(&WORDS)?).to_owned(), super::json(from, &WORDS, 3)?);
    }
    if from.ratio(1, 3)? {
        let text = super::text(from, &WORDS, 3)?;
        object.insert((*from.choose(&WORDS[1..6])?).to_owned(), text.into());
    }
    Ok(object)
}

pub(super) fn arguments(from: &mut Unstructured<'_>) -> Result<bool> {
    let object = object(from)?;
    let mut params = CallToolRequestParams::new("update");
    params.arguments = Some(object.clone());
    let context = RequestContext::new(NumberOrString::Number(1), peer());
    let mut context = ToolCallContext::new(&Nothing, params, context);
    let taken = Parameters::<Guarded>::from_context_part(&mut context);

    let mut plain = object;
    let token = plain.remove("confirm_token");
    let token_fits = matches!(token, None | Some(Value::Null | Value::String(_)));
    let expected = serde_json::from_value::<Plain>(Value::Object(plain)).ok();
    match taken {
        Ok(Parameters { args, call }) => {
            assert!(token_fits && call.tool() == "update");
            assert_eq!(Some(Plain::from(args)), expected);
            Ok(true)
        }
        Err(error) => {
            assert!(!token_fits || expected.is_none(), "refused: {}", error.message);
            assert!(error.message.contains("Nothing was changed"), "{}", error.message);
            Ok(false)
        }
    }
}
