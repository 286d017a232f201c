//! The five operations that cannot be taken back, and the question about each.
//!
//! An operation holds everything that its write does, so that is what an
//! approval is bound to. Its question holds words of this file, numbers counted
//! here, and the paths and UIDs that the caller gave. Nothing that was read from a
//! card is in it.

use rmcp_approval::{Caller, Operation, Prompt, server_text};
use serde::Serialize;

use super::{
    arguments::ContactPatch,
    dav::CardVersion,
    values::{BookPath, Href, Uid},
};

#[derive(Debug, Serialize)]
pub(super) struct UpdateContact {
    pub(super) book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    pub(super) version: CardVersion,
    pub(super) change: Change,
    /// The card that will be stored, to the byte.
    pub(super) card: String,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) enum Change {
    Fields(ContactPatch),
    WholeCard { before: usize, after: usize },
}

impl Operation for UpdateContact {
    const NAME: &'static str = "update_contact";

    fn prompt(&self) -> Prompt<'_> {
        let prompt = match &self.change {
            Change::Fields(patch) => {
                let (set, cleared) = (patch.set_count(), patch.cleared_count());
                Prompt::new(server_text!("change {} field(s) of a contact", set + cleared))
                    .consequence(server_text!(
                        "A CardDAV server keeps no version history, so what is replaced or cleared \
                         cannot be recovered from here, and a wrong value looks exactly like a \
                         right one."
                    ))
                    .counted(server_text!("Fields set"), set)
                    .counted(server_text!("Fields cleared"), cleared)
            }
            Change::WholeCard { before, after } => Prompt::new(server_text!(
                "replace the whole card of a contact"
            ))
            .consequence(server_text!(
                "Everything that is not in the new card goes, any photo included. A CardDAV \
                         server keeps no version history, so the old card cannot be recovered from \
                         here."
            ))
            .counted(server_text!("Properties before"), *before)
            .counted(server_text!("Properties after"), *after),
        };
        prompt
            .caller(server_text!("Address book"), &self.book)
            .caller(server_text!("Contact"), &self.uid)
            .confirm_title(server_text!("Yes, change this contact"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct DeleteContact {
    pub(super) book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    pub(super) version: CardVersion,
}

impl Operation for DeleteContact {
    const NAME: &'static str = "delete_contact";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete a contact"))
            .consequence(server_text!(
                "A CardDAV server has no trash, so the contact cannot be recovered from here."
            ))
            .caller(server_text!("Address book"), &self.book)
            .caller(server_text!("Contact"), &self.uid)
            .confirm_title(server_text!("Yes, delete this contact"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct MoveContact {
    pub(super) book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    pub(super) version: CardVersion,
    pub(super) destination: Caller<BookPath>,
    pub(super) to: Href,
}

impl Operation for MoveContact {
    const NAME: &'static str = "move_contact";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("move a contact to another address book"))
            .consequence(server_text!(
                "Whoever reads only the old address book loses the contact, and groups there no \
                 longer find it. A CardDAV server keeps no history, so nothing will tell where the \
                 contact came from."
            ))
            .caller(server_text!("Address book"), &self.book)
            .caller(server_text!("Contact"), &self.uid)
            .caller(server_text!("Destination"), &self.destination)
            .confirm_title(server_text!("Yes, move this contact"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct UpdateGroup {
    pub(super) book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    pub(super) version: CardVersion,
    pub(super) renamed: bool,
    pub(super) before: usize,
    pub(super) added: usize,
    pub(super) removed: usize,
    pub(super) after: usize,
    /// The membership afterwards, in its order. Behind a fence it may be longer than
    /// the two counts: members that do not exist for this server stay in the card.
    pub(super) members: Vec<String>,
    /// The card that will be stored, to the byte.
    pub(super) card: String,
}

impl Operation for UpdateGroup {
    const NAME: &'static str = "update_group";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("change a group of {} contact(s)", self.before))
            .consequence(server_text!(
                "The contacts stay as they are; only the group changes. A CardDAV server keeps no \
                 version history, so the old group cannot be recovered from here."
            ))
            .counted(server_text!("Names replaced"), usize::from(self.renamed))
            .counted(server_text!("Members added"), self.added)
            .counted(server_text!("Members removed"), self.removed)
            .counted(server_text!("Members afterwards"), self.after)
            .caller(server_text!("Address book"), &self.book)
            .caller(server_text!("Group"), &self.uid)
            .confirm_title(server_text!("Yes, change this group"))
    }
}

#[derive(Debug, Serialize)]
pub(super) struct DeleteGroup {
    pub(super) book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    pub(super) version: CardVersion,
    pub(super) members: usize,
}

impl Operation for DeleteGroup {
    const NAME: &'static str = "delete_group";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete a group of {} contact(s)", self.members))
            .consequence(server_text!(
                "The contacts stay in the address book; only the grouping is removed. A CardDAV \
                 server has no trash, so the group cannot be recovered from here."
            ))
            .counted(server_text!("Members"), self.members)
            .caller(server_text!("Address book"), &self.book)
            .caller(server_text!("Group"), &self.uid)
            .confirm_title(server_text!("Yes, delete this group"))
    }
}
