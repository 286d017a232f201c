//! The address books, and what can be read in them.

use std::collections::BTreeSet;

use super::{
    answers::{
        AddressBook, Contact, ContactDetail, Contacts, Group, GroupDetail, Groups, ListedBooks,
    },
    arguments::{BookArgs, ContactArgs, GroupArgs},
    card::Card,
    dav::{Dav, Stored},
    error::Error,
    multistatus::{self, Resource},
    values::{BookPath, Href, Uid},
};

#[derive(Clone)]
pub(super) struct AddressBooks {
    pub(super) dav: Dav,
}

/// The cards of a book, and the paths of those that could not be read.
struct Listing {
    cards: Vec<Card>,
    unreadable: Vec<String>,
}

impl AddressBooks {
    pub(super) async fn list_address_books(&self) -> Result<ListedBooks, Error> {
        let mut found = Vec::new();
        for home in self.homes().await? {
            let collections = self.dav.propfind(&home, "1", multistatus::COLLECTIONS).await?;
            found.extend(collections.into_iter().filter_map(|one| self.address_book(one)));
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found.dedup_by(|a, b| a.path == b.path);
        // No address book holds another (RFC 6352, section 5.2): one that does is a home.
        let paths: Vec<_> = found.iter().map(|book| book.path.clone()).collect();
        found.retain(|book| !paths.iter().any(|path| book.path.contains(path)));
        Ok(ListedBooks { address_books: found })
    }

    /// From the configured address to the collections that hold the address books.
    async fn homes(&self) -> Result<Vec<Href>, Error> {
        let entry = self.dav.entry();
        let principal = match self.discover(&entry).await?.principal {
            Some(href) => self.dav.resolve(&href)?,
            None => entry,
        };
        let homes = self.discover(&principal).await?.homes;
        if homes.is_empty() {
            return Ok(vec![principal]);
        }
        homes.iter().map(|href| self.dav.resolve(href)).collect()
    }

    async fn discover(&self, href: &Href) -> Result<Resource, Error> {
        let found = self.dav.propfind(href, "0", multistatus::DISCOVER).await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    fn address_book(&self, resource: Resource) -> Option<AddressBook> {
        let path = BookPath::from_href(&self.dav.resolve(&resource.href).ok()?)?;
        let name = resource.display_name.filter(|name| !name.is_empty());
        resource.is_address_book.then(|| AddressBook {
            name: name.unwrap_or_else(|| path.segments().last().unwrap_or_default().to_owned()),
            writable: resource.writable,
            path,
        })
    }

    /// The listed book at this path: no other collection is touched.
    pub(super) async fn book(&self, path: &BookPath) -> Result<AddressBook, Error> {
        let books = self.list_address_books().await?.address_books;
        books.into_iter().find(|book| book.path == *path).ok_or_else(|| {
            Error::Input(format!(
                "There is no address book at {path}. Nothing was changed: take the path from \
                 list_address_books."
            ))
        })
    }

    pub(super) async fn writable_book(&self, path: &BookPath) -> Result<(), Error> {
        match self.book(path).await?.writable {
            Some(false) => Err(Error::Input(format!(
                "This account may not change the address book {path}. Nothing was changed."
            ))),
            _ => Ok(()),
        }
    }

    pub(super) fn book_href(&self, book: &BookPath) -> Href {
        self.dav.href(book.segments().chain([""]))
    }

    /// The href of a card in a book, by the name of its file.
    pub(super) fn card_href(&self, book: &BookPath, file_name: &str) -> Href {
        self.dav.href(book.segments().chain([file_name]))
    }

    async fn cards(&self, book: &BookPath) -> Result<Listing, Error> {
        self.book(book).await?;
        let query = multistatus::ALL_CARDS.to_owned();
        let resources = self.dav.report(&self.book_href(book), query).await?;
        let mut listing = Listing { cards: Vec::new(), unreadable: Vec::new() };
        for resource in resources {
            match resource.card.as_deref().and_then(Card::read) {
                Some(card) => listing.cards.push(card),
                None => listing.unreadable.push(resource.href),
            }
        }
        listing.cards.sort_by_cached_key(|card| (card.name().to_lowercase(), card.uid.clone()));
        listing.unreadable.sort();
        Ok(listing)
    }

    /// The one card with this UID, as it is stored.
    pub(super) async fn find(
        &self,
        book: &BookPath,
        uid: &Uid,
    ) -> Result<Option<(Card, Stored)>, Error> {
        let query = multistatus::cards_with(uid);
        let resources = self.dav.report(&self.book_href(book), query).await?;
        let has_uid = |resource: &Resource| {
            let card = resource.card.as_deref().and_then(Card::read);
            card.is_some_and(|card| card.uid == *uid)
        };
        let mut hrefs = resources.into_iter().filter(has_uid).map(|resource| resource.href);
        let Some(href) = hrefs.next() else {
            return Ok(None);
        };
        if hrefs.next().is_some() {
            return Err(Error::Input(format!(
                "The address book has two cards with the uid {uid}, and which one is meant cannot \
                 be told. Nothing was changed."
            )));
        }
        // The query's copy has lost its line ends to XML; the bytes come from here.
        let Some(stored) = self.dav.get(&self.dav.resolve(&href)?).await? else {
            return Ok(None);
        };
        let card = Card::read(&stored.text).filter(|card| card.uid == *uid);
        Ok(card.map(|card| (card, stored)))
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
            None => Err(Error::Input(format!(
                "There is no contact with the uid {uid} in {book}. Nothing was changed: take the \
                 uid from list_contacts."
            ))),
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

    pub(super) async fn list_contacts(&self, args: BookArgs) -> Result<Contacts, Error> {
        let Listing { cards, unreadable } = self.cards(&args.address_book).await?;
        let contacts = cards.iter().filter(|card| !card.is_group());
        Ok(Contacts { contacts: contacts.map(Contact::of).collect(), unreadable })
    }

    pub(super) async fn list_groups(&self, args: BookArgs) -> Result<Groups, Error> {
        let Listing { cards, unreadable } = self.cards(&args.address_book).await?;
        let groups = cards.iter().filter(|card| card.is_group());
        Ok(Groups { groups: groups.map(Group::of).collect(), unreadable })
    }

    pub(super) async fn get_contact(&self, args: ContactArgs) -> Result<ContactDetail, Error> {
        self.book(&args.address_book).await?;
        let (card, stored) = self.contact(&args.address_book, &args.uid).await?;
        let raw_card = args.include_raw_card.then_some(stored.text);
        Ok(ContactDetail::of(&card, raw_card))
    }

    pub(super) async fn get_group(&self, args: GroupArgs) -> Result<GroupDetail, Error> {
        self.book(&args.address_book).await?;
        let (card, _) = self.group(&args.address_book, &args.uid).await?;
        Ok(GroupDetail::of(&card))
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
        let cards = self.cards(book).await?.cards;
        let is_contact =
            |uid: &Uid| cards.iter().any(|card| !card.is_group() && card.uid.bare() == uid.bare());
        match uids.iter().find(|uid| !is_contact(uid)) {
            Some(uid) => Err(Error::Input(format!(
                "There is no contact with the uid {uid} in {book}. Nothing was changed."
            ))),
            None => Ok(()),
        }
    }
}
