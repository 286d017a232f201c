//! What has happened to a list since it was counted. Audiobookshelf has no versions
//! (`If-Match` is ignored, and `lastUpdate` does not move), so lists are compared.

use std::fmt;

use super::error::Error;

#[derive(Debug, PartialEq)]
struct Difference {
    added: usize,
    removed: usize,
}

/// An error unless the list is what it was.
pub(super) fn check_unchanged<T: PartialEq>(
    what: &str,
    before: &[T],
    now: &[T],
) -> Result<(), Error> {
    if before == now {
        return Ok(());
    }
    let difference = Difference::between(before, now);
    Err(Error::Changed(format!(
        "Someone else changed the {what} after the question: {difference}."
    )))
}

/// The error of something that was there when it was counted.
pub(super) fn gone(what: &str) -> Error {
    Error::Changed(format!("Someone else removed the {what} after the question."))
}

impl Difference {
    fn between<T: PartialEq>(before: &[T], now: &[T]) -> Self {
        let mut unmatched: Vec<&T> = before.iter().collect();
        let mut added = 0;
        for entry in now {
            match unmatched.iter().position(|old| *old == entry) {
                Some(at) => drop(unmatched.remove(at)),
                None => added += 1,
            }
        }
        Self { added, removed: unmatched.len() }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { added: 0, removed: 0 } => f.write_str("its order is another"),
            Self { added, removed } => write!(f, "{added} added, {removed} removed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_compared_entry_by_entry_and_in_its_order() {
        let told = |now: &[u8]| check_unchanged("list", &[1, 2, 2], now).err();
        let told = |now: &[u8]| told(now).map(|error| error.to_string());
        assert_eq!(told(&[1, 2, 2]), None);
        for (now, difference) in [
            (&[2, 1, 2][..], "its order is another"),
            (&[1, 2], "0 added, 1 removed"),
            (&[1, 2, 2, 3], "1 added, 0 removed"),
            (&[1, 1, 2], "1 added, 1 removed"),
        ] {
            assert!(told(now).is_some_and(|told| told.contains(difference)), "{now:?}");
        }
    }
}
