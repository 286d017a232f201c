//! `CARDDAV_ADDRESSBOOKS`: the address books that there are for this server. What
//! is not named does not exist, so no tool reads it, writes it or lists it, not
//! even as a member of a group.

use std::collections::BTreeSet;

use super::values::BookPath;

/// `None` lets every address book through.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fence(Option<BTreeSet<BookPath>>);

impl Fence {
    /// Reads the variable `name`: paths, separated by commas.
    pub(super) fn parse(name: &str, value: Option<&str>) -> Result<Self, String> {
        let Some(value) = value else { return Ok(Self::default()) };
        let paths = value.split(',').map(|path| BookPath::try_from(path.trim().to_owned()));
        let paths: Result<_, _> = paths.collect();
        let paths = paths.map_err(|problem| {
            format!(
                "{name} accepts the paths of address books as list_address_books gives them, \
                 separated by commas, such as /addressbooks/you/work/ ({problem})"
            )
        })?;
        Ok(Self(Some(paths)))
    }

    pub(super) fn lets_through(&self, book: &BookPath) -> bool {
        self.0.as_ref().is_none_or(|paths| paths.contains(book))
    }

    pub(super) fn is_closed(&self) -> bool {
        self.0.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fence(value: &str) -> Result<Fence, String> {
        Fence::parse("X", Some(value))
    }

    fn lets_through(fence: &Fence, path: &str) -> bool {
        BookPath::try_from(path.to_owned()).is_ok_and(|path| fence.lets_through(&path))
    }

    #[test]
    fn only_what_is_named_gets_through() {
        let open = Fence::default();
        assert!(lets_through(&open, "/a/b/") && !open.is_closed());
        let closed = fence("/a/b, /a/c d/").unwrap_or_default();
        assert!(closed.is_closed());
        assert!(lets_through(&closed, "/a/b/") && lets_through(&closed, "/a/c d/"));
        for other in ["/a/", "/a/B/", "/a/b/c/", "/a/c/"] {
            assert!(!lets_through(&closed, other), "{other}");
        }
    }

    #[test]
    fn a_malformed_value_is_refused() {
        for value in ["", " ", "work", "/a/b/,", "/a/../b/", "/"] {
            let refusal = fence(value).err().unwrap_or_default();
            assert!(refusal.starts_with("X accepts the paths"), "{value:?}");
        }
    }
}
