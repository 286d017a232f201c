//! `MCP_APPROVAL_KEYS`.

use std::env;

use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::{KeyRing, KeyRingError};

/// Padding tells nothing here, and is easily lost on the way into a configuration.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

impl KeyRing {
    /// The name of the variable that [`from_env`](Self::from_env) reads.
    pub const VARIABLE: &'static str = "MCP_APPROVAL_KEYS";

    /// Reads the ring from the environment variable `MCP_APPROVAL_KEYS`; `None` is unset.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse), and when the value is no Unicode. No message repeats the value.
    pub fn from_env() -> Result<Option<Self>, KeyRingError> {
        match env::var(Self::VARIABLE) {
            Ok(value) => Self::parse(&value).map(Some),
            Err(env::VarError::NotPresent) => Ok(None),
            Err(env::VarError::NotUnicode(_)) => Err(KeyRingError::Malformed),
        }
    }

    /// Reads a ring: `name:key`, or several with commas between them, each key in base64. The first
    /// one seals, and all of them open.
    ///
    /// # Errors
    ///
    /// When the text is something else, and as [`new`](Self::new).
    ///
    /// # Examples
    ///
    /// ```
    /// use rmcp_approval::KeyRing;
    ///
    /// let keys = "2026-12:8dkSmr7rXcfLmJvwIXVqFjCPEBuTVvAWp7c6JhDaq2Y=,\
    ///             2026-11:GeWLRjZJEPJTvUqUvkcYJGoQLNXdEdSCfJOBWnpBw4M=";
    /// let ring = KeyRing::parse(keys)?;
    /// # let _ = ring;
    /// # Ok::<(), rmcp_approval::KeyRingError>(())
    /// ```
    pub fn parse(value: &str) -> Result<Self, KeyRingError> {
        let keys = value.split(',').map(named_key).collect::<Option<Vec<_>>>();
        let keys = keys.ok_or(KeyRingError::Malformed)?;
        let (active, _) = keys.first().ok_or(KeyRingError::Malformed)?;
        Self::new(active.clone(), keys)
    }
}

fn named_key(pair: &str) -> Option<(String, Vec<u8>)> {
    let (name, key) = pair.trim().split_once(':')?;
    Some((name.to_owned(), BASE64.decode(key).ok()?))
}
