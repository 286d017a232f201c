//! The address books: found from the configured address on, as far as the fence
//! lets them through.

use super::{
    answers::{AddressBook, ListedBooks},
    dav::Dav,
    error::Error,
    fence::Fence,
    multistatus::Resource,
    queries,
    values::{BookPath, Href},
};

#[derive(Clone)]
pub(super) struct AddressBooks {
    pub(super) dav: Dav,
    pub(super) fence: Fence,
}

impl AddressBooks {
    pub(super) async fn list_address_books(&self) -> Result<ListedBooks, Error> {
        let mut found = Vec::new();
        for home in self.homes().await? {
            let collections = self.dav.propfind(&home, "1", queries::COLLECTIONS).await?;
            found.extend(collections.into_iter().filter_map(|one| self.address_book(one)));
        }
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found.dedup_by(|a, b| a.path == b.path);
        // No address book holds another (RFC 6352, section 5.2): one that does is a home.
        let paths: Vec<_> = found.iter().map(|book| book.path.clone()).collect();
        found.retain(|book| !paths.iter().any(|path| book.path.contains(path)));
        found.retain(|book| self.fence.lets_through(&book.path));
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
        let found = self.dav.propfind(href, "0", queries::DISCOVER).await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    fn address_book(&self, resource: Resource) -> Option<AddressBook> {
        let path = BookPath::from_href(&self.dav.resolve(&resource.href).ok()?)?;
        let name = resource.display_name.filter(|name| !name.is_empty());
        resource.is_address_book.then(|| AddressBook {
            name: name.unwrap_or_else(|| path.segments().last().unwrap_or_default().to_owned()),
            writable: resource.writable,
            lists_changes: resource.lists_changes,
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
}
