//! From the arguments of a tool to the address that it reads.

use reqwest::Url;
use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::Value;

use super::super::{api::Api, error::Error};
use super::paging::{Page, Paging};

pub(super) struct Request {
    segments: Vec<String>,
    query: Vec<(String, String)>,
    pub(super) full: bool,
    pub(super) page: Option<Page>,
}

impl Request {
    pub(super) fn new(
        path: &'static str,
        paging: &Paging,
        args: impl Serialize,
    ) -> Result<Self, Error> {
        let Ok(Value::Object(mut args)) = serde_json::to_value(args) else {
            return Err(Error::refused("The arguments cannot be read"));
        };
        args.retain(|_, value| !value.is_null());
        let full = args.remove("detail").is_some_and(|detail| detail == "full");
        let (path, fixed) = path.split_once('?').unwrap_or((path, ""));
        let segments = path.split('/').filter_map(|segment| fill(segment, &mut args)).collect();
        let page = page(&args);
        if matches!(paging, Paging::Here(_)) {
            args.retain(|name, _| !PAGE.contains(&name.as_str()));
        }
        let fixed = fixed.split('&').filter_map(|pair| pair.split_once('='));
        let fixed = fixed.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let query =
            fixed.chain(args.into_iter().map(|(name, value)| (name, text(value)))).collect();
        Ok(Self { segments, query, full, page })
    }

    pub(super) fn url(&self, api: &Api) -> Url {
        let mut url = api.url(self.segments.iter().map(String::as_str));
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        url
    }
}

/// The names of what pages are cut by, the last as `me/listening-sessions` calls it.
const PAGE: [&str; 3] = ["page", "limit", "itemsPerPage"];

fn page(args: &JsonObject) -> Option<Page> {
    let number = |name: &str| args.get(name)?.as_u64()?.try_into().ok();
    let [page, limit, items_per_page] = PAGE;
    Some(Page { number: number(page)?, limit: number(limit).or_else(|| number(items_per_page))? })
}

/// A segment of the path; none for an argument that is left out.
fn fill(segment: &str, args: &mut JsonObject) -> Option<String> {
    match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(name) => args.remove(name).map(text),
        None => Some(segment.to_owned()),
    }
}

fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Bool(yes) => u8::from(yes).to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parts(path: &'static str, paging: &Paging, args: Value) -> (String, Vec<String>) {
        let request = Request::new(path, paging, args).unwrap();
        let query = request.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (request.segments.join("/"), query)
    }

    #[test]
    fn arguments_go_where_the_path_has_a_place_and_else_into_the_query() {
        let args = json!({"id": "a", "q": "x&y", "desc": true, "sort": null, "detail": "compact"});
        let (path, query) = parts("api/l/{id}/s?minified=1", &Paging::None, args);
        assert_eq!(path, "api/l/a/s");
        assert_eq!(query, ["minified=1", "desc=1", "q=x&y"]);
        assert_eq!(parts("p/{id}/{episode}", &Paging::None, json!({"id": "a"})).0, "p/a");
    }

    #[test]
    fn whoever_cuts_the_page_is_told_which() {
        let args = json!({"page": 2, "limit": 10});
        assert_eq!(parts("p", &Paging::There, args.clone()).1, ["limit=10", "page=2"]);
        assert_eq!(parts("p", &Paging::Here(&["/x"]), args).1, [""; 0]);
    }
}
