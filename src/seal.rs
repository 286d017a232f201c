//! One seal for questions and tokens, over rmcp's [`RequestStateCodec`].

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use rand::{TryRng, rngs::SysRng};
use rmcp::model::{RequestStateCodec, RequestStateError, SealOptions};

use crate::{fingerprint::Fingerprint, ledger::Nonce};

/// Longer than any seal of ours: what is longer is refused before it is decoded.
const MAX_SEALED_LEN: usize = 100;

/// How far ahead the clock of the process that sealed may be.
const CLOCK_SKEW: Duration = Duration::from_secs(5 * 60);

/// The keys that seal questions and tokens.
///
/// Every process that may get the second leg of a call needs the same ring, and the same lifetimes.
/// To change a key, give all of them the new one beside the old, then make it the active one, then
/// drop the old after the longest lifetime.
#[derive(Clone)]
pub struct KeyRing(RequestStateCodec);

impl KeyRing {
    /// The longest name of a key, in bytes. It stands in every token, which a model has to quote,
    /// so a token stays below 100 characters.
    pub const MAX_ID_LEN: usize = 12;

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

/// Everything that one call binds a seal to.
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
    ///
    /// The lifetime is a part of it. A process that was configured with another one cannot open the
    /// seal, so `now + lifetime` (and what the clocks differ by) is never before the moment at
    /// which a seal that opens here ends.
    fn associated_data(&self) -> Vec<u8> {
        let purpose: &[u8] = match self.purpose {
            Purpose::Question => b"question",
            Purpose::Token => b"token",
        };
        let lifetime = self.lifetime.as_millis().to_be_bytes();
        let parts = [
            b"rmcp-approval/seal/1",
            purpose,
            self.server.as_bytes(),
            self.tool.as_bytes(),
            self.principal,
            self.fingerprint.as_bytes(),
            &lifetime,
        ];
        let mut data = Vec::with_capacity(parts.iter().map(|part| part.len() + 8).sum());
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

    /// Seals a fresh nonce to `binding`. `None` when there are no random numbers.
    pub(crate) fn seal(&self, binding: &Binding<'_>) -> Option<String> {
        let mut nonce = [0; Nonce::LEN];
        SysRng.try_fill_bytes(&mut nonce).ok()?;
        let data = binding.associated_data();
        let options = SealOptions::new().associated_data(&data).ttl(binding.lifetime);
        Some(self.keys.0.seal_with(&nonce, &options))
    }

    pub(crate) fn open(&self, sealed: &str, binding: &Binding<'_>) -> Result<Opened, Unopened> {
        if sealed.len() >= MAX_SEALED_LEN {
            return Err(Unopened::Unknown);
        }
        let payload = self.keys.0.open_with(sealed, &binding.associated_data()).map_err(
            |error| match error {
                RequestStateError::Expired => Unopened::Expired,
                _ => Unopened::Unknown,
            },
        )?;
        let nonce: [u8; Nonce::LEN] = payload.try_into().map_err(|_| Unopened::Unknown)?;
        let until = SystemTime::now()
            .checked_add(binding.lifetime.saturating_add(CLOCK_SKEW))
            .ok_or(Unopened::Unknown)?;
        Ok(Opened { nonce: nonce.into(), until })
    }
}
