//! The canonical encoding, as a [`serde::Serializer`] that writes straight into the hash.
//!
//! Each value begins with a [`Tag`] and says itself where it ends: fixed-size values by their
//! tag, strings and bytes by a length, everything that nests by [`Tag::End`]. No encoding is
//! therefore the beginning of another one, and two values share an encoding only if they are
//! the same value.

use serde::ser::{self, Serialize};

use super::{
    FingerprintError,
    sink::{Sink, Tag},
};

/// Writes one value into a [`Sink`].
pub(super) struct Encoder<'a, S>(&'a mut S);

impl<'a, S: Sink> Encoder<'a, S> {
    pub(super) fn new(sink: &'a mut S) -> Self {
        Self(sink)
    }

    fn named(self, tag: Tag, name: &str) -> Self {
        self.0.tag(tag);
        self.0.string(name);
        self
    }

    fn variant(self, tag: Tag, name: &str, variant: &str) -> Self {
        let this = self.named(tag, name);
        this.0.string(variant);
        this
    }

    fn nested(self) -> Nested<'a, S> {
        Nested(self.0)
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
        self.0.tag(if v { Tag::True } else { Tag::False });
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
        self.0.integer(v.is_negative(), v.unsigned_abs());
        Ok(())
    }

    fn serialize_u128(self, v: u128) -> Result<(), FingerprintError> {
        self.0.integer(false, v);
        Ok(())
    }

    fn serialize_f64(self, v: f64) -> Result<(), FingerprintError> {
        if v.is_nan() {
            return Err(FingerprintError::new("a NaN is not equal to itself"));
        }
        self.0.tag(Tag::Float);
        self.0.put(&v.to_bits().to_be_bytes());
        Ok(())
    }

    fn serialize_char(self, v: char) -> Result<(), FingerprintError> {
        self.0.tag(Tag::Char);
        self.0.put(&u32::from(v).to_be_bytes());
        Ok(())
    }

    fn serialize_str(self, v: &str) -> Result<(), FingerprintError> {
        self.0.string(v);
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Result<(), FingerprintError> {
        self.0.tag(Tag::Bytes);
        self.0.counted(v);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), FingerprintError> {
        self.0.tag(Tag::None);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), FingerprintError> {
        self.0.tag(Tag::Some);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), FingerprintError> {
        self.0.tag(Tag::Unit);
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
        value.serialize(self.named(Tag::NewtypeStruct, name))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), FingerprintError> {
        value.serialize(self.variant(Tag::NewtypeVariant, name, variant))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Nested<'a, S>, FingerprintError> {
        self.0.tag(Tag::Sequence);
        Ok(self.nested())
    }

    fn serialize_tuple(self, _len: usize) -> Result<Nested<'a, S>, FingerprintError> {
        self.0.tag(Tag::Tuple);
        Ok(self.nested())
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        Ok(self.named(Tag::TupleStruct, name).nested())
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        Ok(self.variant(Tag::TupleVariant, name, variant).nested())
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Entries<'a, S>, FingerprintError> {
        self.0.tag(Tag::Map);
        Ok(Entries { sink: self.0, key: None, entries: Vec::new() })
    }

    fn serialize_struct(
        self,
        name: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        Ok(self.named(Tag::Struct, name).nested())
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Nested<'a, S>, FingerprintError> {
        Ok(self.variant(Tag::StructVariant, name, variant).nested())
    }
}

/// The inside of a sequence, a tuple or a structure.
pub(super) struct Nested<'a, S>(&'a mut S);

impl<S: Sink> Nested<'_, S> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), FingerprintError> {
        value.serialize(Encoder(self.0))
    }

    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), FingerprintError> {
        self.0.string(name);
        self.element(value)
    }

    fn skipped(&mut self, name: &str) {
        self.0.string(name);
        self.0.tag(Tag::Skipped);
    }

    fn finish(self) {
        self.0.tag(Tag::End);
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
    sink: &'a mut S,
    key: Option<Vec<u8>>,
    entries: Vec<(Vec<u8>, Vec<u8>)>,
}

fn encoded<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, FingerprintError> {
    let mut buffer = Vec::new();
    value.serialize(Encoder(&mut buffer))?;
    Ok(buffer)
}

impl<S: Sink> ser::SerializeMap for Entries<'_, S> {
    type Ok = ();
    type Error = FingerprintError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), FingerprintError> {
        match self.key.replace(encoded(key)?) {
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
        self.entries.push((key, encoded(value)?));
        Ok(())
    }

    fn end(mut self) -> Result<(), FingerprintError> {
        if self.key.is_some() {
            return Err(FingerprintError::new("a map has a key without a value"));
        }
        self.entries.sort_unstable();
        if self.entries.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(FingerprintError::new("a map has the same key twice"));
        }
        for (key, value) in &self.entries {
            self.sink.put(key);
            self.sink.put(value);
        }
        self.sink.tag(Tag::End);
        Ok(())
    }
}
