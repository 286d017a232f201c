//! One round: a contact of its own, a question about it, an answer, and what came of it.

use serde_json::{Value, json};

use crate::{
    caller::{Client, Outcome, Request},
    faults,
    plan::{Answer, Plan, Tool},
    replicas::is_dropped,
    world::{Card, NEW_PHONE, World},
};

/// More turns than any fault makes necessary.
const MAX_TURNS: usize = 30;

/// So many answers that meant no are kept, to be tried again later.
const LATEST: usize = 5;

#[derive(Debug)]
pub struct Round {
    pub plan: Plan,
    pub card: Card,
    /// The first leg.
    pub call: Request,
    pub pending: Pending,
    /// The earliest step of the keys by which the question may have been sealed.
    pub asked_at: usize,
    questions: usize,
    /// Answers and tokens that mean yes, each to a question or a call of its own.
    approvals: usize,
    /// Whether a question was asked again because its key had gone.
    key_dropped: bool,
}

/// What the second leg answers to or quotes.
#[derive(Clone, Debug, PartialEq)]
pub enum Pending {
    Question(String),
    Token(String),
}

impl Pending {
    fn of(outcome: &Outcome) -> Option<Self> {
        match outcome {
            Outcome::Question { state, .. } => Some(Self::Question(state.clone())),
            Outcome::Token(token) => Some(Self::Token(token.clone())),
            _ => None,
        }
    }

    /// The second leg of this call that means yes.
    pub fn yes(&self, call: &Request) -> Request {
        self.answered(call, Answer::Accept)
    }

    fn answered(&self, call: &Request, answer: Answer) -> Request {
        match self {
            Self::Question(state) => call.clone().answering(state, said(answer)),
            Self::Token(token) => call.clone().quoting(token),
        }
    }
}

fn said(answer: Answer) -> Value {
    match answer {
        Answer::Decline => json!({"action": "decline"}),
        Answer::Untick => json!({"action": "accept", "content": {"confirm": false}}),
        _ => json!({"action": "accept", "content": {"confirm": true}}),
    }
}

impl Round {
    /// Makes the contact and sends the first leg.
    pub async fn open(world: &mut World, plan: Plan) -> Self {
        let card = world.make(&plan).await;
        let call = call(plan.answer.client(), plan.tool, &card, NEW_PHONE);
        let asked_at = world.replicas.oldest_step();
        let outcome = until_answered(world, &call).await;
        let pending = Pending::of(&outcome).unwrap_or_else(|| panic!("{outcome:?} at {plan:?}"));
        assert_eq!(world.writes(&card), 0, "a write before any answer, {plan:?}");
        world.tally.asked += 1;
        let approvals = usize::from(plan.answer.is_yes());
        Self { plan, card, call, pending, asked_at, questions: 1, approvals, key_dropped: false }
    }

    /// The second leg: what the person says, or the token.
    pub fn answer(&self) -> Request {
        self.pending.answered(&self.call, self.plan.answer)
    }

    /// Answers, as its fault has it, and goes on until it is known what came of it.
    pub async fn settle(mut self, world: &mut World, others: &[Self]) {
        let mut outcome = faults::answer(&self, world, others).await;
        let mut turns = 0;
        while !self.is_settled(world, &outcome) {
            turns += 1;
            assert!(turns < MAX_TURNS, "no end to {self:?}: {outcome:?}");
            outcome = self.go_on(world, &outcome).await;
        }
        self.check_cost();
        self.check_spent(world).await;
        self.count(world);
    }

    /// Whether this is the end. Whatever it is, each write had an approval of its own.
    fn is_settled(&self, world: &mut World, outcome: &Outcome) -> bool {
        let writes = world.writes(&self.card);
        let approvals = self.approvals;
        assert!(writes <= approvals, "{writes} writes, {approvals} approvals: {self:?}");
        let (yes, tool) = (self.plan.answer.is_yes(), self.plan.tool);
        let happened = match outcome {
            Outcome::Done => true,
            // It has happened, and the answer that said so was lost.
            outcome if outcome.refuses("There is no contact") && tool == Tool::Delete => true,
            outcome if outcome.refuses("like this already") && tool == Tool::Update => true,
            outcome => return !yes && refuses_as_said(outcome, self.plan.answer),
        };
        assert!(happened && yes && writes > 0, "{writes} writes, {outcome:?}: {self:?}");
        happened
    }

    /// What a client does next: send the same once more, or ask its person again.
    async fn go_on(&mut self, world: &mut World, outcome: &Outcome) -> Outcome {
        match outcome {
            Outcome::Broken => world.tally.resent += 1,
            outcome if outcome.refuses("its ledger does not answer") => {
                world.tally.unavailable += 1;
            }
            Outcome::Question { .. } => {
                assert!(outcome.asks_again(), "it does not say why it asks again: {outcome:?}");
                self.asked_again(world, outcome);
            }
            Outcome::Refused(why)
                if why.contains("does not fit this call") || why.contains("was changed or") =>
            {
                let asked_at = world.replicas.oldest_step();
                let outcome = until_answered(world, &self.call).await;
                if Pending::of(&outcome).is_none() {
                    return outcome;
                }
                self.asked_again(world, &outcome);
                self.asked_at = asked_at;
            }
            other => panic!("{other:?} at {self:?}"),
        }
        world.send(&self.answer()).await
    }

    fn asked_again(&mut self, world: &mut World, outcome: &Outcome) {
        self.pending = Pending::of(outcome).expect("a question or a token");
        self.questions += 1;
        self.approvals += usize::from(self.plan.answer.is_yes());
        world.tally.asked_again += 1;
        if is_dropped(self.asked_at, world.replicas.newest_step()) {
            self.key_dropped = true;
            world.tally.key_dropped += 1;
        }
    }

    /// That nobody was asked twice without need.
    fn check_cost(&self) {
        if self.plan.fault.costs_nothing() && !self.key_dropped {
            assert_eq!(self.questions, 1, "asked again without need: {self:?}");
        }
    }

    /// That the last answer, turned into a yes, is worth nothing now, whatever it was.
    async fn check_spent(&self, world: &mut World) {
        let before = world.writes(&self.card);
        let outcome = until_answered(world, &self.pending.yes(&self.call)).await;
        assert_ne!(outcome, Outcome::Done, "a spent answer was taken: {self:?}");
        assert_eq!(world.writes(&self.card), before, "a spent answer was acted on: {self:?}");
        world.tally.refused += 1;
    }

    fn count(self, world: &mut World) {
        let happened = self.plan.answer.is_yes();
        if happened {
            world.expect(&self.card.path, self.plan.tool);
        } else {
            let yes = self.pending.yes(&self.call);
            world.declined.truncate(LATEST - 1);
            world.declined.insert(0, (yes, self.card.clone()));
        }
        world.tally.round(&self.plan);
        world.tally.done += usize::from(happened);
        world.tally.declined += usize::from(!happened);
        world.tally.approvals += self.approvals;
        world.tally.writes += world.writes(&self.card);
        world.spent.push(self.pending);
    }
}

/// A tool call about this contact.
pub fn call(client: Client, tool: Tool, card: &Card, phone: &str) -> Request {
    let mut arguments = json!({"address_book": card.book, "uid": card.uid});
    if tool == Tool::Update {
        arguments["phone"] = json!(phone);
    }
    Request::call(client, tool.name(), arguments)
}

/// Sends a request until something comes back that is about the request.
pub async fn until_answered(world: &mut World, request: &Request) -> Outcome {
    for _ in 0..MAX_TURNS {
        match world.send(request).await {
            Outcome::Broken => world.tally.resent += 1,
            outcome if outcome.refuses("its ledger does not answer") => {
                world.tally.unavailable += 1;
            }
            outcome => return outcome,
        }
    }
    panic!("no answer to {request:?}");
}

/// Whether the refusal says what the person said.
fn refuses_as_said(outcome: &Outcome, answer: Answer) -> bool {
    outcome.refuses(match answer {
        Answer::Untick => "The form came back without the tick",
        _ => "The person was asked and declined",
    })
}
