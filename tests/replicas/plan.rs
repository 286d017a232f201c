//! What happens in each round: chosen at random, and the same again for the same seed.

use rand::{RngExt, SeedableRng, rngs::SmallRng, seq::SliceRandom};

use crate::caller::Client;

#[derive(Clone, Debug)]
pub struct Plan {
    pub number: usize,
    pub tool: Tool,
    pub answer: Answer,
    pub fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Delete,
    Update,
}

/// What the person says, or what the model does where there is no person to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Accept,
    Decline,
    Untick,
    Token,
    LegacyToken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    None,
    /// The replica that asked is killed before the answer comes.
    KilledBetween,
    /// The replica that gets the answer is killed while it works.
    KilledDuring(Moment),
    /// The keys are changed, one replica after another, and the answer comes in the middle.
    KeysChanged,
    /// The keys are changed with no time in which both are good, before the answer comes.
    KeyDropped,
    /// The answer comes to all replicas at once, three times to each.
    AllAtOnce,
    /// Redis takes the answer and does not go on for so many milliseconds.
    RedisFrozen(u64),
    RedisRestarted,
    /// The answer is acted on, and nobody hears of it.
    ResponseLost,
    /// Other answers and tokens are tried first, each with a yes.
    ForeignAnswers,
    /// Other callers try the answer first.
    OtherCallers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    Reading,
    BeforeTheWrite,
    AfterTheWrite,
    /// After so many milliseconds, wherever that is.
    Later(u64),
}

pub struct Plans {
    random: SmallRng,
    /// What is left of the faults, which come one after the other and then anew.
    faults: Vec<Fault>,
    number: usize,
}

impl Plans {
    pub fn new(seed: u64) -> Self {
        Self { random: SmallRng::seed_from_u64(seed), faults: Vec::new(), number: 0 }
    }

    pub fn next(&mut self) -> Plan {
        self.number += 1;
        let tool = self.one_of([Tool::Delete, Tool::Update]);
        let yes = [Answer::Accept, Answer::Accept, Answer::Token, Answer::LegacyToken];
        let answer = match self.random.random_bool(0.7) {
            true => self.one_of(yes),
            false => self.one_of([Answer::Decline, Answer::Untick]),
        };
        let fault = self.fault(answer);
        Plan { number: self.number, tool, answer, fault }
    }

    /// One of so many.
    pub fn index(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    fn fault(&mut self, answer: Answer) -> Fault {
        if self.faults.is_empty() {
            let moment = self.moment();
            let frozen = self.one_of([150, 150, 150, 2_500]);
            self.faults = vec![
                Fault::None,
                Fault::KilledBetween,
                Fault::KilledDuring(Moment::Reading),
                Fault::KilledDuring(Moment::BeforeTheWrite),
                Fault::KilledDuring(moment),
                Fault::KeysChanged,
                Fault::KeyDropped,
                Fault::AllAtOnce,
                Fault::AllAtOnce,
                Fault::RedisFrozen(frozen),
                Fault::RedisRestarted,
                Fault::ResponseLost,
                Fault::ForeignAnswers,
                Fault::OtherCallers,
            ];
            self.faults.shuffle(&mut self.random);
        }
        let fault = self.faults.pop().expect("it was filled");
        match fault {
            // A no leads to no write to be killed at.
            Fault::KilledDuring(Moment::BeforeTheWrite | Moment::AfterTheWrite)
                if !answer.is_yes() =>
            {
                Fault::KilledDuring(Moment::Later(self.random.random_range(0..40)))
            }
            fault => fault,
        }
    }

    fn moment(&mut self) -> Moment {
        let later = Moment::Later(self.random.random_range(0..40));
        self.one_of([Moment::AfterTheWrite, later])
    }

    fn one_of<T: Copy, const N: usize>(&mut self, these: [T; N]) -> T {
        these[self.index(N)]
    }
}

impl Tool {
    pub fn name(self) -> &'static str {
        match self {
            Self::Delete => "delete_contact",
            Self::Update => "update_contact",
        }
    }

    /// The request by which the backend gets it.
    pub fn method(self) -> &'static str {
        match self {
            Self::Delete => "DELETE",
            Self::Update => "PUT",
        }
    }
}

impl Answer {
    pub fn is_yes(self) -> bool {
        !matches!(self, Self::Decline | Self::Untick)
    }

    pub fn client(self) -> Client {
        match self {
            Self::Accept | Self::Decline | Self::Untick => Client::Asks,
            Self::Token => Client::AsksNobody,
            Self::LegacyToken => Client::Legacy,
        }
    }
}

impl Fault {
    /// Whether the answer counts all the same, so that nobody is asked a second time.
    pub fn costs_nothing(self) -> bool {
        match self {
            // Reading comes before the answer is spent.
            Self::None
            | Self::KilledBetween
            | Self::KilledDuring(Moment::Reading)
            | Self::KeysChanged
            | Self::AllAtOnce
            | Self::ForeignAnswers
            | Self::OtherCallers => true,
            Self::KilledDuring(_)
            | Self::KeyDropped
            | Self::RedisFrozen(_)
            | Self::RedisRestarted
            | Self::ResponseLost => false,
        }
    }
}
