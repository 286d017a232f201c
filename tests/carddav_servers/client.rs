//! An MCP client with a person in front of it, and the server under test behind it as a process
//! of its own.

use std::{
    future::Future,
    pin::Pin,
    process::Stdio,
    sync::{Arc, Mutex},
    time::Duration,
};

use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig,
        ContentBlock, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
        FormElicitationCapability, Implementation, InputResponses, ProtocolVersion, Tool,
    },
    service::{
        ClientLifecycleMode, ClientServiceExt, RequestContext, RunningService, ServiceError,
    },
};
use serde_json::{Value, json};
use tokio::{
    io::AsyncReadExt,
    process::{Child, ChildStderr, Command},
};

use crate::{
    demo::{VARIABLES, terminal},
    servers::Server,
};

/// Longer than any call takes, so that a test that hangs says so.
const LONG: Duration = Duration::from_secs(60);

type Meddling = Pin<Box<dyn Future<Output = ()> + Send>>;

pub struct Start {
    command: Command,
    person: Person,
}

pub struct Client {
    service: RunningService<RoleClient, Person>,
    tools: Vec<Tool>,
    log: Arc<Mutex<String>>,
    _process: Child,
}

pub struct Person {
    version: ProtocolVersion,
    can_be_asked: bool,
    /// The last answer stays.
    says: Mutex<Vec<&'static str>>,
    asked: Mutex<Vec<String>>,
    meanwhile: Mutex<Option<Meddling>>,
}

/// What came of a call.
#[derive(Debug)]
pub struct Called {
    pub done: bool,
    pub text: String,
    pub json: Value,
    /// The images, as media type and base64.
    pub images: Vec<(String, String)>,
}

impl Start {
    /// A server under test, which reaches nothing yet.
    pub fn new(revision: &str) -> Self {
        let mut command = Command::new(terminal());
        command.arg("--serve-carddav").kill_on_drop(true);
        for variable in VARIABLES {
            command.env_remove(variable);
        }
        let version = match revision {
            "2025-11-25" => ProtocolVersion::V_2025_11_25,
            _ => ProtocolVersion::V_2026_07_28,
        };
        let person = Person {
            version,
            can_be_asked: true,
            says: Mutex::new(vec!["accept"]),
            asked: Mutex::default(),
            meanwhile: Mutex::default(),
        };
        Self { command, person }
    }

    pub fn set(mut self, variable: &str, value: &str) -> Self {
        self.command.env(variable, value);
        self
    }

    pub fn nobody_can_be_asked(mut self) -> Self {
        self.person.can_be_asked = false;
        self
    }

    pub async fn start(mut self) -> Client {
        let (input, output, log) = (Stdio::piped(), Stdio::piped(), Stdio::piped());
        let started = self.command.stdin(input).stdout(output).stderr(log).spawn();
        let mut process = started.expect("the server starts");
        let log = Arc::default();
        tokio::spawn(collect(process.stderr.take().expect("a pipe"), Arc::clone(&log)));
        let pipes = (process.stdout.take().expect("a pipe"), process.stdin.take().expect("a pipe"));
        let lifecycle = match self.person.version == ProtocolVersion::V_2025_11_25 {
            true => ClientLifecycleMode::Initialize,
            false => ClientLifecycleMode::Discover {
                preferred_versions: vec![self.person.version.clone()],
            },
        };
        let service = self.person.serve_with_lifecycle(pipes, lifecycle).await;
        let service = service.expect("a connection");
        let tools = service.list_all_tools().await.expect("a list");
        Client { service, tools, log, _process: process }
    }
}

async fn collect(mut stderr: ChildStderr, log: Arc<Mutex<String>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer).await {
        log.lock().expect("no panic").push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
}

impl Client {
    /// A client of a server under test that uses this CardDAV server.
    pub async fn of(server: &Server, revision: &str) -> Self {
        Self::start(server, revision).start().await
    }

    pub fn start(server: &Server, revision: &str) -> Start {
        let variables = server.environment();
        variables.iter().fold(Start::new(revision), |start, (name, value)| start.set(name, value))
    }

    pub async fn call(&self, tool: &str, arguments: Value) -> Called {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(object(arguments));
        let called = tokio::time::timeout(LONG, self.service.call_tool(params)).await;
        let called = Called::of(called.expect("an answer in time"));
        if called.done {
            self.check_schema(tool, &called.json);
        }
        called
    }

    /// That an answer has what its tool's schema says, and nothing else.
    fn check_schema(&self, tool: &str, answer: &Value) {
        let schema = self.tools.iter().find(|one| one.name == tool);
        let schema = schema.and_then(|tool| tool.output_schema.clone()).expect("a schema");
        let answer = answer.as_object().expect("an object");
        for required in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            assert!(answer.contains_key(required.as_str().expect("a name")), "{tool}: {required}");
        }
        for name in answer.keys() {
            assert!(schema["properties"].get(name).is_some(), "{tool}: {name}");
        }
    }

    /// A call that has to succeed, and what it answers.
    pub async fn get(&self, tool: &str, arguments: Value) -> Value {
        let called = self.call(tool, arguments).await;
        assert!(called.done, "{tool}: {}", called.text);
        called.json
    }

    /// One leg of a call on 2026-07-28: the question's state, or what came of the call.
    pub async fn leg(
        &self,
        tool: &str,
        arguments: Value,
        answered: Option<String>,
    ) -> Result<Called, String> {
        let mut params = CallToolRequestParams::new(tool.to_owned());
        params.arguments = Some(object(arguments));
        if answered.is_some() {
            let yes = json!({"action": "accept", "content": {"confirm": true}});
            params.input_responses = Some(InputResponses::from([("confirm".to_owned(), yes)]));
            params.request_state = answered;
        }
        match self.service.call_tool_once(params).await.expect("an answer") {
            CallToolResponse::InputRequired(question) => {
                let asked = format!("{:?}", question.input_requests);
                self.service.service().asked.lock().expect("no panic").push(asked);
                Err(question.request_state.expect("a state"))
            }
            CallToolResponse::Complete(result) => Ok(Called::of(Ok(result))),
            other => panic!("{other:?}"),
        }
    }

    /// The names of the tools, sorted.
    pub fn tools(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.tools.iter().map(|tool| tool.name.as_ref()).collect();
        names.sort_unstable();
        names
    }

    pub fn instructions(&self) -> String {
        let info = self.service.peer_info().expect("an introduction");
        info.instructions.clone().unwrap_or_default()
    }

    /// What the person answers to the next questions, and to all after them: accept, decline or
    /// untick.
    pub fn says(&self, answers: &[&'static str]) {
        *self.service.service().says.lock().expect("no panic") = answers.to_vec();
    }

    /// Does this once, while the person reads the next question.
    pub fn meanwhile(&self, meddling: impl Future<Output = ()> + Send + 'static) {
        *self.service.service().meanwhile.lock().expect("no panic") = Some(Box::pin(meddling));
    }

    /// The questions so far.
    pub fn asked(&self) -> Vec<String> {
        self.service.service().asked.lock().expect("no panic").clone()
    }

    /// What the server has written on stderr so far.
    pub fn log(&self) -> String {
        self.log.lock().expect("no panic").clone()
    }
}

fn object(arguments: Value) -> serde_json::Map<String, Value> {
    match arguments {
        Value::Object(arguments) => arguments,
        other => panic!("not arguments: {other}"),
    }
}

impl Called {
    fn of(result: Result<CallToolResult, ServiceError>) -> Self {
        let result = match result {
            Ok(result) => result,
            // Such as the call of a tool that there is not.
            Err(error) => {
                let text = error.to_string();
                return Self { done: false, text, json: Value::Null, images: Vec::new() };
            }
        };
        let texts = result.content.iter().filter_map(|block| match block {
            ContentBlock::Text(text) => Some(text.text.clone()),
            _ => None,
        });
        let images = result.content.iter().filter_map(|block| match block {
            ContentBlock::Image(image) => Some((image.mime_type.clone(), image.data.clone())),
            _ => None,
        });
        let called = Self {
            done: result.is_error != Some(true),
            text: texts.collect::<Vec<_>>().join("\n"),
            images: images.collect(),
            json: result.structured_content.clone().unwrap_or_default(),
        };
        if called.done {
            let text: Value = serde_json::from_str(&called.text).expect("JSON as text");
            assert_eq!(text, called.json, "structured content and text say the same");
        }
        called
    }

    /// A refusal that says this, and that nothing was changed.
    pub fn refused(&self, why: &str) {
        assert!(!self.done, "{self:?}");
        assert!(self.text.contains(why), "{why:?} is not in {:?}", self.text);
        assert!(self.text.contains("Nothing was "), "{}", self.text);
    }

    /// A call whose arguments do not fit.
    pub fn refused_argument(&self, why: &str) {
        assert!(!self.done && self.text.contains(why), "{why:?}: {self:?}");
    }

    /// The token that a refusal carries.
    pub fn token(&self) -> String {
        let (_, rest) = self.text.split_once("\"confirm_token\": \"").expect("a token");
        rest.split_once('"').expect("a token").0.to_owned()
    }
}

impl Person {
    fn next_answer(&self) -> &'static str {
        let mut says = self.says.lock().expect("no panic");
        if says.len() > 1 { says.remove(0) } else { says[0] }
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.can_be_asked {
            let forms = FormElicitationCapability::default();
            capabilities.elicitation = Some(ElicitationCapability::new().with_form(forms));
        }
        let this = Implementation::new("carddav-servers", "1");
        ClientConfig::new(capabilities, this).with_protocol_version(self.version.clone())
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            panic!("not a form");
        };
        self.asked.lock().expect("no panic").push(message);
        let meanwhile = self.meanwhile.lock().expect("no panic").take();
        if let Some(meanwhile) = meanwhile {
            meanwhile.await;
        }
        let says = self.next_answer();
        let accepted = ElicitResult::new(ElicitationAction::Accept);
        Ok(match says {
            "accept" => accepted.with_content(json!({"confirm": true})),
            "untick" => accepted.with_content(json!({"confirm": false})),
            _ => ElicitResult::new(ElicitationAction::Decline),
        })
    }
}
