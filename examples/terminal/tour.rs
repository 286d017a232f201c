//! A guided tour of the CardDAV demo: a yes, a no, an edit, and the token that
//! stands in where nobody can be asked.

mod asked;
mod book;
mod guide;
mod token;

use std::{env, sync::Arc};

use rmcp::model::JsonObject;

use crate::{
    answer::{Answer, Respondent},
    connection::{Connection, with_server},
    launch::Launch,
    screen::{Screen, has_person},
    stop::Stop,
};
use book::{Book, Contact};
use guide::Guide;

/// One connection of the tour, and what it has seen of the address book.
struct Visit<'a> {
    connection: &'a Connection,
    guide: &'a Guide,
    book: Book,
}

pub(crate) async fn run(
    launch: Launch,
    answer: Option<Answer>,
    screen: &Screen,
) -> Result<(), Stop> {
    let respondent = Arc::new(respondent(answer));
    let guide = Guide::new(screen, respondent.is_person());
    introduce(&guide, answer).await?;
    if launch.elicitation {
        with_server(&launch, &respondent, screen, async |connection| {
            asked::steps(connection, &guide).await
        })
        .await?;
    }
    let cannot_ask = Launch { elicitation: false, ..launch };
    with_server(&cannot_ask, &respondent, screen, async |connection| {
        token::steps(connection, &guide).await
    })
    .await?;
    guide
        .title(
            "That was the tour",
            "--tools opens a menu of the same server, and -- COMMAND starts your own.",
        )
        .await;
    Ok(())
}

/// With nobody there, the tour still shows a yes, a no and a yes.
fn respondent(answer: Option<Answer>) -> Respondent {
    if answer.is_none() && !has_person() {
        Respondent::in_turn([Answer::Accept, Answer::Decline, Answer::Accept])
    } else {
        Respondent::new(answer)
    }
}

async fn introduce(guide: &Guide, answer: Option<Answer>) -> Result<(), Stop> {
    guide
        .title(
            "A tour of the CardDAV demo",
            "This program is an MCP client. It starts a server with an address book that is made \
             up and held in memory, so whatever you answer does no harm. What the server sends is \
             shown beside a bar. Esc or Ctrl-C leaves.",
        )
        .await;
    if answer.is_some() {
        guide.say("--answer is given: it answers every question.").await;
    } else if !guide.pauses() {
        guide.say("no terminal: answering for you (accept, decline, accept)").await;
    }
    if env::var_os("ELICITATION").is_some_and(|value| value == "false") {
        guide.say("ELICITATION=false: the server asks nobody; every step shows a token.").await;
    }
    guide.pause().await
}

impl<'a> Visit<'a> {
    async fn begin(connection: &'a Connection, guide: &'a Guide) -> Result<Self, Stop> {
        let book = Book::open(connection, guide.screen()).await?;
        Ok(Self { connection, guide, book })
    }

    async fn delete(&self, arguments: JsonObject) -> Result<Option<String>, Stop> {
        let result = self.connection.call("delete_contact", arguments).await?;
        Ok(result.as_ref().and_then(crate::reply::token))
    }

    /// Lists the contacts again: the proof of what a call did.
    async fn compare(&mut self) -> Result<(), Stop> {
        let gone = self.book.reload(self.connection, self.guide.screen()).await?;
        let names: Vec<_> = gone.iter().map(Contact::short_name).collect();
        let finding = if names.is_empty() {
            "Nobody is missing from the list.".to_owned()
        } else {
            format!("Gone from the list: {}.", names.join(", "))
        };
        self.guide.say(&finding).await;
        Ok(())
    }
}
