//! `list_changes`: what was added, changed or removed since the last look (RFC 6578).

use super::{
    answers::{ChangedCard, Changes},
    arguments::ChangesArgs,
    books::AddressBooks,
    cards::Listing,
    error::Error,
    multistatus::Resource,
    values::{BookPath, Href},
};

/// How many changes one answer lists.
const MAX_CHANGES: usize = 500;

const NOT_FOUND: u16 = 404;
/// RFC 6578, section 3.6: the list was cut short, and goes on after its token.
const INSUFFICIENT_STORAGE: u16 = 507;

/// The list as the server gives it: where, not what.
#[derive(Default)]
struct Places {
    changed: Vec<Href>,
    removed: Vec<String>,
    cut_short: bool,
}

impl AddressBooks {
    pub(super) async fn list_changes(&self, args: ChangesArgs) -> Result<Changes, Error> {
        let book = &args.address_book;
        if !self.book(book).await?.lists_changes {
            return Err(Error::Input(
                "This CardDAV server cannot list changes: it has no sync-collection report (RFC \
                 6578). Nothing was changed: read the address book again with list_contacts."
                    .to_owned(),
            ));
        }
        let answer = self.dav.changes(&self.book_href(book), args.sync_token.as_ref()).await?;
        let token = answer.sync_token.ok_or(Error::Malformed("a list with a sync token"))?;
        let Places { changed, removed, cut_short } = self.places(book, answer.resources)?;
        if changed.len() + removed.len() > MAX_CHANGES {
            return Ok(Changes::too_many(token));
        }
        let Listing { cards, unreadable } = self.read_all(book, &changed).await?;
        Ok(Changes {
            changed: cards.iter().map(ChangedCard::of).collect(),
            removed,
            unreadable,
            sync_token: token,
            call_again_for_more: cut_short,
            too_many: false,
        })
    }

    fn places(&self, book: &BookPath, resources: Vec<Resource>) -> Result<Places, Error> {
        let mut places = Places::default();
        for resource in resources {
            let href = self.dav.resolve(&resource.href)?;
            match resource.status {
                Some(INSUFFICIENT_STORAGE) => places.cut_short = true,
                Some(NOT_FOUND) => places.removed.push(href.0),
                // The address book itself may be listed too.
                None if href != self.book_href(book) => places.changed.push(href),
                _ => {}
            }
        }
        Ok(places)
    }
}
