//! One value to ask for. A tool's arguments and a server's form are both
//! described by a JSON Schema, and both are read here.

use serde_json::{Number, Value};

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) description: Option<String>,
    pub(crate) required: bool,
    /// Whether `null` may be sent, which is not the same as leaving it out.
    pub(crate) nullable: bool,
    pub(crate) default: Option<Value>,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Boolean,
    Integer {
        least: Option<i64>,
        most: Option<i64>,
    },
    Number {
        least: Option<f64>,
        most: Option<f64>,
    },
    Text {
        shortest: u64,
        longest: Option<u64>,
    },
    OneOf(Vec<Choice>),
    ManyOf(Vec<Choice>),
    /// Whatever no prompt fits is typed as JSON.
    Json,
}

#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) value: Value,
    pub(crate) label: String,
}

/// The fields of an object, the required ones first, and otherwise in the
/// order given.
pub(crate) fn fields(schema: &Value, order: &[String]) -> Vec<Field> {
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name))
    };
    let place = |field: &Field| order.iter().position(|name| *name == field.name);
    let mut fields: Vec<_> = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, property)| Field::new(name, property, schema, required(name)))
        .collect();
    fields.sort_by_key(|field| (!field.required, place(field)));
    fields
}

impl Field {
    fn new(name: &str, property: &Value, root: &Value, required: bool) -> Self {
        let (shape, nullable) = without_null(resolve(property, root), root);
        let text = |key: &str| property[key].as_str().or(shape[key].as_str()).map(str::to_owned);
        Self {
            name: name.to_owned(),
            label: text("title").unwrap_or_else(|| name.to_owned()),
            description: text("description"),
            required,
            nullable,
            default: property.get("default").filter(|value| !value.is_null()).cloned(),
            kind: Kind::of(shape),
        }
    }

    /// What a typed text stands for: `None` leaves the field out.
    pub(crate) fn parse(&self, typed: &str) -> Result<Option<Value>, String> {
        if typed.is_empty() {
            return match &self.default {
                None if self.required => Err("this one is required".to_owned()),
                default => Ok(default.clone()),
            };
        }
        if self.nullable && typed == "null" {
            return Ok(Some(Value::Null));
        }
        self.kind.parse(typed).map(Some)
    }
}

impl Kind {
    fn of(shape: &Value) -> Self {
        if let Some(choices) = choices(shape) {
            return Self::OneOf(choices);
        }
        match type_of(shape) {
            Some("boolean") => Self::Boolean,
            Some("integer") => {
                Self::Integer { least: shape["minimum"].as_i64(), most: shape["maximum"].as_i64() }
            }
            Some("number") => {
                Self::Number { least: shape["minimum"].as_f64(), most: shape["maximum"].as_f64() }
            }
            Some("string") => Self::Text {
                shortest: shape["minLength"].as_u64().unwrap_or(0),
                longest: shape["maxLength"].as_u64(),
            },
            Some("array") => choices(&shape["items"]).map_or(Self::Json, Self::ManyOf),
            _ => Self::Json,
        }
    }

    fn parse(&self, typed: &str) -> Result<Value, String> {
        match self {
            Self::Integer { least, most } => {
                let number = typed.trim().parse().map_err(|_| "not a whole number".to_owned())?;
                within(number, *least, *most).map(Value::from)
            }
            Self::Number { least, most } => {
                let number = typed.trim().parse().map_err(|_| "not a number".to_owned())?;
                let number = within(number, *least, *most)?;
                Number::from_f64(number).map(Value::Number).ok_or("not a finite number".to_owned())
            }
            Self::Text { shortest, longest } => {
                let length = u64::try_from(typed.chars().count()).unwrap_or(u64::MAX);
                within(length, Some(*shortest), *longest)
                    .map_err(|limit| format!("characters: {limit}"))?;
                Ok(Value::from(typed))
            }
            _ => serde_json::from_str(typed).map_err(|error| format!("not JSON: {error}")),
        }
    }
}

fn within<N: PartialOrd + std::fmt::Display>(
    number: N,
    least: Option<N>,
    most: Option<N>,
) -> Result<N, String> {
    match (least, most) {
        (Some(least), _) if number < least => Err(format!("at least {least}")),
        (_, Some(most)) if number > most => Err(format!("at most {most}")),
        _ => Ok(number),
    }
}

/// Follows a reference into the schema's own definitions.
fn resolve<'a>(shape: &'a Value, root: &'a Value) -> &'a Value {
    let target = shape["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    target.and_then(|pointer| root.pointer(pointer)).unwrap_or(shape)
}

/// The part of a schema that is not `null`, and whether there was such a part.
fn without_null<'a>(shape: &'a Value, root: &'a Value) -> (&'a Value, bool) {
    let is_null = |part: &Value| part["type"] == "null";
    match shape["anyOf"].as_array().map(Vec::as_slice) {
        Some([part, null] | [null, part]) if is_null(null) => (resolve(part, root), true),
        _ => (shape, types(shape).any(|kind| kind == "null")),
    }
}

fn type_of(shape: &Value) -> Option<&str> {
    let mut others = types(shape).filter(|kind| *kind != "null");
    let only = others.next();
    // Of two types a prompt cannot tell which is meant.
    if others.next().is_some() { None } else { only }
}

fn types(shape: &Value) -> impl Iterator<Item = &str> {
    let listed = shape["type"].as_array().into_iter().flatten();
    shape["type"].as_str().into_iter().chain(listed.filter_map(Value::as_str))
}

/// The values of an enumeration: plain, with names beside them, or as a list
/// of constants with titles.
fn choices(shape: &Value) -> Option<Vec<Choice>> {
    if let Some(values) = shape["enum"].as_array() {
        let names = &shape["enumNames"];
        let label = |(at, value): (usize, &Value)| Choice::new(value, &names[at]);
        return Some(values.iter().enumerate().map(label).collect());
    }
    let parts = shape["oneOf"].as_array().or(shape["anyOf"].as_array())?;
    let constant = |part: &Value| Some(Choice::new(part.get("const")?, &part["title"]));
    parts.iter().map(constant).collect()
}

impl Choice {
    fn new(value: &Value, title: &Value) -> Self {
        let label = title.as_str().or(value.as_str());
        Self { value: value.clone(), label: label.map_or_else(|| value.to_string(), str::to_owned) }
    }
}
