//! The legs of a call on 2026-07-28, by hand.

use std::collections::BTreeMap;

use rmcp::{
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, InputRequest, InputRequiredResult,
        InputResponses,
    },
    service::ServiceError,
};
use serde_json::Value;

use super::{Answer, PendingCall, Session};

/// What one leg of a call came to.
#[derive(Debug)]
#[must_use]
#[non_exhaustive]
pub enum Leg<'a> {
    /// The tool is done.
    Done(CallToolResult),
    /// The tool asks, and waits for another leg with the answer.
    Asked(Asked<'a>),
}

impl<'a> Leg<'a> {
    /// The result, if the tool is done.
    #[must_use]
    pub fn done(self) -> Option<CallToolResult> {
        match self {
            Self::Done(result) => Some(result),
            Self::Asked(_) => None,
        }
    }

    /// The question, if the tool asks.
    #[must_use]
    pub fn asked(self) -> Option<Asked<'a>> {
        match self {
            Self::Done(_) => None,
            Self::Asked(asked) => Some(asked),
        }
    }
}

/// A tool's question with its state. It can be answered more than once, to see what a replay does.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    session: &'a Session,
    call: CallToolRequestParams,
    question: InputRequiredResult,
}

impl<'a> Asked<'a> {
    /// The state that the server wants back.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        self.question.request_state.as_deref()
    }

    /// Starts the next leg: the same call with the state, and no answer yet.
    pub fn retry(&self) -> Retry<'a> {
        let mut call = self.call.clone();
        call.request_state.clone_from(&self.question.request_state);
        call.input_responses = None;
        let keys = self.question.input_requests.iter().flat_map(BTreeMap::keys).cloned().collect();
        Retry { session: self.session, call, keys }
    }
}

/// A leg that is being put together.
#[derive(Debug, Clone)]
#[must_use = "a leg does nothing until it is sent"]
pub struct Retry<'a> {
    session: &'a Session,
    call: CallToolRequestParams,
    keys: Vec<String>,
}

impl<'a> Retry<'a> {
    pub(super) fn first(session: &'a Session, tool: &str, arguments: Value) -> Self {
        let call = CallToolRequestParams::new(tool.to_owned());
        Self { session, call, keys: Vec::new() }.arguments(arguments)
    }

    /// Answers the question. [`Answer::Never`] and [`Answer::Fail`] answer nothing.
    pub fn answer(mut self, answer: Answer) -> Self {
        self.call.input_responses = answer.to_json().map(|json| {
            self.keys.iter().map(|key| (key.clone(), json.clone())).collect::<InputResponses>()
        });
        self
    }

    /// Sends other arguments. Anything but an object leaves them out.
    pub fn arguments(mut self, arguments: Value) -> Self {
        self.call.arguments = match arguments {
            Value::Object(arguments) => Some(arguments),
            _ => None,
        };
        self
    }

    /// Calls another tool.
    pub fn tool(mut self, tool: &str) -> Self {
        self.call.name = tool.to_owned().into();
        self
    }

    /// Sends another state: an altered one, or that of another question.
    pub fn state(mut self, state: impl Into<String>) -> Self {
        self.call.request_state = Some(state.into());
        self
    }

    /// Sends no state.
    pub fn without_state(mut self) -> Self {
        self.call.request_state = None;
        self
    }

    /// Sends the leg through another connection: another caller, or another process.
    pub fn through(self, session: &Session) -> Retry<'_> {
        Retry { session, call: self.call, keys: self.keys }
    }

    /// Sends the leg without waiting for what it comes to, so that it can be cancelled.
    ///
    /// # Errors
    ///
    /// When the connection is closed.
    pub async fn begin(self) -> Result<PendingCall, ServiceError> {
        PendingCall::start(self.session.peer(), self.call).await
    }

    /// Sends the leg.
    ///
    /// # Errors
    ///
    /// As the connection or the server reports them.
    pub async fn send(self) -> Result<Leg<'a>, ServiceError> {
        let Self { session, call, .. } = self;
        match session.send(call.clone()).await? {
            CallToolResponse::Complete(result) => Ok(Leg::Done(result)),
            CallToolResponse::InputRequired(question) => {
                for request in question.input_requests.iter().flat_map(BTreeMap::values) {
                    if let InputRequest::Elicitation(request) = request {
                        session.client.service().see(&request.params);
                    }
                }
                Ok(Leg::Asked(Asked { session, call, question }))
            }
            _ => Err(ServiceError::UnexpectedResponse),
        }
    }
}
