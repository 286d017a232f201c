//! The parts of the CardDAV demo that read what a server sent.

#![allow(unreachable_pub, unused_imports, reason = "it is the demo's own code")]

#[path = "../../examples/shared/answer_body.rs"]
mod answer_body;
#[path = "answers.rs"]
pub(super) mod answers;
#[path = "../../examples/carddav/server/card.rs"]
mod card;
#[path = "cards.rs"]
pub(super) mod cards;
#[path = "../../examples/carddav/server/edit.rs"]
mod edit;
#[path = "../../examples/carddav/server/error.rs"]
mod error;
#[path = "../../examples/carddav/server/multistatus.rs"]
mod multistatus;
#[path = "../../examples/carddav/server/values.rs"]
mod values;
