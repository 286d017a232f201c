//! One seal for questions and tokens, over rmcp's [`RequestStateCodec`].

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use rand::{TryRng, rngs::SysRng};
use rmcp::model::{RequestStateCodec, RequestStateError, SealOptions};

use crate::{fingerprint::Fingerprint, ledger::Nonce};

mod variable;

/// Longer than any seal of ours: what is longer is refused before it is decoded.
const MAX_SEALED_LEN: usize = 100;

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

    /// A ring with one random key, for one process.
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

/// What a seal is for. Neither passes for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Question,
    Token,
}

/// Everything that one call binds a seal to, and how long a new one lasts.
#[derive(Clone, Copy)]
pub(crate) struct Binding<'a> {
    pub(crate) purpose: Purpose,
    pub(crate) server: &'a str,
    pub(crate) tool: &'a str,
    pub(crate) principal: &'a [u8],
    pub(crate) fingerprint: &'a Fingerprint,
    pub(crate) lifetime: Duration,
}

impl Binding<'_> {
    /// The associated data: each part with its length, so that none can lend to the next.
    fn associated_data(&self) -> Vec<u8> {
        let purpose: &[u8] = match self.purpose {
            Purpose::Question => b"question",
            Purpose::Token => b"token",
        };
        let parts = [
            b"rmcp-approval/seal/1",
            purpose,
            self.server.as_bytes(),
            self.tool.as_bytes(),
            self.principal,
            self.fingerprint.as_bytes().as_slice(),
        ];
        let mut data = Vec::new();
        for part in parts {
            data.extend_from_slice(&(part.len() as u64).to_be_bytes());
            data.extend_from_slice(part);
        }
        data
    }
}

/// A seal that opened: its nonce, and the moment after which it cannot open again.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) nonce: Nonce,
    pub(crate) until: SystemTime,
}

/// Why a seal did not open. For the audit event only: outwardly all of these are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unopened {
    Expired,
    Unknown,
}

#[derive(Debug, Clone)]
pub(crate) struct Seal {
    keys: KeyRing,
}

impl Seal {
    pub(crate) fn new(keys: KeyRing) -> Self {
        Self { keys }
    }

    /// Seals a fresh nonce to `binding`. `None` when there are no random numbers, or the clock
    /// is out of its range.
    pub(crate) fn seal(&self, binding: &Binding<'_>) -> Option<String> {
        let mut payload = [0; Nonce::LEN + size_of::<u32>()];
        let (nonce, end) = payload.split_at_mut(Nonce::LEN);
        SysRng.try_fill_bytes(nonce).ok()?;
        end.copy_from_slice(&end_of(binding.lifetime)?.to_be_bytes());
        let data = binding.associated_data();
        let options = SealOptions::new().associated_data(&data).ttl(binding.lifetime);
        Some(self.keys.0.seal_with(&payload, &options))
    }

    pub(crate) fn open(&self, sealed: &str, binding: &Binding<'_>) -> Result<Opened, Unopened> {
        if sealed.len() >= MAX_SEALED_LEN {
            return Err(Unopened::Unknown);
        }
        let payload = self.keys.0.open_with(sealed, &binding.associated_data());
        let payload = payload.map_err(|error| match error {
            RequestStateError::Expired => Unopened::Expired,
            _ => Unopened::Unknown,
        })?;
        let (nonce, end) = payload.split_first_chunk().ok_or(Unopened::Unknown)?;
        let end = u32::from_be_bytes(end.try_into().map_err(|_| Unopened::Unknown)?);
        let until = SystemTime::UNIX_EPOCH + Duration::from_secs(end.into());
        Ok(Opened { nonce: Nonce::from(*nonce), until })
    }
}

/// The first whole second after which a seal that is made now cannot open, since 1970.
///
/// rmcp's codec keeps the exact moment to itself, and the ledger has to know it. Working it out
/// when the seal is opened would trust the clock twice: set back in between, it would let the
/// ledger forget a nonce whose seal still opens. Four bytes, because a token has to stay short;
/// they last until 2106.
fn end_of(lifetime: Duration) -> Option<u32> {
    let end = SystemTime::now().checked_add(lifetime)?;
    let seconds = end.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    u32::try_from(seconds.checked_add(1)?).ok()
}
