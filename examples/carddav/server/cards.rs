//! The cards of an address book: listed, or found by their UID.

use std::collections::BTreeSet;

use super::{
    answers::AddressBook,
    books::AddressBooks,
    card::Card,
    dav::Stored,
    error::Error,
    queries,
    values::{BookPath, Href, Uid},
};

/// The cards of a book, and the paths of those that could not be read.
pub(super) struct Listing {
    pub(super) cards: Vec<Listed>,
    pub(super) unreadable: Vec<String>,
}

pub(super) struct Listed {
    pub(super) href: Href,
    pub(super) card: Card,
    pub(super) text: String,
}

/// The members that there are for this server.
pub(super) struct Insiders(Option<BTreeSet<String>>);

impl Insiders {
    pub(super) fn of(&self, mut members: Vec<String>) -> Vec<String> {
        members.retain(|member| self.0.as_ref().is_none_or(|known| known.contains(member)));
        members
    }
}

impl AddressBooks {
    pub(super) async fn cards(&self, book: &BookPath) -> Result<Listing, Error> {
        self.book(book).await?;
        let mut listing = self.listing(book).await?;
        listing.cards.sort_by_cached_key(|Listed { card, .. }| {
            (card.name().to_lowercase(), card.uid.clone())
        });
        listing.unreadable.sort();
        Ok(listing)
    }

    async fn listing(&self, book: &BookPath) -> Result<Listing, Error> {
        let href = self.book_href(book);
        let members = self.dav.propfind(&href, "1", queries::MEMBERS).await?;
        let cards = members.iter().filter(|member| !member.is_collection);
        let cards =
            cards.map(|card| self.dav.resolve(&card.href)).collect::<Result<Vec<_>, _>>()?;
        self.read_all(book, &cards).await
    }

    /// Reads the cards at these places; those that are gone are left out.
    pub(super) async fn read_all(&self, book: &BookPath, hrefs: &[Href]) -> Result<Listing, Error> {
        let mut listing = Listing { cards: Vec::new(), unreadable: Vec::new() };
        for (href, text) in self.dav.cards(&self.book_href(book), hrefs).await? {
            let text = text.unwrap_or_default();
            match Card::read(&text) {
                Some(card) => listing.cards.push(Listed { href, card, text }),
                None => listing.unreadable.push(href.0),
            }
        }
        Ok(listing)
    }

    /// The one card with this UID, as it is stored.
    pub(super) async fn find(
        &self,
        book: &BookPath,
        uid: &Uid,
    ) -> Result<Option<(Card, Stored)>, Error> {
        let mut hrefs = self.search_uid(book, uid).await?;
        if hrefs.is_empty() {
            // Servers overlook cards whose UID is folded, escaped or in small letters, and
            // one card that they cannot parse makes the whole search fail.
            let listed = self.listing(book).await?.cards.into_iter();
            hrefs.extend(listed.filter(|listed| listed.card.uid == *uid).map(|listed| listed.href));
        }
        let Some(href) = hrefs.pop() else {
            return Ok(None);
        };
        if !hrefs.is_empty() {
            return Err(Error::Input(format!(
                "The address book has two cards with the uid {uid}, and which one is meant cannot \
                 be told. Nothing was changed."
            )));
        }
        // The search's copy has lost its line ends to XML; the bytes come from here.
        let Some(stored) = self.dav.get(&href).await? else {
            return Ok(None);
        };
        let card = Card::read(&stored.text).filter(|card| card.uid == *uid);
        Ok(card.map(|card| (card, stored)))
    }

    async fn search_uid(&self, book: &BookPath, uid: &Uid) -> Result<Vec<Href>, Error> {
        let found = self.dav.report(&self.book_href(book), queries::cards_with(uid)).await;
        let resources = match found {
            Err(error) if error.is_about_one_answer() => return Ok(Vec::new()),
            found => found?,
        };
        let matches = resources.iter().filter(|resource| {
            let card = resource.card.as_deref().and_then(Card::read);
            card.is_some_and(|card| card.uid == *uid)
        });
        matches.map(|resource| self.dav.resolve(&resource.href)).collect()
    }

    pub(super) async fn contact(
        &self,
        book: &BookPath,
        uid: &Uid,
    ) -> Result<(Card, Stored), Error> {
        match self.find(book, uid).await? {
            Some((card, stored)) if !card.is_group() => Ok((card, stored)),
            Some(_) => Err(Error::Input(format!(
                "{uid} is a group, not a contact. Nothing was changed: use the group tools."
            ))),
            None => Err(no_contact(book, uid)),
        }
    }

    pub(super) async fn group(&self, book: &BookPath, uid: &Uid) -> Result<(Card, Stored), Error> {
        match self.find(book, uid).await? {
            Some((card, stored)) if card.is_group() => Ok((card, stored)),
            Some(_) => Err(Error::Input(format!(
                "{uid} is a contact, not a group. Nothing was changed: use the contact tools."
            ))),
            None => Err(Error::Input(format!(
                "There is no group with the uid {uid} in {book}. Nothing was changed: take the uid \
                 from list_groups."
            ))),
        }
    }

    /// Refuses members that are no contacts of the book.
    pub(super) async fn check_members(
        &self,
        book: &BookPath,
        uids: &BTreeSet<Uid>,
    ) -> Result<(), Error> {
        if uids.is_empty() {
            return Ok(());
        }
        let contacts = contact_uids(self.cards(book).await?);
        match uids.iter().find(|uid| !contacts.contains(uid.bare())) {
            Some(uid) => Err(no_contact(book, uid)),
            None => Ok(()),
        }
    }

    /// Behind a fence only the contacts of the address books that are named in it;
    /// without one any member, also one that is nowhere to be found.
    pub(super) async fn insiders(&self) -> Result<Insiders, Error> {
        if !self.fence.is_closed() {
            return Ok(Insiders(None));
        }
        let mut known = BTreeSet::new();
        for AddressBook { path, .. } in self.list_address_books().await?.address_books {
            known.extend(contact_uids(self.listing(&path).await?));
        }
        Ok(Insiders(Some(known)))
    }
}

fn contact_uids(listing: Listing) -> BTreeSet<String> {
    let contacts = listing.cards.iter().filter(|listed| !listed.card.is_group());
    contacts.map(|listed| listed.card.uid.bare().to_owned()).collect()
}

fn no_contact(book: &BookPath, uid: &Uid) -> Error {
    Error::Input(format!(
        "There is no contact with the uid {uid} in {book}. Nothing was changed: take the uid from \
         list_contacts."
    ))
}
