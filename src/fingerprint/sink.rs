//! What the encoding is made of: tags, lengths and bytes, and where they go.

use sha2::{Digest, Sha256};

/// Where an encoding goes: the hash itself, or a buffer while a map's entries are sorted.
pub(super) trait Sink {
    fn put(&mut self, bytes: &[u8]);

    fn tag(&mut self, tag: Tag) {
        self.put(&[tag as u8]);
    }

    /// A length is written as eight bytes on every machine.
    fn counted(&mut self, tag: Tag, bytes: &[u8]) {
        let mut head = [tag as u8; 9];
        head[1..].copy_from_slice(&(bytes.len() as u64).to_be_bytes());
        self.put(&head);
        self.put(bytes);
    }

    fn string(&mut self, text: &str) {
        self.counted(Tag::String, text.as_bytes());
    }

    fn integer(&mut self, negative: bool, magnitude: u128) {
        let tag = if negative { Tag::Negative } else { Tag::NonNegative };
        let mut whole = [tag as u8; 17];
        whole[1..].copy_from_slice(&magnitude.to_be_bytes());
        self.put(&whole);
    }
}

/// The hash. An encoding is made of very small pieces, so they are gathered before they are hashed.
pub(super) struct Hash {
    sha256: Sha256,
    gathered: [u8; GATHERED],
    length: usize,
}

/// Whole blocks of SHA-256.
pub(super) const GATHERED: usize = 1024;

impl Hash {
    pub(super) fn new() -> Self {
        Self { sha256: Sha256::new(), gathered: [0; GATHERED], length: 0 }
    }

    pub(super) fn finish(mut self) -> [u8; 32] {
        self.sha256.update(&self.gathered[..self.length]);
        self.sha256.finalize().into()
    }

    /// Adds what there is room for.
    #[inline]
    fn gather(&mut self, bytes: &[u8]) {
        self.gathered[self.length..][..bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    /// Hashes what was gathered, filled up, and gathers the rest.
    #[cold]
    fn overflow(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(GATHERED - self.length);
        self.gather(first);
        self.sha256.update(self.gathered);
        self.length = 0;
        if rest.len() <= GATHERED {
            self.gather(rest);
        } else {
            self.sha256.update(rest);
        }
    }
}

impl Sink for Hash {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        if bytes.len() <= GATHERED - self.length {
            self.gather(bytes);
        } else {
            self.overflow(bytes);
        }
    }
}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// The kinds of value. The numbers are part of the encoding: never reuse one.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Tag {
    End = 0,
    False = 1,
    True = 2,
    NonNegative = 3,
    Negative = 4,
    Float = 5,
    Char = 6,
    String = 7,
    Bytes = 8,
    None = 9,
    Some = 10,
    Unit = 11,
    UnitStruct = 12,
    NewtypeStruct = 13,
    Sequence = 14,
    Tuple = 15,
    TupleStruct = 16,
    Map = 17,
    Struct = 18,
    Skipped = 19,
    UnitVariant = 20,
    NewtypeVariant = 21,
    TupleVariant = 22,
    StructVariant = 23,
}
