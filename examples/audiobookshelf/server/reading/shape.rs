//! The compact form of an answer: which of its fields are shown, and under which
//! name.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

pub(super) struct Field {
    name: &'static str,
    /// A JSON pointer (RFC 6901).
    at: &'static str,
    form: Form,
}

enum Form {
    /// As it is.
    Value,
    /// How many there are of it.
    Count,
    /// An object in a form of its own.
    One(&'static [Field]),
    /// A list of such objects.
    Each(&'static [Field]),
}

pub(super) const fn value(name: &'static str, at: &'static str) -> Field {
    Field { name, at, form: Form::Value }
}

pub(super) const fn count(name: &'static str, at: &'static str) -> Field {
    Field { name, at, form: Form::Count }
}

pub(super) const fn one(name: &'static str, at: &'static str, of: &'static [Field]) -> Field {
    Field { name, at, form: Form::One(of) }
}

pub(super) const fn each(name: &'static str, at: &'static str, of: &'static [Field]) -> Field {
    Field { name, at, form: Form::Each(of) }
}

/// What is missing or empty is left out. Of two fields of one name the first that is there is taken.
pub(super) fn compact(body: &Value, fields: &[Field]) -> JsonObject {
    let mut compact = Map::new();
    for field in fields {
        let found = body.pointer(field.at).filter(|value| !value.is_null() && *value != "");
        if let Some(value) = found
            && !compact.contains_key(field.name)
        {
            compact.insert(field.name.to_owned(), field.form.of(value));
        }
    }
    compact
}

impl Form {
    fn of(&self, value: &Value) -> Value {
        match (self, value) {
            (Self::Value, value) => value.clone(),
            (Self::Count, Value::Array(list)) => list.len().into(),
            (Self::Count, Value::Object(fields)) => fields.len().into(),
            (Self::Count, other) => other.clone(),
            (Self::One(fields), one) => Value::Object(compact(one, fields)),
            (Self::Each(fields), list) => {
                let list = list.as_array().into_iter().flatten();
                list.map(|one| Value::Object(compact(one, fields))).collect()
            }
        }
    }

    fn schema(&self) -> Value {
        match self {
            Self::Value => json!({}),
            Self::Count => json!({ "type": "integer" }),
            Self::One(fields) => json!({ "type": "object", "properties": properties(fields) }),
            Self::Each(fields) => json!({ "type": "array", "items": Self::One(fields).schema() }),
        }
    }
}

fn properties(fields: &[Field]) -> JsonObject {
    fields.iter().map(|field| (field.name.to_owned(), field.form.schema())).collect()
}

/// The schema of an answer, compact or full.
pub(super) fn output_schema(fields: &[Field]) -> JsonObject {
    let mut properties = properties(fields);
    let full = json!({ "type": "object", "description": "What Audiobookshelf answered, with \
        detail \"full\", in place of the compact fields" });
    properties.insert("full".to_owned(), full);
    properties.insert("paging".to_owned(), json!({ "type": "object" }));
    Map::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(properties)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compact_answer_has_the_fields_that_are_there() {
        const BOOK: &[Field] =
            &[value("title", "/m/title"), value("by", "/m/a"), value("by", "/b")];
        const FIELDS: &[Field] = &[each("books", "/books", BOOK), count("files", "/files")];
        let body = json!({
            "books": [{"m": {"title": "T", "a": null}, "b": "B"}, {"m": {"a": "A"}, "b": "B"}],
            "files": [1, 2],
            "secret": 3,
        });
        let expected = json!({"books": [{"title": "T", "by": "B"}, {"by": "A"}], "files": 2});
        assert_eq!(Value::Object(compact(&body, FIELDS)), expected);
    }
}
