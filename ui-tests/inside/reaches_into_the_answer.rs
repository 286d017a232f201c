//! E0603: another module goes around `elicitation` to the place where answers are checked

pub(crate) use crate::elicitation::answer::Person;
