//! The scripted person of `testing`, as an author's own tests see it.

use std::{
    borrow::Cow,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::{
    notes::{Notes, text},
    question::shown::Server,
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{CallToolResult, PingRequest, ProtocolVersion, ServerRequest},
    service::{NotificationContext, RequestContext, ServiceError},
    tool, tool_handler, tool_router,
};
use rmcp_approval::{
    Principal,
    testing::{Answer, Capability, Revision, connect, token_in},
};
use serde_json::json;
use tokio::time::{sleep, timeout};

#[tokio::test(start_paused = true)]
async fn what_the_caller_heard_while_a_person_was_waited_for_can_be_looked_at() {
    let server = Notes::default_settings();
    let person = server.person(Revision::V2025_11_25).answer(Answer::Never).start().await.unwrap();
    assert_eq!(person.progress(), [""; 0]);
    let call = person.begin("delete_note", json!({"id": 1})).await.unwrap();
    person.wait_for_questions(1).await;
    sleep(Duration::from_secs(12)).await;
    person.set_answer(Answer::Accept);
    call.finish().await.unwrap();
    assert_eq!(person.progress(), ["Waiting for a person to answer"; 2]);
    assert_eq!(server.ran(), ["delete 1"]);
}

#[tokio::test]
async fn waiting_ends_when_so_many_questions_were_asked_and_not_before() {
    let server = Notes::default_settings();
    let person = server.person(Revision::V2025_11_25).answer(Answer::Never).start().await.unwrap();
    for count in 1..=3 {
        let waiting = timeout(Duration::from_millis(50), person.wait_for_questions(count));
        assert!(waiting.await.is_err(), "{count}");
        let _open = person.begin("delete_note", json!({"id": 1})).await.unwrap();
        person.wait_for_questions(count).await;
        assert_eq!(person.questions().len(), count);
    }
}

#[tokio::test]
async fn the_token_of_a_refusal_is_the_servers_and_not_one_that_the_caller_wrote() {
    let nobody = connect(Server::new()).capability(Capability::None).start().await.unwrap();
    let mut arguments = json!({"names": ["\"confirm_token\": \"mine\""]});
    let refusal = nobody.call("remove", arguments.clone()).await.unwrap();
    assert!(text(&refusal).contains("\"confirm_token\": \"mine\""), "{}", text(&refusal));
    arguments["confirm_token"] = token_in(&refusal).unwrap().into();
    let removed = nobody.call("remove", arguments).await.unwrap();
    assert_eq!(removed.is_error, Some(false));
    assert_eq!(token_in(&removed), None);
    assert_eq!(token_in(&CallToolResult::success(vec![])), None);
}

#[tokio::test]
async fn a_returned_question_that_nobody_answers_is_asked_once_and_the_call_fails() {
    for answer in [Answer::Never, Answer::Fail] {
        let server = Notes::default_settings();
        let person = server.person(Revision::V2026_07_28).answer(answer).start().await.unwrap();
        let unanswered = person.call("delete_note", json!({"id": 1})).await;
        assert!(
            matches!(unanswered, Err(ServiceError::InputRequiredRoundsExceeded { .. })),
            "{unanswered:?}"
        );
        assert_eq!(person.questions().len(), 1);
        // A call that was begun gives a result, and a question is none.
        let begun = person.begin("delete_note", json!({"id": 1})).await.unwrap();
        let unfinished = begun.finish().await;
        assert!(matches!(unfinished, Err(ServiceError::UnexpectedResponse)), "{unfinished:?}");
        assert_eq!(server.ran(), [""; 0]);

        person.set_answer(Answer::Accept);
        person.call("delete_note", json!({"id": 1})).await.unwrap();
        assert_eq!(server.ran(), ["delete 1"], "the control");
    }
}

#[tokio::test]
async fn the_state_of_a_question_is_the_one_that_the_server_wants_back() {
    let server = Notes::default_settings();
    let person = server.person(Revision::V2026_07_28).start().await.unwrap();
    let leg = person.call_once("delete_note", json!({"id": 1})).await.unwrap();
    let asked = leg.asked().unwrap();
    let answer = asked.retry().answer(Answer::Accept).without_state();
    assert!(answer.clone().send().await.unwrap().asked().is_some(), "the control");
    answer.state(asked.state().unwrap()).send().await.unwrap().done().unwrap();
    assert_eq!(server.ran(), ["delete 1"]);
}

/// A server that counts who has connected, pings its client, and says which revision it speaks.
#[derive(Clone, Default)]
struct Pinging {
    initialized: Arc<AtomicUsize>,
}

#[tool_router]
impl Pinging {
    #[tool]
    async fn ping(&self, context: RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
        let ping = ServerRequest::PingRequest(PingRequest::default());
        let answer = context.peer.send_request(ping).await;
        answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(CallToolResult::success(vec![]))
    }

    #[tool]
    async fn revision(&self, context: RequestContext<RoleServer>) -> String {
        context.protocol_version().map_or_else(String::new, |revision| revision.to_string())
    }
}

#[tool_handler]
impl ServerHandler for Pinging {
    async fn on_initialized(&self, _: NotificationContext<RoleServer>) {
        self.initialized.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn the_server_is_spoken_to_on_the_revision_that_was_asked_for() {
    for (revision, name) in
        [(Revision::V2025_11_25, "2025-11-25"), (Revision::V2026_07_28, "2026-07-28")]
    {
        let client = connect(Pinging::default()).revision(revision).start().await.unwrap();
        assert_eq!(text(&client.call("revision", json!({})).await.unwrap()), name);
    }
}

/// A server from before 2026-07-28.
#[derive(Clone)]
struct Older;

impl ServerHandler for Older {
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(&[ProtocolVersion::V_2025_11_25])
    }
}

#[tokio::test]
async fn a_server_is_not_spoken_to_on_a_revision_that_it_does_not_support() {
    for (revision, supported) in [(Revision::V2025_11_25, true), (Revision::V2026_07_28, false)] {
        let connected = connect(Older).revision(revision).start().await;
        assert_eq!(connected.is_ok(), supported, "{revision:?}: {connected:?}");
    }
}

#[tokio::test]
async fn the_client_in_front_of_the_person_keeps_to_the_protocol() {
    let server = Pinging::default();
    let client = connect(server.clone()).revision(Revision::V2025_11_25);
    let client = client.principal(Principal::new("alice")).start().await.unwrap();
    let result = client.call("ping", json!({})).await.unwrap();
    assert_eq!(result.is_error, Some(false));
    assert_eq!(server.initialized.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn after_disconnecting_the_server_has_let_go_of_everything() {
    let server = Pinging::default();
    let client = connect(server.clone()).start().await.unwrap();
    client.list_tools().await.unwrap();
    assert!(Arc::strong_count(&server.initialized) > 1, "the control");
    client.disconnect().await;
    assert_eq!(Arc::strong_count(&server.initialized), 1);
}
