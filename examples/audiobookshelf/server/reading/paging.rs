//! One page of what can be long.

use serde_json::{Value, json};

/// Who cuts the pages.
pub(super) enum Paging {
    /// There is one page.
    None,
    /// Audiobookshelf, told by the query.
    There,
    /// This server, from the lists at these places.
    Here(&'static [&'static str]),
}

/// Which page to cut.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) number: usize,
    pub(super) limit: usize,
}

impl Paging {
    /// Cuts the page out of the answer, and says which part of how much it is.
    pub(super) fn cut(&self, body: &mut Value, page: Option<Page>) -> Option<Value> {
        match (self, page) {
            (Self::Here(places), Some(page)) => {
                let lengths = places.iter().filter_map(|place| page.cut(body.pointer_mut(place)?));
                let total = lengths.max()?;
                Some(json!({ "page": page.number, "limit": page.limit, "total": total }))
            }
            (Self::There, Some(page)) => {
                let mut said = json!({ "page": page.number, "limit": page.limit });
                if let Some(total) = body.get("total") {
                    said["total"] = total.clone();
                }
                Some(said)
            }
            _ => None,
        }
    }
}

impl Page {
    /// Cuts the list, and gives the length that it had.
    fn cut(self, list: &mut Value) -> Option<usize> {
        let list = list.as_array_mut()?;
        let total = list.len();
        let start = self.number.saturating_mul(self.limit).min(total);
        list.drain(..start);
        list.truncate(self.limit);
        Some(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_and_says_of_how_much() {
        let cut = |number, limit| {
            let mut body = json!({ "books": [1, 2, 3, 4, 5] });
            let said =
                Paging::Here(&["/books", "/none"]).cut(&mut body, Some(Page { number, limit }));
            (body["books"].clone(), said.map(|said| said["total"].clone()))
        };
        assert_eq!(cut(0, 2), (json!([1, 2]), Some(json!(5))));
        assert_eq!(cut(2, 2), (json!([5]), Some(json!(5))));
        assert_eq!(cut(3, 2), (json!([]), Some(json!(5))));
        assert_eq!(cut(usize::MAX, 2), (json!([]), Some(json!(5))));
    }
}
