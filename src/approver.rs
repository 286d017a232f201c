//! Which mechanism decides: a person, where one can be asked; otherwise the token.

use std::{fmt, io::Write, sync::Arc, time::Duration};

use rmcp::handler::server::tool::IntoCallToolResult;

use crate::{
    approved::{Approved, PersonOrToken},
    call::Call,
    case::{Case, Settings},
    config::{ConfigError, Elicitation},
    elicitation::{self, Asked, Before, CannotAsk, Person},
    error::Error,
    keys::KeyRing,
    ledger::{Ledger, MemoryLedger},
    operation::Operation,
    outcome::Outcome,
    seal::Seal,
    token::{self, Quoted},
};

/// The longest time for which a question can be answered or a token quoted.
const MAX_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Decides guarded calls: asks the person, or, where nobody can be asked, takes the two-call token.
///
/// Make one when the server starts, and clone it into every handler; a clone is the same
/// approver.
///
/// # Examples
///
/// ```
/// use rmcp_approval::Approver;
///
/// let approver = Approver::from_env("notes-mcp")?;
/// # let _ = approver;
/// # Ok::<(), rmcp_approval::ConfigError>(())
/// ```
#[derive(Clone)]
pub struct Approver {
    settings: Arc<Settings>,
}

/// The decision on one guarded call.
enum Decision<Op, By> {
    /// The operation may run.
    Approved(Approved<Op, By>),
    /// It does not run, and this is what to answer.
    NotApproved(Outcome),
}

impl<Op, By> Decision<Op, By> {
    /// Runs what was approved.
    async fn run<R, E>(
        self,
        run: impl AsyncFnOnce(Approved<Op, By>) -> Result<R, E>,
    ) -> Result<Outcome, E>
    where
        R: IntoCallToolResult,
    {
        match self {
            Self::Approved(approved) => run(approved).await.map(Outcome::of_run),
            Self::NotApproved(outcome) => Ok(outcome),
        }
    }
}

impl Approver {
    /// An approver for the server called `server`, with dialogs as the environment variable
    /// `ELICITATION` says: with `true` or unset the person is asked, with `false` nobody is.
    ///
    /// # Errors
    ///
    /// When the variable has another value. Print the error and stop the server with exit code 1.
    pub fn from_env(server: impl Into<String>) -> Result<Self, ConfigError> {
        Self::builder(server).elicitation(Elicitation::from_env()?).build()
    }

    /// An approver with settings of your own.
    pub fn builder(server: impl Into<String>) -> ApproverBuilder {
        ApproverBuilder::new(server.into())
    }

    /// Runs `operation` if it is approved: hands the approval to `run`, which hands it to the
    /// backend and makes the tool's result, of any type that rmcp takes from a tool.
    ///
    /// A client that can show a dialog is asked, and the token is not offered to it. On MCP
    /// 2025-11-25 and before, this waits for the answer. On 2026-07-28 the outcome is the question,
    /// and the client calls the tool again with the answer. Any other client needs the two-call
    /// token. Without an approval `run` is not called, and the outcome says so and what to do next: a
    /// no, a closed dialog and a question that was not answered in time are refusals without a token.
    ///
    /// The approval is used up when `run` begins. If `run` fails, the next call needs another one.
    ///
    /// Call it in the handler's own task: in a spawned one rmcp no longer knows which request a
    /// question belongs to, nor which revision it speaks. In a test in memory that may go unnoticed.
    ///
    /// # Errors
    ///
    /// When the call cannot be decided; nothing was approved then. See [`Error`]. And the errors of
    /// `run`.
    ///
    /// # Examples
    ///
    /// As the last expression of a tool it needs no types. Where `?` follows it, write the error of
    /// `run`, which nothing else tells the compiler then:
    ///
    /// ```
    /// # use rmcp::ErrorData;
    /// # use rmcp_approval::{Approved, Approver, Call, Error, Operation, Outcome, Prompt, server_text};
    /// # #[derive(serde::Serialize)] struct Wipe { notes: usize }
    /// # impl Operation for Wipe {
    /// #     const NAME: &'static str = "wipe";
    /// #     fn prompt(&self) -> Prompt<'_> { Prompt::new(server_text!("delete all {} note(s)", self.notes)) }
    /// # }
    /// # struct Store;
    /// # impl Store { fn wipe(&self, approved: Approved<Wipe>) -> Result<(), Error> { approved.spend().map(|_| ()) } }
    /// # async fn tool(approver: Approver, store: Store, operation: Wipe, call: Call) -> Result<Outcome, ErrorData> {
    /// let outcome = approver
    ///     .request(operation, call, async |approved| -> Result<_, ErrorData> {
    ///         store.wipe(approved)?;
    ///         Ok("All notes are deleted.".to_owned())
    ///     })
    ///     .await?;
    /// // … what is to be done after every call …
    /// Ok(outcome)
    /// # }
    /// ```
    pub async fn request<Op, R, E>(
        &self,
        operation: Op,
        call: Call,
        run: impl AsyncFnOnce(Approved<Op>) -> Result<R, E>,
    ) -> Result<Outcome, E>
    where
        Op: Operation,
        R: IntoCallToolResult,
        E: From<Error>,
    {
        self.decide(operation, call).await?.run(run).await
    }

    /// Runs `operation` if a person approves it: where nobody can be asked, it is refused and no
    /// token is offered. Otherwise like [`request`](Self::request).
    ///
    /// # Errors
    ///
    /// When the call cannot be decided; nothing was approved then. On MCP 2026-07-28 a client
    /// without the capability gets [`Error::MissingCapability`]. See [`Error`]. And the errors of
    /// `run`.
    pub async fn request_from_person<Op, R, E>(
        &self,
        operation: Op,
        call: Call,
        run: impl AsyncFnOnce(Approved<Op, Person>) -> Result<R, E>,
    ) -> Result<Outcome, E>
    where
        Op: Operation,
        R: IntoCallToolResult,
        E: From<Error>,
    {
        self.decide_by_person(operation, call).await?.run(run).await
    }

    /// Whether people are asked through a dialog.
    #[must_use]
    pub fn elicitation(&self) -> Elicitation {
        self.settings.elicitation
    }

    async fn decide<Op: Operation>(
        &self,
        operation: Op,
        call: Call,
    ) -> Result<Decision<Op, PersonOrToken>, Error> {
        let (operation, mut case, asked) = self.ask(operation, call).await?;
        let evidence = match asked {
            Asked::Yes(person) => PersonOrToken::Person(person),
            Asked::No(outcome) => return Ok(Decision::NotApproved(outcome)),
            Asked::CannotAsk(why) => match token::redeem(&mut case).await {
                Some(Quoted::Yes(token)) => PersonOrToken::Token(token),
                Some(Quoted::No(outcome)) => return Ok(Decision::NotApproved(outcome)),
                None => {
                    let question = case.question(&operation)?;
                    let refusal = token::refuse_with_token(&case, question, why)?;
                    return Ok(Decision::NotApproved(refusal));
                }
            },
        };
        Approved::mint(Arc::clone(&self.settings), operation, evidence).map(Decision::Approved)
    }

    async fn decide_by_person<Op: Operation>(
        &self,
        operation: Op,
        call: Call,
    ) -> Result<Decision<Op, Person>, Error> {
        let (operation, case, asked) = self.ask(operation, call).await?;
        match asked {
            Asked::Yes(person) => Approved::mint(Arc::clone(&self.settings), operation, person)
                .map(Decision::Approved),
            Asked::No(outcome) => Ok(Decision::NotApproved(outcome)),
            Asked::CannotAsk(why) => {
                let refusal = token::refuse_without_token(&case, why);
                if why == CannotAsk::Client && case.has_no_server_requests() {
                    return Err(Error::MissingCapability);
                }
                Ok(Decision::NotApproved(refusal))
            }
        }
    }

    /// Asks a person. The operation comes by value and goes back: a reference that is held while the
    /// answer is awaited would need it to be `Sync`.
    async fn ask<Op: Operation>(
        &self,
        operation: Op,
        call: Call,
    ) -> Result<(Op, Case, Asked), Error> {
        let mut case = Case::new(Arc::clone(&self.settings), &operation, call)?;
        let asked = match elicitation::before_asking(&mut case).await? {
            Before::Settled(asked) => asked,
            Before::Ask(notice) => {
                let question = case.question(&operation)?;
                elicitation::ask(&case, question, notice).await?
            }
        };
        Ok((operation, case, asked))
    }
}

/// Shows no key.
impl fmt::Debug for Approver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Approver")
            .field("server", &self.settings.server)
            .field("elicitation", &self.settings.elicitation)
            .finish_non_exhaustive()
    }
}

/// The settings of an [`Approver`]. All of them have a default that is right for one process.
#[derive(Debug)]
#[must_use = "call `build` to get the approver"]
pub struct ApproverBuilder {
    server: String,
    elicitation: Elicitation,
    keys: Option<KeyRing>,
    ledger: Option<Arc<dyn Ledger>>,
    question_lifetime: Duration,
    token_lifetime: Duration,
    dialog_timeout: Duration,
    progress_interval: Duration,
    tampered_state_is_an_error: bool,
}

impl ApproverBuilder {
    fn new(server: String) -> Self {
        Self {
            server,
            elicitation: Elicitation::On,
            keys: None,
            ledger: None,
            question_lifetime: Duration::from_secs(15 * 60),
            token_lifetime: Duration::from_secs(5 * 60),
            dialog_timeout: Duration::from_secs(10 * 60),
            progress_interval: Duration::from_secs(5),
            tampered_state_is_an_error: false,
        }
    }

    /// Whether people are asked through a dialog. Unset, they are.
    pub fn elicitation(mut self, elicitation: Elicitation) -> Self {
        self.elicitation = elicitation;
        self
    }

    /// What remembers which answers and tokens were spent, such as a [`MemoryLedger`] of another
    /// capacity. Unset, one of the default capacity. Several processes take [`shared`](Self::shared).
    pub fn ledger(mut self, ledger: impl Ledger) -> Self {
        self.ledger = Some(Arc::new(ledger));
        self
    }

    /// The keys that seal questions and tokens, and the ledger of those that were spent, for
    /// several processes that may get the two legs of one call. Unset, this process makes a key of
    /// its own, and no other process can open what it sealed.
    ///
    /// The two come together: with the keys alone, an answer or a token would work once in every
    /// process that has them, and once more after each restart.
    pub fn shared(mut self, keys: KeyRing, ledger: impl Ledger) -> Self {
        self.keys = Some(keys);
        self.ledger(ledger)
    }

    /// How long a returned question can be answered (MCP 2026-07-28): at most a day. Unset, 15
    /// minutes.
    pub fn question_lifetime(mut self, lifetime: Duration) -> Self {
        self.question_lifetime = lifetime;
        self
    }

    /// How long a token can be quoted: at most a day. Unset, 5 minutes.
    pub fn token_lifetime(mut self, lifetime: Duration) -> Self {
        self.token_lifetime = lifetime;
        self
    }

    /// How long a pushed question waits for its answer (MCP 2025-11-25 and before). Unset, 10
    /// minutes.
    ///
    /// The transport has to last as long. A session of rmcp's streamable HTTP server ends after 5
    /// minutes in which nothing passes, and with it the question: set the `keep_alive` in its
    /// `SessionConfig` to more than this.
    pub fn dialog_timeout(mut self, timeout: Duration) -> Self {
        self.dialog_timeout = timeout;
        self
    }

    /// How often a caller that gave a progress token hears that a person is being waited for.
    /// Unset, every 5 seconds.
    pub fn progress_interval(mut self, interval: Duration) -> Self {
        self.progress_interval = interval;
        self
    }

    /// Whether an answer whose state does not verify is a JSON-RPC error (−32602) instead of a
    /// fresh question. Unset, the question is asked again: the likeliest cause is not an attack but
    /// a gateway that put the server to sleep while the person was reading. Set it where nothing sleeps
    /// and whoever watches the server is to see such answers as errors.
    pub fn tampered_state_is_an_error(mut self, is_an_error: bool) -> Self {
        self.tampered_state_is_an_error = is_an_error;
        self
    }

    /// Makes the approver. With dialogs off it prints one line on standard error, so that the
    /// switch is visible in the log of every server that it reaches.
    ///
    /// # Errors
    ///
    /// When the server has no name, a duration is zero, a lifetime is longer than a day, or no key
    /// can be made.
    pub fn build(self) -> Result<Approver, ConfigError> {
        if self.server.trim().is_empty() {
            return Err(ConfigError::EmptyServerName);
        }
        for (setting, duration) in [
            ("question_lifetime", self.question_lifetime),
            ("token_lifetime", self.token_lifetime),
            ("dialog_timeout", self.dialog_timeout),
            ("progress_interval", self.progress_interval),
        ] {
            if duration.is_zero() {
                return Err(ConfigError::ZeroDuration { setting });
            }
        }
        for (setting, lifetime) in
            [("question_lifetime", self.question_lifetime), ("token_lifetime", self.token_lifetime)]
        {
            if lifetime > MAX_LIFETIME {
                return Err(ConfigError::LongLifetime { setting });
            }
        }
        let keys = match self.keys {
            Some(keys) => keys,
            None => KeyRing::random()?,
        };
        if self.elicitation == Elicitation::Off {
            announce_switched_off(&self.server);
        }
        let settings = Settings {
            server: self.server,
            elicitation: self.elicitation,
            seal: Seal::new(keys),
            ledger: self.ledger.unwrap_or_else(|| Arc::new(MemoryLedger::new())),
            question_lifetime: self.question_lifetime,
            token_lifetime: self.token_lifetime,
            dialog_timeout: self.dialog_timeout,
            progress_interval: self.progress_interval,
            tampered_state_is_an_error: self.tampered_state_is_an_error,
        };
        Ok(Approver { settings: Arc::new(settings) })
    }
}

/// One line on standard error. A server whose standard error is closed starts all the same.
fn announce_switched_off(server: &str) {
    let _ = writeln!(
        std::io::stderr(),
        "{server}: {}=false — guarded tools fall back to the two-call token",
        Elicitation::VARIABLE,
    );
}
