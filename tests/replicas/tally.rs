//! What was counted, for people to read.

use std::{collections::BTreeMap, fmt};

use crate::plan::{Answer, Fault, Moment, Plan};

#[derive(Debug, Default)]
pub struct Tally {
    pub rounds: BTreeMap<(&'static str, Answer), usize>,
    /// Questions that a person was asked, and tokens that were issued, in the first place.
    pub asked: usize,
    pub asked_again: usize,
    /// The same because a key had been dropped.
    pub key_dropped: usize,
    /// Requests that were sent again because no answer came.
    pub resent: usize,
    /// Requests that the ledger's failure turned away.
    pub unavailable: usize,
    /// A no that was reported as one.
    pub declined: usize,
    /// Answers and tokens that were not taken: of others, of other contacts, spent before.
    pub refused: usize,
    /// Answers and tokens that meant yes.
    pub approvals: usize,
    /// Writes that reached the backend.
    pub writes: usize,
    /// Rounds whose operation has happened.
    pub done: usize,
}

impl Tally {
    pub fn round(&mut self, plan: &Plan) {
        *self.rounds.entry((plan.fault.name(), plan.answer)).or_default() += 1;
    }
}

impl Fault {
    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::KilledBetween => "replica killed between the legs",
            Self::KilledDuring(Moment::Reading) => "replica killed while reading",
            Self::KilledDuring(Moment::BeforeTheWrite) => "replica killed before the write",
            Self::KilledDuring(Moment::AfterTheWrite) => "replica killed after the write",
            Self::KilledDuring(Moment::Later(_)) => "replica killed some time later",
            Self::KeysChanged => "one step of a change of keys",
            Self::KeyDropped => "the key dropped",
            Self::AllAtOnce => "answer to all replicas at once",
            Self::RedisFrozen(..2_000) => "Redis frozen for a moment",
            Self::RedisFrozen(_) => "Redis frozen for long",
            Self::RedisRestarted => "Redis killed and restarted",
            Self::ResponseLost => "response lost",
            Self::ForeignAnswers => "foreign answers first",
            Self::OtherCallers => "other callers first",
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers =
            [Answer::Accept, Answer::Decline, Answer::Untick, Answer::Token, Answer::LegacyToken];
        write!(f, "{:34}", "rounds")?;
        for answer in answers {
            write!(f, "{:>12}", format!("{answer:?}"))?;
        }
        let faults: std::collections::BTreeSet<_> = self.rounds.keys().map(|key| key.0).collect();
        for fault in faults {
            write!(f, "\n  {fault:32}")?;
            for answer in answers {
                let count = self.rounds.get(&(fault, answer)).copied().unwrap_or_default();
                write!(f, "{count:>12}")?;
            }
        }
        for (what, count) in [
            ("rounds in all", self.rounds.values().sum()),
            ("questions and tokens", self.asked),
            ("asked again", self.asked_again),
            ("  of these, for a dropped key", self.key_dropped),
            ("requests sent again", self.resent),
            ("turned away without a ledger", self.unavailable),
            ("a no, reported as one", self.declined),
            ("foreign or spent, not taken", self.refused),
            ("approvals given", self.approvals),
            ("writes that reached the backend", self.writes),
            ("operations that happened", self.done),
        ] {
            write!(f, "\n{what:34}{count:>12}")?;
        }
        Ok(())
    }
}
