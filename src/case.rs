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
    seal::{Binding, Purpose, Seal},
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

/// The question as text: rendered before anything is awaited, while the operation is at hand.
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) title: String,
    pub(crate) hint: String,
}

pub(crate) struct Case {
    settings: Arc<Settings>,
    operation: &'static str,
    fingerprint: Fingerprint,
    question: Question,
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
        let prompt = operation.prompt();
        let mut text = String::with_capacity(QUESTION_LEN);
        write!(text, "{prompt}").map_err(|_| Error::CannotShow)?;
        let question = Question { text, title: prompt.title(), hint: prompt.hint() };
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

    pub(crate) fn question(&self) -> &Question {
        &self.question
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

    /// Everything that a seal for this call is bound to.
    pub(crate) fn binding(&self, purpose: Purpose) -> Binding<'_> {
        Binding {
            purpose,
            server: &self.settings.server,
            tool: self.call.tool(),
            principal: &self.principal,
            fingerprint: &self.fingerprint,
            lifetime: match purpose {
                Purpose::Question => self.settings.question_lifetime,
                Purpose::Token => self.settings.token_lifetime,
            },
        }
    }

    /// A fresh seal for this call.
    pub(crate) fn seal(&self, purpose: Purpose) -> Result<String, Error> {
        self.settings.seal.seal(&self.binding(purpose)).ok_or(Error::CannotSeal)
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
