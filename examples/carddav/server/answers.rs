//! What the tools answer with, as structured content and as text.

use calcard::vcard::VCardProperty;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    card::Card,
    values::{BookPath, Uid},
};

#[derive(Serialize, JsonSchema)]
pub(super) struct ListedBooks {
    pub(super) address_books: Vec<AddressBook>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct AddressBook {
    pub(super) path: BookPath,
    pub(super) name: String,
    /// Left out where the server does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) writable: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Contacts {
    pub(super) contacts: Vec<Contact>,
    /// Paths of cards that are no vCard with a UID.
    pub(super) unreadable: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Contact {
    pub(super) uid: Uid,
    pub(super) name: String,
    pub(super) phones: Vec<String>,
    pub(super) emails: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) organization: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ContactDetail {
    #[serde(flatten)]
    pub(super) contact: Contact,
    pub(super) notes: Vec<String>,
    pub(super) has_photo: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) raw_card: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Groups {
    pub(super) groups: Vec<Group>,
    /// Paths of cards that are no vCard with a UID.
    pub(super) unreadable: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Group {
    pub(super) uid: Uid,
    pub(super) name: String,
    pub(super) member_count: usize,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GroupDetail {
    pub(super) uid: Uid,
    pub(super) name: String,
    /// UIDs of the members, as the group lists them.
    pub(super) members: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Done {
    Created,
    Updated,
    Moved,
    Deleted,
}

/// A write that was made.
#[derive(Serialize, JsonSchema)]
pub(super) struct Written {
    pub(super) done: Done,
    pub(super) address_book: BookPath,
    pub(super) uid: Uid,
    /// What is left to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<&'static str>,
}

impl Contact {
    pub(super) fn of(card: &Card) -> Self {
        Self {
            uid: card.uid.clone(),
            name: card.name(),
            phones: card.texts(&VCardProperty::Tel),
            emails: card.texts(&VCardProperty::Email),
            organization: card.texts(&VCardProperty::Org).into_iter().next(),
        }
    }
}

impl ContactDetail {
    pub(super) fn of(card: &Card, raw_card: Option<String>) -> Self {
        Self {
            contact: Contact::of(card),
            notes: card.texts(&VCardProperty::Note),
            has_photo: card.has_photo(),
            raw_card,
        }
    }
}

impl Group {
    pub(super) fn of(card: &Card) -> Self {
        Self { uid: card.uid.clone(), name: card.name(), member_count: card.members().len() }
    }
}

impl GroupDetail {
    pub(super) fn of(card: &Card) -> Self {
        Self { uid: card.uid.clone(), name: card.name(), members: card.members() }
    }
}

impl Written {
    pub(super) fn new(done: Done, address_book: &BookPath, uid: &Uid) -> Self {
        Self { done, address_book: address_book.clone(), uid: uid.clone(), note: None }
    }
}
