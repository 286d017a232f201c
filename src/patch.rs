//! A field of an update: left alone, cleared, or set.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::Error as _};

/// What an update does to one field. A missing key, `null` and a value are three different
/// requests, and an approval for one of them is none for the others.
///
/// Write both attributes wherever a `Patch` is a field, in the tool's arguments and in the
/// operation. Without `default` a missing key is an error; without `skip_serializing_if`
/// serializing [`Omitted`](Patch::Omitted) is an error, because no format can say it any other way.
///
/// # Examples
///
/// ```
/// use rmcp_approval::Patch;
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Update {
///     #[serde(default, skip_serializing_if = "Patch::is_omitted")]
///     title: Patch<String>,
///     #[serde(default, skip_serializing_if = "Patch::is_omitted")]
///     note: Patch<String>,
/// }
///
/// let update: Update = serde_json::from_str(r#"{"note": null}"#)?;
/// assert_eq!(update.title, Patch::Omitted);
/// assert_eq!(update.note, Patch::Clear);
/// assert_eq!(serde_json::to_string(&update)?, r#"{"note":null}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Patch<T> {
    /// The key was not there: leave the field as it is.
    #[default]
    Omitted,
    /// The key was there and `null`: clear the field.
    Clear,
    /// The key was there with a value: set the field.
    Set(T),
}

impl<T> Patch<T> {
    /// Whether the field is left as it is.
    #[must_use]
    pub fn is_omitted(&self) -> bool {
        matches!(self, Self::Omitted)
    }

    /// Whether the field is cleared.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        matches!(self, Self::Clear)
    }

    /// Whether the field is set to a value.
    #[must_use]
    pub fn is_set(&self) -> bool {
        matches!(self, Self::Set(_))
    }

    /// The value that the field is set to.
    #[must_use]
    pub fn as_set(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Omitted | Self::Clear => None,
        }
    }

    /// The same patch over another type.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Omitted => Patch::Omitted,
            Self::Clear => Patch::Clear,
            Self::Set(value) => Patch::Set(change(value)),
        }
    }
}

/// `null` clears and a value sets.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Option::deserialize(deserializer)? {
            None => Self::Clear,
            Some(value) => Self::Set(value),
        })
    }
}

/// The reverse. [`Patch::Omitted`] fails: a field that was not skipped would come back as
/// something else.
impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Omitted => Err(S::Error::custom(
                "an omitted Patch was not skipped: write \
                 #[serde(skip_serializing_if = \"Patch::is_omitted\")] on the field",
            )),
            Self::Clear => serializer.serialize_none(),
            Self::Set(value) => serializer.serialize_some(value),
        }
    }
}

/// A value of `T`, or `null`.
impl<T: JsonSchema> JsonSchema for Patch<T> {
    fn inline_schema() -> bool {
        Option::<T>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        Option::<T>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Option::<T>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<T>::json_schema(generator)
    }
}
