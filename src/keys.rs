//! The keys of a process, or of several, and the variable `MCP_APPROVAL_KEYS`.

use std::{env, fmt};

use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use rand::{TryRng, rngs::SysRng};
use rmcp::model::{RequestStateCodec, RequestStateError};

/// Padding tells nothing here, and is easily lost on the way into a configuration.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The keys that seal questions and tokens.
///
/// Every process that may get the second leg of a call needs the same ring. To change a key, give
/// all of them the new one beside the old, then make it the active one, then drop the old after the
/// longest lifetime.
///
/// Keys outlive the process, and so does what they sealed: they go with a ledger that outlives it
/// too ([`ApproverBuilder::shared`](crate::ApproverBuilder::shared)).
#[derive(Clone)]
pub struct KeyRing(RequestStateCodec);

impl KeyRing {
    /// The longest name of a key, in bytes. It stands in every token, which a model has to quote,
    /// so a token stays below 100 characters.
    pub const MAX_ID_LEN: usize = 9;

    /// The least length of a key, in bytes.
    pub const MIN_KEY_LEN: usize = RequestStateCodec::MIN_KEY_LENGTH;

    /// The name of the variable that [`from_env`](Self::from_env) reads.
    pub const VARIABLE: &'static str = "MCP_APPROVAL_KEYS";

    /// A ring with one random key, for one process. An approver without
    /// [`shared`](crate::ApproverBuilder::shared) makes one by itself.
    ///
    /// # Errors
    ///
    /// When the operating system gives no random numbers.
    pub fn random() -> Result<Self, KeyRingError> {
        let mut key = [0; Self::MIN_KEY_LEN];
        SysRng.try_fill_bytes(&mut key).map_err(|_| KeyRingError::NoRandomness)?;
        Ok(Self(RequestStateCodec::try_new(key)?))
    }

    /// A ring that seals with the key named `active` and opens with all of `keys`, which are pairs
    /// of a name and at least 32 random bytes.
    ///
    /// # Errors
    ///
    /// When a key is shorter than 32 bytes, a name is empty, longer than
    /// [`MAX_ID_LEN`](Self::MAX_ID_LEN) or there twice, or `active` is not among them.
    pub fn new<Id, Key>(
        active: impl Into<String>,
        keys: impl IntoIterator<Item = (Id, Key)>,
    ) -> Result<Self, KeyRingError>
    where
        Id: Into<String>,
        Key: Into<Vec<u8>>,
    {
        let keys: Vec<(String, Vec<u8>)> =
            keys.into_iter().map(|(id, key)| (id.into(), key.into())).collect();
        if keys.iter().any(|(id, _)| id.len() > Self::MAX_ID_LEN) {
            return Err(KeyRingError::LongId);
        }
        Ok(Self(RequestStateCodec::new_with_keyring(active, keys)?))
    }

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

    pub(crate) fn codec(&self) -> &RequestStateCodec {
        &self.0
    }
}

fn named_key(pair: &str) -> Option<(String, Vec<u8>)> {
    let (name, key) = pair.trim().split_once(':')?;
    Some((name.to_owned(), BASE64.decode(key).ok()?))
}

/// Shows no key.
impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyRing(_)")
    }
}

/// Keys that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyRingError {
    /// There is no source of random numbers.
    #[error("the operating system gives no random numbers, so no key can be made")]
    NoRandomness,
    /// The name of a key is too long for a token.
    #[error("the name of a key is longer than {} bytes", KeyRing::MAX_ID_LEN)]
    LongId,
    /// The variable does not hold names and keys.
    #[error(
        "{} accepts keys of at least {} bytes in base64, each after its name and a colon, with \
         commas between them: 2026-11:$(openssl rand -base64 32)",
        KeyRing::VARIABLE,
        KeyRing::MIN_KEY_LEN
    )]
    Malformed,
    /// A key or its name is refused for another reason.
    #[error("the key ring cannot be used: {0}")]
    Unusable(String),
}

impl From<RequestStateError> for KeyRingError {
    fn from(error: RequestStateError) -> Self {
        Self::Unusable(error.to_string())
    }
}
