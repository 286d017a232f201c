//! The reading tools that answer with what the cards say.

use std::collections::BTreeSet;

use super::{
    answers::{
        Contact, ContactDetail, Contacts, Export, Found, Group, GroupDetail, Groups, Matches,
    },
    arguments::{CardArgs, ContactArgs, ExportArgs, ListArgs, SearchArgs},
    books::AddressBooks,
    card::Card,
    cards::{Listed, Listing},
    error::Error,
    values::{BookPath, Uid},
};

/// How many contacts or groups one answer lists.
const PAGE: usize = 500;

/// How many contacts one search finds.
const MAX_MATCHES: usize = 50;

/// How much of vCards one answer holds.
const VCARD_LIMIT: usize = 2 * 1024 * 1024;

impl AddressBooks {
    pub(super) async fn list_contacts(&self, args: ListArgs) -> Result<Contacts, Error> {
        let Listing { cards, unreadable } = self.cards(&args.address_book).await?;
        let contacts: Vec<_> = cards.iter().filter(|listed| !listed.card.is_group()).collect();
        let page = contacts.iter().skip(args.offset).take(PAGE);
        Ok(Contacts {
            contacts: page.map(|listed| Contact::of(&listed.card)).collect(),
            total: contacts.len(),
            unreadable,
        })
    }

    pub(super) async fn list_groups(&self, args: ListArgs) -> Result<Groups, Error> {
        let Listing { cards, unreadable } = self.cards(&args.address_book).await?;
        let insiders = self.insiders().await?;
        let groups: Vec<_> = cards.iter().filter(|listed| listed.card.is_group()).collect();
        let page = groups.iter().skip(args.offset).take(PAGE);
        Ok(Groups {
            groups: page.map(|listed| Group::of(&listed.card, &insiders)).collect(),
            total: groups.len(),
            unreadable,
        })
    }

    pub(super) async fn get_contact(&self, args: ContactArgs) -> Result<ContactDetail, Error> {
        self.book(&args.address_book).await?;
        let (card, stored) = self.contact(&args.address_book, &args.uid).await?;
        let raw_card = args.include_raw_card.then_some(stored.text);
        if raw_card.as_ref().is_some_and(|card| card.len() > VCARD_LIMIT) {
            return Err(Error::Input(
                "The card is more than the 2 MiB that one answer holds: leave include_raw_card out."
                    .to_owned(),
            ));
        }
        Ok(ContactDetail::of(&card, raw_card))
    }

    pub(super) async fn get_group(&self, args: CardArgs) -> Result<GroupDetail, Error> {
        self.book(&args.address_book).await?;
        let (card, _) = self.group(&args.address_book, &args.uid).await?;
        Ok(GroupDetail::of(&card, &self.insiders().await?))
    }

    pub(super) async fn search_contacts(&self, args: SearchArgs) -> Result<Matches, Error> {
        let books = match args.address_book {
            Some(book) => vec![book],
            None => {
                let books = self.list_address_books().await?.address_books;
                books.into_iter().map(|book| book.path).collect()
            }
        };
        let wanted = args.query.as_str().to_lowercase();
        let mut answer = Matches { matches: Vec::new(), total: 0, unreadable: Vec::new() };
        for book in books {
            let Listing { cards, unreadable } = self.cards(&book).await?;
            let found = cards.iter().map(|listed| &listed.card);
            answer.add(&book, found.filter(|card| !card.is_group() && mentions(card, &wanted)));
            answer.unreadable.extend(unreadable);
        }
        Ok(answer)
    }

    /// The cards as they are stored; only their line ends are always CRLF.
    pub(super) async fn export_contacts(&self, args: ExportArgs) -> Result<Export, Error> {
        let Listing { mut cards, unreadable } = self.cards(&args.address_book).await?;
        cards.retain(|listed| !listed.card.is_group());
        if let Some(uids) = &args.uids {
            cards.retain(|listed| uids.contains(&listed.card.uid));
            check_found(&cards, uids)?;
        }
        let texts: Vec<_> = cards.iter().map(|listed| whole_lines(&listed.text)).collect();
        if texts.iter().map(String::len).sum::<usize>() > VCARD_LIMIT {
            return Err(Error::Input(format!(
                "These {} contacts are more than the 2 MiB that one answer holds. Nothing was \
                 exported: name fewer in uids.",
                texts.len()
            )));
        }
        Ok(Export { contacts: texts.len(), vcards: texts.concat(), unreadable })
    }
}

impl Matches {
    fn add<'a>(&mut self, book: &BookPath, cards: impl Iterator<Item = &'a Card>) {
        for card in cards {
            self.total += 1;
            if self.matches.len() < MAX_MATCHES {
                let found = Found { address_book: book.clone(), contact: Contact::of(card) };
                self.matches.push(found);
            }
        }
    }
}

/// Whether a field that a person would search has the text, which is in small letters.
/// A number is found however it is spaced.
fn mentions(card: &Card, wanted: &str) -> bool {
    let digits = digits(wanted);
    let is_number = digits.len() >= 3 && !wanted.chars().any(char::is_alphabetic);
    let says = |text: &String| text.to_lowercase().contains(wanted);
    card.searchable().any(|text| says(&text))
        || (is_number && card.phones().iter().any(|phone| self::digits(phone).contains(&digits)))
}

fn check_found(cards: &[Listed], uids: &BTreeSet<Uid>) -> Result<(), Error> {
    let is_there = |uid: &&Uid| cards.iter().any(|listed| listed.card.uid == **uid);
    match uids.iter().find(|uid| !is_there(uid)) {
        Some(uid) => Err(Error::Input(format!(
            "There is no contact with the uid {uid} in the address book. Nothing was exported: \
             take the uid from list_contacts."
        ))),
        None => Ok(()),
    }
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The card with a line end after its last line, so that the next one can follow.
fn whole_lines(text: &str) -> String {
    text.trim_end().replace("\r\n", "\n").replace('\n', "\r\n") + "\r\n"
}
