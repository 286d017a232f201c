//! Step 5, on a connection where nobody can be asked.

use rmcp::model::JsonObject;
use serde_json::json;

use super::{Visit, book::Contact, guide::Guide};
use crate::{connection::Connection, stop::Stop};

pub(super) async fn steps(connection: &Connection, guide: &Guide) -> Result<(), Stop> {
    guide
        .step(
            "5. A client that cannot ask",
            "This is a second server, with an address book of its own. This time the client does \
             not declare elicitation, so the server has nobody to ask: it refuses, and its \
             refusal carries a token.",
        )
        .await?;
    let mut visit = Visit::begin(connection, guide).await?;
    let contact = visit.book.contact(0)?;
    let token = visit.delete(visit.book.arguments(&contact)).await?;
    let token = token.ok_or_else(|| Stop::failed("the server gave no token"))?;
    quote_for_another(&visit, &token).await?;
    quote_for_the_same(&mut visit, &contact, &token).await
}

async fn quote_for_another(visit: &Visit<'_>, token: &str) -> Result<(), Stop> {
    let other = visit.book.contact(1)?;
    let text = format!("Quoted for {}, it fits nothing.", other.short_name());
    visit.guide.step("The token with other arguments", &text).await?;
    visit.delete(quoting(visit.book.arguments(&other), token)).await.map(drop)
}

async fn quote_for_the_same(
    visit: &mut Visit<'_>,
    contact: &Contact,
    token: &str,
) -> Result<(), Stop> {
    let text = "Quoted for the call that it was issued for, it goes through.";
    visit.guide.step("The token with the same arguments", text).await?;
    visit.delete(quoting(visit.book.arguments(contact), token)).await?;
    visit.compare().await?;
    visit
        .guide
        .say(
            "The token proves that the call was made twice with the same arguments, and nothing \
             more: nobody was asked.",
        )
        .await;
    Ok(())
}

fn quoting(mut arguments: JsonObject, token: &str) -> JsonObject {
    arguments.insert("confirm_token".to_owned(), json!(token));
    arguments
}
