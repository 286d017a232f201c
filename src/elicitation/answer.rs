//! The answer of a person, and the one place that finds a yes in it.

use std::{fmt, time::Duration};

use rmcp::{
    RoleServer,
    model::{
        ClientResult, ElicitRequest, ElicitResult, ElicitationAction, ProgressNotificationParam,
        ServerRequest,
    },
    service::{PeerRequestOptions, RequestHandle, ServiceError},
};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use super::{CONFIRM, form};
use crate::{
    audit::{self, Mechanism},
    call::Returned,
    case::{Case, LedgerDown, Question},
    fingerprint::Fingerprint,
    ledger::Spend,
    reason::Reason,
    seal::{Purpose, Unopened},
};

/// How long telling the client that a question is withdrawn may take.
const WITHDRAWAL: Duration = Duration::from_secs(2);

/// Evidence that a person said yes to one operation. Where nothing else will do, ask with
/// [`request_from_person`](crate::Approver::request_from_person).
///
/// Made in one place, out of an answer that was received for this very call: `action` is
/// `accept` and `content.confirm` is the literal `true`. Not `Clone`, and nothing else makes one.
///
/// # What it proves
///
/// That the client returned a yes to the question about exactly this operation, for this caller,
/// once. Whether a person was there is the client's word: a client that answers for its person lies
/// here as everywhere, and no server can tell. The audit event calls it `client-attested`.
pub struct Person {
    fingerprint: Fingerprint,
}

/// What an answer is.
pub(super) enum Answer {
    Yes(Person),
    No(Reason),
    /// It belongs to no question that is open for this call.
    Unmatched {
        /// Whether it came with a state, which then did not verify.
        had_state: bool,
    },
}

impl Person {
    /// The only expression that makes a `Person`: the check of the answer.
    fn check(fingerprint: Fingerprint, answer: &ElicitResult) -> Answer {
        let content = answer.content.as_ref();
        match answer.action {
            ElicitationAction::Decline => Answer::No(Reason::Declined),
            ElicitationAction::Cancel => Answer::No(Reason::Cancelled),
            ElicitationAction::Accept => match content.and_then(|content| content.get(CONFIRM)) {
                Some(Value::Bool(true)) => Answer::Yes(Self { fingerprint }),
                Some(Value::Bool(false)) => Answer::No(Reason::Unticked),
                _ => Answer::No(Reason::Unreadable),
            },
            _ => Answer::No(Reason::Unreadable),
        }
    }

    /// Takes the answer that came back with this call, if there is one. The answer is no parameter:
    /// nobody can hand one over.
    pub(super) async fn returned(case: &mut Case) -> Option<Answer> {
        let Returned { responses, state } = case.call_mut().take_returned();
        let answer = responses.and_then(|mut responses| responses.remove(CONFIRM))?;
        Some(Self::matched(case, state.as_deref(), answer).await)
    }

    /// Reads an answer, if its state was sealed for this call and was not spent. A no spends it
    /// too.
    async fn matched(case: &Case, state: Option<&str>, answer: Value) -> Answer {
        let unmatched = |reason| {
            audit::warn(case, Mechanism::Person, "unmatched", reason);
            Answer::Unmatched { had_state: state.is_some() }
        };
        let Some(state) = state else { return unmatched("no state") };
        let nonce = match case.open(Purpose::Question, state) {
            Ok(nonce) => nonce,
            Err(Unopened::Expired) => return unmatched("expired"),
            Err(Unopened::Unknown) => return unmatched("not sealed for this call"),
        };
        if case.is_abandoned() {
            return Answer::No(Reason::Abandoned);
        }
        match case.spend(Mechanism::Person, nonce).await {
            Ok(Spend::First) if case.is_abandoned() => Answer::No(Reason::Abandoned),
            Ok(Spend::First) => match ElicitResult::deserialize(answer) {
                Ok(answer) => Self::check(*case.fingerprint(), &answer),
                Err(_) => Answer::No(Reason::Unreadable),
            },
            Ok(Spend::Again) => unmatched("already spent"),
            Err(LedgerDown) => Answer::No(Reason::Unavailable),
        }
    }

    /// Pushes the question to the client and waits for the answer, for as long as the call is
    /// open. It runs in the handler's own task, where rmcp knows which call is being served.
    pub(super) async fn ask(case: &Case, question: Question, notice: Option<&str>) -> Answer {
        let context = case.call().context();
        let fingerprint = *question.fingerprint();
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(form(question, notice)));
        let options = PeerRequestOptions::no_options();
        let Ok(mut dialog) = context.peer.send_request_with_option(request, options).await else {
            return Answer::No(Reason::NotShown);
        };
        let received = tokio::select! {
            biased;
            () = context.ct.cancelled() => Err(Reason::Abandoned),
            received = &mut dialog.rx => Ok(received),
            () = time_to_answer(case) => Err(Reason::TimedOut),
        };
        match received {
            Err(reason) => {
                withdraw(dialog, reason).await;
                Answer::No(reason)
            }
            // The yes may have come after the call was given up.
            Ok(_) if case.is_abandoned() => Answer::No(Reason::Abandoned),
            Ok(Ok(Ok(ClientResult::ElicitResult(answer)))) => Self::check(fingerprint, &answer),
            Ok(Ok(Ok(_))) => Answer::No(Reason::Unreadable),
            Ok(Ok(Err(ServiceError::McpError(_)))) => Answer::No(Reason::NotShown),
            Ok(Ok(Err(_)) | Err(_)) => Answer::No(Reason::Abandoned),
        }
    }

    /// The operation that was approved.
    pub(crate) fn approves(&self) -> &Fingerprint {
        &self.fingerprint
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person").field("approves", &self.fingerprint).finish()
    }
}

/// Ends when the time to answer is up. Until then it tells the caller now and then that the call is
/// alive, if it wants to know.
async fn time_to_answer(case: &Case) {
    let (time, interval) = (case.settings().dialog_timeout, case.settings().progress_interval);
    let context = case.call().context();
    let caller = context.meta.get_progress_token();
    let started = Instant::now();
    let mut progress = 0.0;
    loop {
        let left = time.saturating_sub(started.elapsed());
        let Some(token) = caller.clone().filter(|_| left > interval) else {
            return sleep(left).await;
        };
        sleep(interval).await;
        progress += 1.0;
        let mut param = ProgressNotificationParam::new(token, progress);
        param.message = Some("Waiting for a person to answer".to_owned());
        // A caller that cannot be told still gets its result.
        let _ = timeout(interval, context.peer.notify_progress(param)).await;
    }
}

/// Takes the question off the client's screen: its answer would count for nothing now.
async fn withdraw(dialog: RequestHandle<RoleServer>, reason: Reason) {
    let why = match reason {
        Reason::TimedOut => "nobody answered in time",
        _ => "the call was cancelled",
    };
    // Whether or not the client hears of it, the answer is not awaited any longer.
    let _ = timeout(WITHDRAWAL, dialog.cancel(Some(why.to_owned()))).await;
}
