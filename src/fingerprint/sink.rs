//! What the encoding is made of: tags, lengths and bytes, and where they go.

use sha2::{Digest, Sha256};

/// Where an encoding goes: the hash itself, or a buffer while a map's entries are sorted.
pub(super) trait Sink {
    fn put(&mut self, bytes: &[u8]);

    fn tag(&mut self, tag: Tag) {
        self.put(&[tag as u8]);
    }

    /// A length is written as eight bytes on every machine.
    fn counted(&mut self, bytes: &[u8]) {
        self.put(&(bytes.len() as u64).to_be_bytes());
        self.put(bytes);
    }

    fn string(&mut self, text: &str) {
        self.tag(Tag::String);
        self.counted(text.as_bytes());
    }

    fn integer(&mut self, negative: bool, magnitude: u128) {
        self.tag(if negative { Tag::Negative } else { Tag::NonNegative });
        self.put(&magnitude.to_be_bytes());
    }
}

impl Sink for Sha256 {
    fn put(&mut self, bytes: &[u8]) {
        self.update(bytes);
    }
}

impl Sink for Vec<u8> {
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
