//! One seal for questions and tokens, over rmcp's `RequestStateCodec`.

use std::time::{Duration, SystemTime};

use rand::{TryRng, rngs::SysRng};
use rmcp::model::{RequestStateError, SealOptions};

use crate::{fingerprint::Fingerprint, keys::KeyRing, ledger::Nonce};

/// Longer than any seal of ours: what is longer is refused before it is decoded.
const MAX_SEALED_LEN: usize = 100;

/// How much longer than its seal opens a spent nonce is remembered, in seconds: see
/// [`Nonce::until`].
const REMEMBERED_LONGER: u64 = 60;

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
        let lengths = parts.iter().map(|part| size_of::<u64>() + part.len());
        let mut data = Vec::with_capacity(lengths.sum());
        for part in parts {
            data.extend_from_slice(&(part.len() as u64).to_be_bytes());
            data.extend_from_slice(part);
        }
        data
    }
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
        Some(self.keys.codec().seal_with(&payload, &options))
    }

    /// The nonce of a seal that opens for `binding`.
    pub(crate) fn open(&self, sealed: &str, binding: &Binding<'_>) -> Result<Nonce, Unopened> {
        if sealed.len() >= MAX_SEALED_LEN {
            return Err(Unopened::Unknown);
        }
        let payload = self.keys.codec().open_with(sealed, &binding.associated_data());
        let payload = payload.map_err(|error| match error {
            RequestStateError::Expired => Unopened::Expired,
            _ => Unopened::Unknown,
        })?;
        let (nonce, end) = payload.split_first_chunk().ok_or(Unopened::Unknown)?;
        let end = u32::from_be_bytes(end.try_into().map_err(|_| Unopened::Unknown)?);
        let remembered = Duration::from_secs(u64::from(end) + REMEMBERED_LONGER);
        Ok(Nonce::new(*nonce, SystemTime::UNIX_EPOCH + remembered))
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
