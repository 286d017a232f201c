//! What `{:?}` shows of the types that a server handles: which thing it is, and nothing that a
//! caller, a person or a key said in it.

use std::sync::{Arc, Mutex};

use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use rmcp_approval::{
    Approved, Approver, Caller, Fingerprint, KeyRing, MemoryLedger, Operation, Outcome, Parameters,
    Person, Principal, Prompt, server_text,
    testing::{Answer, Capability, Revision, connect, token_in},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, Serialize)]
struct Remove {
    name: Caller<String>,
    note: &'static str,
}

impl Operation for Remove {
    const NAME: &'static str = "remove";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("remove {} member(s)", 12))
            .consequence(server_text!("It cannot be recovered."))
            .caller_each(server_text!("Name"), [&self.name; 25])
    }
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Args {
    name: Caller<String>,
}

/// A server that writes down how everything prints that it gets to see.
#[derive(Clone)]
struct Printing {
    approver: Approver,
    printed: Arc<Mutex<Vec<String>>>,
}

impl Printing {
    fn new() -> Self {
        Self { approver: Approver::builder("groups-mcp").build().unwrap(), printed: Arc::default() }
    }

    fn print(&self, value: impl std::fmt::Debug) {
        self.printed.lock().unwrap().push(format!("{value:?}"));
    }

    fn last_approval(&self) -> String {
        let printed = self.printed.lock().unwrap();
        printed.iter().rfind(|line| line.starts_with("Approved ")).cloned().unwrap()
    }

    /// The last of what was printed.
    fn last(&self) -> String {
        self.printed.lock().unwrap().last().cloned().unwrap()
    }
}

#[tool_router]
impl Printing {
    #[tool]
    async fn remove(&self, parameters: Parameters<Args>) -> Result<Outcome, ErrorData> {
        self.print(&parameters);
        let Parameters { args, call } = parameters;
        let operation = Remove { name: args.name, note: "s3cr3t note" };
        self.print(operation.prompt());
        let remove = async |approved: Approved<Remove>| {
            self.print(&approved);
            approved.spend()?;
            Ok("s3cr3t".to_owned())
        };
        let outcome = self.approver.request(operation, call, remove).await;
        self.print(&outcome);
        outcome
    }

    #[tool]
    async fn remove_by_person(
        &self,
        Parameters { args, call }: Parameters<Args>,
    ) -> Result<Outcome, ErrorData> {
        let operation = Remove { name: args.name, note: "s3cr3t note" };
        let remove = async |approved: Approved<Remove, Person>| {
            self.print(approved);
            Ok("removed".to_owned())
        };
        self.approver.request_from_person(operation, call, remove).await
    }
}

#[tool_handler]
impl ServerHandler for Printing {}

/// `Fingerprint(` and eight digits of it.
fn without_digits(printed: &str) -> String {
    let (before, rest) = printed.split_once("Fingerprint(").expect("it names a fingerprint");
    let (digits, after) = rest.split_once("…)").expect("and cuts it");
    assert!(digits.len() == 8 && digits.chars().all(|c| c.is_ascii_hexdigit()), "{printed}");
    format!("{before}Fingerprint(…){after}")
}

#[tokio::test]
async fn an_approval_prints_who_approved_and_nothing_of_the_operation() {
    let server = Printing::new();
    let arguments = json!({"name": "s3cr3t"});
    let person = connect(server.clone()).start().await.unwrap();
    person.call("remove", arguments.clone()).await.unwrap();
    assert_eq!(
        without_digits(&server.last_approval()),
        format!(
            "Approved {{ operation: {}, by: Person(Person {{ approves: Fingerprint(…) }}), .. }}",
            std::any::type_name::<Remove>()
        ),
    );
    person.call("remove_by_person", arguments.clone()).await.unwrap();
    let approval = server.last_approval();
    assert!(approval.contains(", by: Person { approves: Fingerprint("), "{approval}");

    let nobody = connect(server.clone()).capability(Capability::None).start().await.unwrap();
    let refusal = nobody.call("remove", arguments).await.unwrap();
    let quoting = json!({"name": "s3cr3t", "confirm_token": token_in(&refusal).unwrap()});
    nobody.call("remove", quoting).await.unwrap();
    let approval = server.last_approval();
    assert!(approval.contains(", by: Token(Token { approves: "), "{approval}");
}

/// A result may quote the caller, and a refusal quotes a token.
#[tokio::test]
async fn an_outcome_prints_nothing_of_the_result() {
    let server = Printing::new();
    let arguments = json!({"name": "s3cr3t"});
    for (answer, capability, is_error) in [
        (Answer::Accept, Capability::Form, false),
        (Answer::Decline, Capability::Form, true),
        (Answer::Accept, Capability::None, true),
    ] {
        let person = connect(server.clone()).answer(answer).capability(capability);
        let person = person.start().await.unwrap();
        let result = person.call("remove", arguments.clone()).await.unwrap();
        assert_eq!(result.is_error, Some(is_error));
        assert_eq!(server.last(), "Ok(Outcome { .. })");
    }
}

#[tokio::test]
async fn a_call_prints_its_tool_and_what_came_with_it_but_not_what_is_in_that() {
    for revision in Revision::ALL {
        let server = Printing::new();
        let caller = connect(server.clone()).revision(revision).authorization("Bearer s3cr3t");
        let caller = caller.principal(Principal::new("s3cr3t")).start().await.unwrap();
        let quoting = json!({"name": "s3cr3t", "confirm_token": "s3cr3t"});
        caller.call("remove", quoting).await.unwrap();

        let printed = server.printed.lock().unwrap().clone();
        let mut parameters = printed.iter().filter(|line| line.starts_with("Parameters"));
        let first = parameters.next().unwrap();
        let last = parameters.next_back().unwrap_or(first);
        for shown in ["args: Args { name: Caller(_) }", "tool: \"remove\"", "confirm_token: true"] {
            assert!(first.contains(shown), "{first}");
        }
        assert!(first.contains("returned: Returned { responses: false, state: false }"), "{first}");
        let answered = revision == Revision::V2026_07_28;
        let returned = format!("returned: Returned {{ responses: {answered}, state: {answered} }}");
        assert!(last.contains(&returned), "{last}");
        let shown: Vec<_> = printed.iter().filter(|line| line.contains("s3cr3t")).collect();
        assert!(shown.is_empty(), "{shown:?}");
    }
}

#[tokio::test]
async fn a_question_prints_its_headline_and_how_many_values_it_has_whether_shown_or_not() {
    let server = Printing::new();
    let person = connect(server.clone()).answer(Answer::Decline).start().await.unwrap();
    person.call("remove", json!({"name": "s3cr3t"})).await.unwrap();
    let printed = server.printed.lock().unwrap()[1].clone();
    assert_eq!(
        printed,
        "Prompt { headline: ServerText { words: \"remove {} member(s)\", counts: [12] }, \
         callers: 25, .. }"
    );
}

#[test]
fn an_approver_its_keys_and_a_caller_print_no_secret() {
    let key = [b's'; 32];
    let keys = KeyRing::new("now", [("now", key)]).unwrap();
    assert_eq!(format!("{keys:?} {:?}", Principal::new("s3cr3t")), "KeyRing(_) Principal(_)");
    let builder = Approver::builder("groups-mcp").shared(keys, MemoryLedger::new());
    for printed in [format!("{builder:?}"), format!("{:?}", builder.build().unwrap())] {
        assert!(printed.contains("groups-mcp") && printed.contains("elicitation: On"), "{printed}");
        assert!(!printed.contains("115, 115") && !printed.contains("ssss"), "{printed}");
    }
}

/// Enough to find a call in a log, and too little to pass for it.
#[test]
fn a_fingerprint_prints_its_first_eight_digits() {
    #[derive(Serialize)]
    struct Wipe;
    impl Operation for Wipe {
        const NAME: &'static str = "wipe";
        fn prompt(&self) -> Prompt<'_> {
            Prompt::new(server_text!("wipe it"))
        }
    }
    let fingerprint = Fingerprint::of("disks-mcp", &Wipe).unwrap();
    let hex: String = fingerprint.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(format!("{fingerprint:?}"), format!("Fingerprint({}…)", &hex[..8]));
}
