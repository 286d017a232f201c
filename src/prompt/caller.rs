//! Values that the caller of a tool supplied.

use std::{borrow::Cow, cell::Cell, fmt};

use rmcp::handler::server::tool::ToolCallContext;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, Error as _},
};
use serde_json::Value;

thread_local! {
    /// Whether a tool's arguments are being parsed on this thread right now.
    static PARSING_ARGUMENTS: Cell<bool> = const { Cell::new(false) };
}

/// Parses the arguments of a tool's call, in which a [`Caller`] can be deserialized. It takes them
/// from the call itself, so that no other text can be handed over for arguments.
pub(crate) fn parse_arguments<S, P: DeserializeOwned>(
    context: &mut ToolCallContext<'_, S>,
) -> Result<P, serde_path_to_error::Error<serde_json::Error>> {
    let arguments = Value::Object(context.arguments.take().unwrap_or_default());
    parsing_arguments(|| {
        // Keeping track of the place costs time, so it is looked for where something is wrong.
        P::deserialize(&arguments).or_else(|_| serde_path_to_error::deserialize(&arguments))
    })
}

/// Runs `parse` as the parsing of arguments. It does not await, so the thread is the right scope.
fn parsing_arguments<R>(parse: impl FnOnce() -> R) -> R {
    /// Restores the flag also when `parse` unwinds.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            PARSING_ARGUMENTS.set(self.0);
        }
    }
    let _restore = Restore(PARSING_ARGUMENTS.replace(true));
    parse()
}

/// A value that the caller of the tool supplied, and that a question may therefore show.
///
/// Declare the field of the tool's arguments as `Caller<T>`, and move it into the operation.
/// Only [`Parameters`](crate::Parameters) makes one: there is no constructor, and deserializing
/// one anywhere else fails when it runs. So text that was read from the backend cannot pass for the
/// caller's. Of several values, each is a `Caller`: a `Vec<Caller<T>>` or an `Option<Caller<T>>`, for
/// [`Prompt::caller_each`](crate::Prompt::caller_each).
///
/// `T` does its own checking, in its `Deserialize`: a path, a UID, an id. The question shows
/// its `Display`. In the fingerprint a `Caller<T>` is its `T`. There is no `Display` here, so
/// that it is not formatted into other text by accident, and `Debug` shows nothing of it.
///
/// # Examples
///
/// ```
/// use rmcp_approval::Caller;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct DeleteContactArgs {
///     address_book: Caller<String>,
///     uid: Caller<String>,
/// }
///
/// // Not a tool's arguments:
/// let read_from_the_backend = r#"{"address_book": "/a/", "uid": "1"}"#;
/// assert!(serde_json::from_str::<DeleteContactArgs>(read_from_the_backend).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caller<T>(T);

impl<T> Caller<T> {
    /// The value.
    #[must_use]
    pub fn get(&self) -> &T {
        &self.0
    }

    /// The value, taken out.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> fmt::Debug for Caller<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Caller(_)")
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Caller<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !PARSING_ARGUMENTS.get() {
            return Err(D::Error::custom(
                "a Caller is made from a tool's arguments only: \
                 take it in rmcp_approval::Parameters",
            ));
        }
        T::deserialize(deserializer).map(Self)
    }
}

impl<T: Serialize> Serialize for Caller<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The schema of `T`.
impl<T: JsonSchema> JsonSchema for Caller<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be made a value of the caller's",
        label = "`CallerValue` is for `Caller<…>` alone",
        note = "declare the field as `Caller<T>` in the tool's argument struct and move it into the operation"
    )]
    pub trait Sealed {}
}

/// What a question may show under "supplied by the caller": a [`Caller`]. Sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value from the caller's arguments",
    label = "expected a `Caller<…>`",
    note = "declare the field as `Caller<T>` in the tool's argument struct and move it into the operation",
    note = "an `Option` or a `Vec` of them goes to `Prompt::caller_each`",
    note = "text that was read from the backend has no way into a question"
)]
pub trait CallerValue: sealed::Sealed {
    #[doc(hidden)]
    fn as_display(&self) -> &dyn fmt::Display;
}

impl<T: fmt::Display> sealed::Sealed for Caller<T> {}
impl<T: fmt::Display> CallerValue for Caller<T> {
    fn as_display(&self) -> &dyn fmt::Display {
        &self.0
    }
}
