//! Steps 1 to 4, on a connection where somebody can be asked.

use serde_json::json;

use super::{Visit, guide::Guide};
use crate::{connection::Connection, stop::Stop};

/// From the range that Ofcom reserves for fiction: it rings nowhere.
const NEW_PHONE: &str = "+44 20 7946 0958";

pub(super) async fn steps(connection: &Connection, guide: &Guide) -> Result<(), Stop> {
    guide.title("1. The address book", "These two calls only read, and ask nothing.").await;
    let mut visit = Visit::begin(connection, guide).await?;
    delete_one(&mut visit).await?;
    keep_another(&mut visit).await?;
    change_phone(&visit).await
}

async fn delete_one(visit: &mut Visit<'_>) -> Result<(), Stop> {
    let contact = visit.book.contact(0)?;
    let text = format!(
        "The next call deletes {}. The server does not do it before somebody said yes. Look for \
         the name in its question: it is not there, since a name is whatever somebody wrote into \
         the card.",
        contact.short_name()
    );
    visit.guide.step("2. Delete a contact", &text).await?;
    visit.delete(visit.book.arguments(&contact)).await?;
    visit.compare().await
}

async fn keep_another(visit: &mut Visit<'_>) -> Result<(), Stop> {
    let contact = visit.book.contact(0)?;
    let text = format!("This call would delete {}.", contact.short_name());
    visit.guide.step("3. Ask to delete again, and now say no", &text).await?;
    visit.delete(visit.book.arguments(&contact)).await?;
    visit.compare().await
}

async fn change_phone(visit: &Visit<'_>) -> Result<(), Stop> {
    let contact = visit.book.contact(1)?;
    let text = format!(
        "This sets the phone of {}. A card that was edited wrongly looks exactly like a card, so \
         the server asks here too, and says how many fields it would set.",
        contact.short_name()
    );
    visit.guide.step("4. Change a phone number", &text).await?;
    let mut arguments = visit.book.arguments(&contact);
    arguments.insert("phone".to_owned(), json!(NEW_PHONE));
    visit.connection.call("update_contact", arguments).await.map(drop)
}
