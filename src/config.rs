//! `ELICITATION`, and what can be wrong with a configuration.

use std::{env, ffi::OsStr};

use crate::keys::KeyRingError;

/// Whether people are asked through a dialog: the variable `ELICITATION`.
///
/// The variable has no prefix, so that one `export ELICITATION=false` reaches every server in
/// an environment. It moves clients that could be asked onto the two-call token; no setting lets a
/// guarded call through at its first try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Elicitation {
    /// Ask the person, wherever the client can show a dialog.
    #[default]
    On,
    /// Never raise a dialog: a guarded call needs the two-call token, or is refused where only a person
    /// will do.
    Off,
}

impl Elicitation {
    /// The name of the variable.
    pub const VARIABLE: &'static str = "ELICITATION";

    /// Reads the variable. Unset is [`On`](Self::On).
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::parse(env::var_os(Self::VARIABLE).as_deref())
    }

    /// Reads a value of the variable; `None` is unset.
    ///
    /// # Errors
    ///
    /// For anything but `true` and `false`, the empty string, `TRUE` and bytes that are no
    /// Unicode included. A typo that fell back to the default would leave dialogs running
    /// while the operator believes that they are off, so stop the server.
    pub fn parse(value: Option<&OsStr>) -> Result<Self, ConfigError> {
        let Some(value) = value else { return Ok(Self::On) };
        match value.to_str() {
            Some("true") => Ok(Self::On),
            Some("false") => Ok(Self::Off),
            _ => Err(ConfigError::Elicitation { value: value.to_string_lossy().into_owned() }),
        }
    }
}

/// A configuration that would not do what its author meant. Print it and stop the server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The variable has a value that is neither of the two.
    #[error(
        "ELICITATION={value:?} is not understood: set it to \"true\" (the default: ask a person \
         through a dialog) or \"false\" (no dialog: guarded tools fall back to the two-call token)"
    )]
    Elicitation {
        /// The value, with anything that is no Unicode replaced.
        value: String,
    },
    /// The server has no name to say in a refusal.
    #[error("the server's name is empty: give Approver the name that people know this server by")]
    EmptyServerName,
    /// A lifetime or a timeout of zero would refuse everything.
    #[error("{setting} is zero: give it a duration in which a person can read and answer")]
    ZeroDuration {
        /// The builder's method.
        setting: &'static str,
    },
    /// A question or a token would be good for days.
    #[error("{setting} is longer than a day: an approval is for what was just shown")]
    LongLifetime {
        /// The builder's method.
        setting: &'static str,
    },
    /// The keys that seal questions and tokens cannot be used.
    #[error(transparent)]
    Keys(#[from] KeyRingError),
}
