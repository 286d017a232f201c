//! The canonical encoding, as a [`serde::Serializer`] that writes straight into the hash.
//!
//! Each value begins with a [`Tag`] and says itself where it ends: fixed-size values by their
//! tag, strings and bytes by a length, everything that nests by [`Tag::End`]. No encoding is
//! therefore the beginning of another one, and two values share an encoding only if they are
//! the same value.

use std::ops::Range;

use serde::ser::{self, Serialize};

use super::{
    FingerprintError,
    sink::{Sink, Tag},
};

/// How deep values may be nested in each other. No operation comes near it, and one that went on
/// and on would overflow the stack.
const MAX_DEPTH: usize = 512;

/// Writes one value into a [`Sink`].
pub(super) struct Encoder<'a, S> {
    sink: &'a mut S,
    /// How many values this one is in.
    depth: usize,
}

impl<'a, S: Sink> Encoder<'a, S> {
    pub(super) fn new(sink: &'a mut S) -> Self {
        Self { sink, depth: 0 }
    }

    fn named(self, tag: Tag, name: &str) -> Self {
        self.sink.tag(tag);
        self.sink.string(name);
        self
    }

    fn variant(self, tag: Tag, name: &str, variant: &str) -> Self {
        let this = self.named(tag, name);
        this.sink.string(variant);
        this
    }

    /// For what is in this value.
    fn inside(self) -> Result<Self, FingerprintError> {
        if self.depth == MAX_DEPTH {
            return Err(FingerprintError::new(format_args!("it is nested {MAX_DEPTH} deep")));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }

    fn nested(self) -> Result<Nested<'a, S>, FingerprintError> {
        self.inside().map(Nested)
    }
}

/// The narrow numbers, which are written as the widest of their kind.
macro_rules! widen {
    ($($narrow:ident $method:ident $wide:ident),* $(,)?) => {$(
        fn $method(self, v: $narrow) -> Result<(), FingerprintError> {
            self.$wide(v.into())
        }
    )*};
}

impl<'a, S: Sink> ser::Serializer for Encoder<'a, S> {
    type Ok = ();
    type Error = FingerprintError;
    type SerializeSeq = Nested<'a, S>;
    type SerializeTuple = Nested<'a, S>;
    type SerializeTupleStruct = Nested<'a, S>;
    type SerializeTupleVariant = Nested<'a, S>;
    type SerializeMap = Entries<'a, S>;
    type SerializeStruct = Nested<'a, S>;
    type SerializeStructVariant = Nested<'a, S>;

    fn serialize_bool(self, v: bool) -> Result<(), FingerprintError> {
        self.sink.tag(if v { Tag::True } else { Tag::False });
        Ok(())
    }

    // Integers count by value, whatever their width.
    widen! {
        i8 serialize_i8 serialize_i128, i16 serialize_i16 serialize_i128,
        i32 serialize_i32 serialize_i128, i64 serialize_i64 serialize_i128,
        u8 serialize_u8 serialize_u128, u16 serialize_u16 serialize_u128,
        u32 serialize_u32 serialize_u128, u64 serialize_u64 serialize_u128,
        // Every f32 is exactly one f64.
        f32 serialize_f32 serialize_f64,
    }

    fn serialize_i128(self, v: i128) -> Result<(), FingerprintError> {
        self.sink.integer(v.is_negative(), v.unsigned_abs());
        Ok(())
    }

    fn serialize_u128(self, v: u128) -> Result<(), FingerprintError> {
        self.sink.integer(false, v);
        Ok(())
    }

    fn serialize_f64(self, v: f64) -> Result<(), FingerprintError> {
        if v.is_nan() {
            return Err(FingerprintError::new("a NaN is not equal to itself"));
        }
        self.sink.tag(Tag::Float);
        self.sink.put(&v.to_bits().to_be_bytes());
        Ok(())
    }

    fn serialize_char(self, v: char) -> Result<(), FingerprintError> {
        self.sink.tag(Tag::Char);
        self.sink.put(&u32::from(v).to_be_bytes());
        Ok(())
    }

    fn serialize_str(self, v: &str) -> Result<(), FingerprintError> {
        self.sink.string(v);
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<(), FingerprintError> {
        self.sink.counted(Tag::Bytes, v);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), FingerprintError> {
        self.sink.tag(Tag::None);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), FingerprintError> {
        self.sink.tag(Tag::Some);
        value.serialize(self.inside()?)
    }

    fn serialize_unit(self) -> Result<(), FingerprintError> {
        self.sink.tag(Tag::Unit);
        Ok(())
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), FingerprintError> {
        self.named(Tag::UnitStruct, name);
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), FingerprintError> {
        self.variant(Tag::UnitVariant, name, variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), FingerprintError> {
        value.serialize(self.named(Tag::NewtypeStruct, name).inside()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), FingerprintError> {
        value.serialize(self.variant(Tag::NewtypeVariant, name, variant).inside()?)
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Nested<'a, S>, FingerprintError> {
        self.sink.tag(Tag::Sequence);
        self.nested()
    }

    fn serialize_tuple(self, _len: usize) -> Result<Nested<'a, S>, FingerprintError> {
        self.sink.tag(Tag::Tuple);
        self.nested()
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        self.named(Tag::TupleStruct, name).nested()
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        self.variant(Tag::TupleVariant, name, variant).nested()
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Entries<'a, S>, FingerprintError> {
        self.sink.tag(Tag::Map);
        let encoder = self.inside()?;
        Ok(Entries { encoder, buffer: Vec::new(), key: None, entries: Vec::new() })
    }

    fn serialize_struct(
        self,
        name: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        self.named(Tag::Struct, name).nested()
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        self.variant(Tag::StructVariant, name, variant).nested()
    }
}

/// The inside of a sequence, a tuple or a structure.
pub(super) struct Nested<'a, S>(Encoder<'a, S>);

impl<S: Sink> Nested<'_, S> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), FingerprintError> {
        value.serialize(Encoder { sink: self.0.sink, depth: self.0.depth })
    }

    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), FingerprintError> {
        self.0.sink.string(name);
        self.element(value)
    }

    fn skipped(&mut self, name: &str) {
        self.0.sink.string(name);
        self.0.sink.tag(Tag::Skipped);
    }

    fn finish(self) {
        self.0.sink.tag(Tag::End);
    }
}

/// The sequences, whose elements have no names: one trait each in serde, one rule here.
macro_rules! elements {
    ($($trait:ident::$method:ident),*) => {$(
        impl<S: Sink> ser::$trait for Nested<'_, S> {
            type Ok = ();
            type Error = FingerprintError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), FingerprintError> {
                self.element(value)
            }

            fn end(self) -> Result<(), FingerprintError> {
                self.finish();
                Ok(())
            }
        }
    )*};
}

elements!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// The structures, whose fields have names, and say when one was left out.
macro_rules! fields {
    ($($trait:ident),*) => {$(
        impl<S: Sink> ser::$trait for Nested<'_, S> {
            type Ok = ();
            type Error = FingerprintError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), FingerprintError> {
                self.field(name, value)
            }

            fn skip_field(&mut self, name: &'static str) -> Result<(), FingerprintError> {
                self.skipped(name);
                Ok(())
            }

            fn end(self) -> Result<(), FingerprintError> {
                self.finish();
                Ok(())
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);

/// A map's entries, kept until all are there and can be sorted.
pub(super) struct Entries<'a, S> {
    encoder: Encoder<'a, S>,
    /// All keys and values, as they came.
    buffer: Vec<u8>,
    /// Where the key is whose value has not come yet.
    key: Option<Range<usize>>,
    /// Where each key is, and where its value ends that follows it.
    entries: Vec<(Range<usize>, usize)>,
}

impl<S> Entries<'_, S> {
    /// Writes one more value into the buffer, and says where it is.
    fn keep<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<Range<usize>, FingerprintError> {
        let start = self.buffer.len();
        value.serialize(Encoder { sink: &mut self.buffer, depth: self.encoder.depth })?;
        Ok(start..self.buffer.len())
    }
}

impl<S: Sink> ser::SerializeMap for Entries<'_, S> {
    type Ok = ();
    type Error = FingerprintError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), FingerprintError> {
        let place = self.keep(key)?;
        match self.key.replace(place) {
            None => Ok(()),
            Some(_) => Err(FingerprintError::new("a map has a key without a value")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<(), FingerprintError> {
        let key = self
            .key
            .take()
            .ok_or_else(|| FingerprintError::new("a map has a value without a key"))?;
        let value = self.keep(value)?;
        self.entries.push((key, value.end));
        Ok(())
    }

    fn end(self) -> Result<(), FingerprintError> {
        let Self { encoder: Encoder { sink, .. }, buffer, key, mut entries } = self;
        if key.is_some() {
            return Err(FingerprintError::new("a map has a key without a value"));
        }
        let key_of = |(key, _): &(Range<usize>, usize)| &buffer[key.clone()];
        entries.sort_unstable_by(|one, other| key_of(one).cmp(key_of(other)));
        if entries.windows(2).any(|pair| key_of(&pair[0]) == key_of(&pair[1])) {
            return Err(FingerprintError::new("a map has the same key twice"));
        }
        for (key, end) in &entries {
            sink.put(&buffer[key.start..*end]);
        }
        sink.tag(Tag::End);
        Ok(())
    }
}
