//! One guarded call while it is decided: what both mechanisms need to know about it.

use std::{
    borrow::Cow,
    fmt::Write,
    sync::Arc,
    time::{Duration, Instant},
};

use rmcp::model::ProtocolVersion;
use tokio::time::timeout;

use crate::{
    audit::{self, Mechanism},
    call::Call,
    config::Elicitation,
    error::Error,
    fingerprint::Fingerprint,
    ledger::{Ledger, LedgerError, Nonce, Spend},
    operation::Operation,
    principal,
    seal::{Binding, Purpose, Seal, Unopened},
};

/// How long a ledger may take. Longer than any that works, and short enough for a caller to wait.
const LEDGER_TIMEOUT: Duration = Duration::from_secs(10);

/// Room for a question of the usual length.
const QUESTION_LEN: usize = 512;

/// What the server's author configured.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) server: String,
    pub(crate) elicitation: Elicitation,
    pub(crate) seal: Seal,
    pub(crate) ledger: Arc<dyn Ledger>,
    pub(crate) question_lifetime: Duration,
    pub(crate) token_lifetime: Duration,
    pub(crate) dialog_timeout: Duration,
    pub(crate) progress_interval: Duration,
    pub(crate) tampered_state_is_an_error: bool,
}

/// The question as text, and the fingerprint of the operation that it is about: a yes to the one is
/// for the other.
pub(crate) struct Question {
    fingerprint: Fingerprint,
    text: String,
    title: String,
    hint: String,
}

impl Question {
    fn about<Op: Operation>(fingerprint: Fingerprint, operation: &Op) -> Result<Self, Error> {
        let prompt = operation.prompt();
        let mut text = String::with_capacity(QUESTION_LEN);
        write!(text, "{prompt}").map_err(|_| Error::CannotShow)?;
        Ok(Self { fingerprint, text, title: prompt.title(), hint: prompt.hint() })
    }

    /// The operation that it is about.
    pub(crate) fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// What the person reads: the text, and the label and the hint of the tick box.
    pub(crate) fn into_words(self) -> [String; 3] {
        [self.text, self.title, self.hint]
    }
}

pub(crate) struct Case {
    settings: Arc<Settings>,
    operation: &'static str,
    fingerprint: Fingerprint,
    /// Written at once where the call brings neither an answer nor a token.
    question: Option<Question>,
    principal: Cow<'static, [u8]>,
    started: Instant,
    call: Call,
}

/// The ledger could not say whether this is the first time.
pub(crate) struct LedgerDown;

impl Case {
    pub(crate) fn new<Op: Operation>(
        settings: Arc<Settings>,
        operation: &Op,
        call: Call,
    ) -> Result<Self, Error> {
        let fingerprint = Fingerprint::of(&settings.server, operation)?;
        let question = match call.is_second_leg() {
            false => Some(Question::about(fingerprint, operation)?),
            true => None,
        };
        let principal = principal::of_call(call.context());
        let started = Instant::now();
        Ok(Self { settings, operation: Op::NAME, fingerprint, question, principal, started, call })
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) fn server(&self) -> &str {
        &self.settings.server
    }

    pub(crate) fn operation(&self) -> &'static str {
        self.operation
    }

    pub(crate) fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// The question about the operation of this case. Where it has to be written now, what is handed
    /// over is hashed with it, so that it is no other operation's.
    pub(crate) fn question<Op: Operation>(&mut self, operation: &Op) -> Result<Question, Error> {
        match self.question.take() {
            Some(question) => Ok(question),
            None => Question::about(Fingerprint::of(self.server(), operation)?, operation),
        }
    }

    pub(crate) fn call(&self) -> &Call {
        &self.call
    }

    pub(crate) fn call_mut(&mut self) -> &mut Call {
        &mut self.call
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The protocol revision of this call, as the log names it.
    pub(crate) fn revision(&self) -> String {
        let revision = self.call.context().protocol_version();
        revision.map_or_else(|| "unknown".to_owned(), |revision| revision.to_string())
    }

    /// Whether this call follows MCP 2026-07-28 or later, where a server sends no requests.
    pub(crate) fn has_no_server_requests(&self) -> bool {
        let revision = self.call.context().protocol_version();
        revision.is_some_and(|revision| revision >= ProtocolVersion::V_2026_07_28)
    }

    /// Everything that a seal of this call and this operation is bound to.
    fn binding<'a>(&'a self, purpose: Purpose, fingerprint: &'a Fingerprint) -> Binding<'a> {
        Binding {
            purpose,
            server: &self.settings.server,
            tool: self.call.tool(),
            principal: &self.principal,
            fingerprint,
            lifetime: match purpose {
                Purpose::Question => self.settings.question_lifetime,
                Purpose::Token => self.settings.token_lifetime,
            },
        }
    }

    /// A fresh seal for this call and what `question` is about.
    pub(crate) fn seal(&self, purpose: Purpose, question: &Question) -> Result<String, Error> {
        let binding = self.binding(purpose, question.fingerprint());
        self.settings.seal.seal(&binding).ok_or(Error::CannotSeal)
    }

    /// The nonce of a seal that was made for this call and this operation.
    pub(crate) fn open(&self, purpose: Purpose, sealed: &str) -> Result<Nonce, Unopened> {
        self.settings.seal.open(sealed, &self.binding(purpose, &self.fingerprint))
    }

    /// Spends a nonce whose seal has opened.
    pub(crate) async fn spend(
        &self,
        mechanism: Mechanism,
        nonce: Nonce,
    ) -> Result<Spend, LedgerDown> {
        let spend = timeout(LEDGER_TIMEOUT, self.settings.ledger.spend(nonce)).await;
        spend.unwrap_or_else(|_| Err(LedgerError::new("it did not answer in time"))).map_err(
            |error| {
                audit::unavailable(self, mechanism, &error.to_string());
                LedgerDown
            },
        )
    }

    /// Whether nobody waits for the result any longer.
    pub(crate) fn is_abandoned(&self) -> bool {
        let context = self.call.context();
        context.ct.is_cancelled() || context.peer.is_transport_closed()
    }
}
