//! The demo's address book, as its own listings show it.

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::{connection::Connection, screen::Screen, stop::Stop, text::one_line};

#[derive(Clone)]
pub(super) struct Contact {
    uid: String,
    name: String,
}

pub(super) struct Book {
    path: String,
    contacts: Vec<Contact>,
}

impl Book {
    /// The first address book and who is in it.
    pub(super) async fn open(connection: &Connection, screen: &Screen) -> Result<Self, Stop> {
        let listing = data(connection, "list_address_books", JsonObject::new()).await?;
        let path = text(&listing["address_books"][0], "path")?;
        screen.lock().await.block(&path);
        let mut book = Self { path, contacts: Vec::new() };
        book.reload(connection, screen).await?;
        Ok(book)
    }

    /// Lists the contacts once more and returns those that are missing.
    pub(super) async fn reload(
        &mut self,
        connection: &Connection,
        screen: &Screen,
    ) -> Result<Vec<Contact>, Stop> {
        let arguments = JsonObject::from_iter([("address_book".to_owned(), json!(self.path))]);
        let listing = data(connection, "list_contacts", arguments).await?;
        let listed = listing["contacts"].as_array().into_iter().flatten();
        let contacts = listed.map(Contact::read).collect::<Result<Vec<_>, _>>()?;
        screen.lock().await.block(&table(&contacts));
        let mut gone = std::mem::replace(&mut self.contacts, contacts);
        gone.retain(|old| self.contacts.iter().all(|new| new.uid != old.uid));
        Ok(gone)
    }

    /// The contact at this place of the list.
    pub(super) fn contact(&self, place: usize) -> Result<Contact, Stop> {
        let missing = || Stop::failed("the address book has too few contacts left for this step");
        self.contacts.get(place).cloned().ok_or_else(missing)
    }

    /// The arguments that every tool for one contact takes.
    pub(super) fn arguments(&self, contact: &Contact) -> JsonObject {
        JsonObject::from_iter([
            ("address_book".to_owned(), json!(self.path)),
            ("uid".to_owned(), json!(contact.uid)),
        ])
    }
}

impl Contact {
    fn read(listed: &Value) -> Result<Self, Stop> {
        Ok(Self { uid: text(listed, "uid")?, name: text(listed, "name")? })
    }

    /// Whoever wrote the card chose the name: it must not take over a line.
    pub(super) fn short_name(&self) -> String {
        one_line(&self.name, 40)
    }
}

fn table(contacts: &[Contact]) -> String {
    let names: Vec<_> = contacts.iter().map(Contact::short_name).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let rows = names.iter().zip(contacts);
    let rows = rows.map(|(name, contact)| format!("{name:width$}  {}", contact.uid));
    rows.collect::<Vec<_>>().join("\n")
}

/// The structured result of a tool that only reads.
async fn data(connection: &Connection, tool: &str, arguments: JsonObject) -> Result<Value, Stop> {
    let result = connection.send(tool, arguments).await?.map_err(Stop::failed)?;
    let unexpected = || Stop::failed(format!("{tool} did not return what the tour needs"));
    result.structured_content.ok_or_else(unexpected)
}

fn text(value: &Value, key: &str) -> Result<String, Stop> {
    let unexpected = || Stop::failed(format!("the tour misses {key:?} in a listing of the demo"));
    value[key].as_str().map(str::to_owned).ok_or_else(unexpected)
}
