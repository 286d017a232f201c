//! The person: what they are asked, and what they are scripted to answer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::{
    ErrorData, RoleClient, Service,
    model::{
        ClientCapabilities, ClientConfig, ClientResult, CustomResult, ElicitRequestParams,
        ElicitationSchema, Implementation, ProtocolVersion, ServerNotification, ServerRequest,
    },
    service::{NotificationContext, RequestContext},
};
use serde_json::{Value, json};
use tokio::sync::watch;

/// What a scripted person does with a question.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// Ticks the box and sends the form: yes.
    Accept,
    /// Sends the form without the tick.
    Untick,
    /// Declines.
    Decline,
    /// Closes the dialog.
    Cancel,
    /// Does nothing. A pushed question stays open until
    /// [`set_answer`](super::Session::set_answer) says otherwise: time in which a test can change
    /// what the question was about.
    Never,
    /// Answers with this, whether or not it is what an answer has to look like.
    Json(Value),
    /// The client cannot show the question, and says so with a JSON-RPC error. A returned question
    /// gets no answer then.
    Fail,
}

impl Answer {
    /// The answer on the wire, if there is one.
    pub(super) fn to_json(&self) -> Option<Value> {
        match self {
            Self::Accept => Some(json!({"action": "accept", "content": {"confirm": true}})),
            Self::Untick => Some(json!({"action": "accept", "content": {"confirm": false}})),
            Self::Decline => Some(json!({"action": "decline"})),
            Self::Cancel => Some(json!({"action": "cancel"})),
            Self::Json(json) => Some(json.clone()),
            Self::Never | Self::Fail => None,
        }
    }
}

/// A question as the client got it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// What the person reads.
    pub message: String,
    /// The form to fill in: one tick box.
    pub schema: ElicitationSchema,
}

#[derive(Debug)]
pub(super) struct ScriptedPerson {
    config: ClientConfig,
    answer: watch::Sender<Answer>,
    questions: watch::Sender<Vec<Question>>,
    progress: Mutex<Vec<String>>,
}

impl ScriptedPerson {
    pub(super) fn new(
        capabilities: ClientCapabilities,
        version: ProtocolVersion,
        answer: Answer,
    ) -> Self {
        let implementation =
            Implementation::new("rmcp-approval-testing", env!("CARGO_PKG_VERSION"));
        Self {
            config: ClientConfig::new(capabilities, implementation).with_protocol_version(version),
            answer: watch::Sender::new(answer),
            questions: watch::Sender::default(),
            progress: Mutex::default(),
        }
    }

    pub(super) fn answer_now(&self) -> Answer {
        self.answer.borrow().clone()
    }

    pub(super) fn set_answer(&self, answer: Answer) {
        self.answer.send_replace(answer);
    }

    pub(super) fn questions(&self) -> Vec<Question> {
        self.questions.borrow().clone()
    }

    pub(super) async fn wait_for_questions(&self, count: usize) {
        // The sender is ours, so waiting does not fail.
        let _ = self.questions.subscribe().wait_for(|questions| questions.len() >= count).await;
    }

    pub(super) fn progress(&self) -> Vec<String> {
        lock(&self.progress).clone()
    }

    pub(super) fn see(&self, question: &ElicitRequestParams) {
        if let ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } =
            question
        {
            let question = Question { message: message.clone(), schema: requested_schema.clone() };
            self.questions.send_modify(|questions| questions.push(question));
        }
    }
}

/// A test that panicked elsewhere is no reason to fail here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Service<RoleClient> for ScriptedPerson {
    async fn handle_request(
        &self,
        request: ServerRequest,
        _context: RequestContext<RoleClient>,
    ) -> Result<ClientResult, ErrorData> {
        let unsupported =
            || ErrorData::invalid_request("a scripted person answers forms only", None);
        match request {
            ServerRequest::PingRequest(_) => Ok(ClientResult::empty(())),
            ServerRequest::ElicitRequest(request) => {
                self.see(&request.params);
                let mut answers = self.answer.subscribe();
                // The sender is ours, so waiting does not fail.
                let given = answers.wait_for(|answer| *answer != Answer::Never).await;
                let answer = given.map_or(Answer::Fail, |answer| answer.clone());
                let json = answer.to_json().ok_or_else(unsupported)?;
                Ok(ClientResult::CustomResult(CustomResult::new(json)))
            }
            _ => Err(unsupported()),
        }
    }

    async fn handle_notification(
        &self,
        notification: ServerNotification,
        _context: NotificationContext<RoleClient>,
    ) -> Result<(), ErrorData> {
        if let ServerNotification::ProgressNotification(progress) = notification {
            lock(&self.progress).push(progress.params.message.unwrap_or_default());
        }
        Ok(())
    }

    fn get_info(&self) -> ClientConfig {
        self.config.clone()
    }
}
