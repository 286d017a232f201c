//! What an approval is bound to: the whole operation, in one hash.

use std::fmt;

use crate::operation::Operation;

mod encoding;
mod sink;

use encoding::Encoder;
use sink::{Hash, Sink};

/// Separates these hashes from every other use of SHA-256 over the same bytes, and names the
/// version of the encoding.
const DOMAIN: &str = "rmcp-approval/fingerprint/1";

/// SHA-256, all 32 bytes of it, over the server's name, the operation's [`NAME`] and everything
/// the operation serializes.
///
/// A question and a token are bound to this value, so neither works for an operation that
/// differs anywhere: in an argument, in a counted number, in a version read from the backend.
///
/// The encoding under the hash is injective. Every value is tagged with its kind; strings carry
/// their length; sequences, maps and structures carry their end; fields and variants are named; a
/// map is sorted by its encoded keys, so that its order of insertion means nothing, while the order
/// of a sequence does. Integers count by value, whatever their width. Floats count by their bits,
/// and NaN is refused, since it is not equal to itself. `None`, `Some(())`, an empty string and an
/// absent field are four different things.
///
/// [`NAME`]: Operation::NAME
///
/// # Examples
///
/// ```
/// use rmcp_approval::{Fingerprint, Operation, Prompt, server_text};
///
/// #[derive(serde::Serialize)]
/// struct Wipe { disks: Vec<u32> }
///
/// impl Operation for Wipe {
///     const NAME: &'static str = "wipe";
///     fn prompt(&self) -> Prompt<'_> {
///         Prompt::new(server_text!("wipe {} disk(s)", self.disks.len()))
///     }
/// }
///
/// let one = Fingerprint::of("disks-mcp", &Wipe { disks: vec![1] })?;
/// assert_eq!(one, Fingerprint::of("disks-mcp", &Wipe { disks: vec![1] })?);
/// assert_ne!(one, Fingerprint::of("disks-mcp", &Wipe { disks: vec![1, 2] })?);
/// assert_ne!(one, Fingerprint::of("other-mcp", &Wipe { disks: vec![1] })?);
/// # Ok::<(), rmcp_approval::FingerprintError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The fingerprint of `operation` on the server called `server`. The approver works it out by
    /// itself; in a test it says which operations are told apart.
    ///
    /// # Errors
    ///
    /// When the operation cannot be encoded unambiguously: its own `Serialize` fails, it holds
    /// a NaN, a map has the same key twice, a [`Patch::Omitted`](crate::Patch::Omitted) was not
    /// skipped, or it is nested more than 512 deep.
    pub fn of<Op: Operation + ?Sized>(
        server: &str,
        operation: &Op,
    ) -> Result<Self, FingerprintError> {
        let mut hash = Hash::new();
        for part in [DOMAIN, server, Op::NAME] {
            hash.string(part);
        }
        operation.serialize(Encoder::new(&mut hash))?;
        Ok(Self(hash.finish()))
    }

    /// All 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first eight hexadecimal digits: enough to find a call in a log, and no more.
    pub(crate) fn short(&self) -> String {
        self.0[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Shows the first eight hexadecimal digits.
impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({}…)", self.short())
    }
}

/// An operation that cannot be encoded unambiguously, and so can be neither shown nor approved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the operation cannot be bound to an approval: {reason}")]
pub struct FingerprintError {
    reason: String,
}

impl FingerprintError {
    fn new(reason: impl fmt::Display) -> Self {
        Self { reason: reason.to_string() }
    }
}

impl serde::ser::Error for FingerprintError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self::new(reason)
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::sink::{GATHERED, Hash, Sink};

    /// No byte is lost, doubled or moved, wherever the pieces meet the end of what is gathered.
    #[test]
    fn gathered_pieces_hash_like_the_whole() {
        let lengths = [0, 1, 17, GATHERED - 1, GATHERED, GATHERED + 1, 3 * GATHERED - 1, 5000];
        for one in lengths {
            for two in lengths {
                for three in lengths {
                    let whole: Vec<u8> =
                        (0..one + two + three).map(|at| (at % 251) as u8).collect();
                    let mut hash = Hash::new();
                    hash.put(&whole[..one]);
                    hash.put(&whole[one..one + two]);
                    hash.put(&whole[one + two..]);
                    assert_eq!(
                        hash.finish()[..],
                        Sha256::digest(&whole)[..],
                        "{one} {two} {three}"
                    );
                }
            }
        }
    }
}
