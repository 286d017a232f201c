//! An approval can be looked at, sent to another thread, and taken by a backend that does not mind
//! who approved.

use super::fixture::Wipe;
use rmcp_approval::{Approved, Error, Evidence, Operation, Person, PersonOrToken, Token};

fn who(approved: &Approved<Wipe>) -> String {
    let who = match approved.by() {
        PersonOrToken::Person(person) => format!("{person:?}"),
        PersonOrToken::Token(token) => format!("{token:?}"),
    };
    format!("disk {} by {who}: {approved:?}", approved.operation().disk)
}

fn run<Op: Operation, By: Evidence>(approved: Approved<Op, By>) -> Result<Op, Error> {
    approved.spend()
}

fn is_sent<T: Send + Sync + 'static>() {}

#[test]
fn it_compiles() {
    let _ = (who, run::<Wipe, PersonOrToken>, run::<Wipe, Person>, run::<Wipe, Token>);
    is_sent::<Approved<Wipe>>();
    is_sent::<Approved<Wipe, Person>>();
    is_sent::<Approved<Wipe, Token>>();
}
