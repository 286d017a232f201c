//! Values of every kind that serde knows, what they mean, and small changes to them.

use proptest::{collection::vec, prelude::*, sample::Index};
use serde::{
    Serialize, Serializer,
    ser::{
        Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

/// Few names, so that nearly equal values are likely. Two of them look alike.
pub const NAMES: [&str; 8] = ["", "a", "b", "ab", "ba", "a\0", "é", "e\u{301}"];

pub type Name = &'static str;

#[derive(Debug, Clone)]
pub enum Any {
    Leaf(Leaf),
    Wrap(Wrap, Box<Any>),
    List(List, Vec<Any>),
    /// `None` is a field that was skipped.
    Fields(Fields, Vec<(Name, Option<Any>)>),
    Map(Vec<(Any, Any)>),
}

#[derive(Debug, Clone)]
pub enum Leaf {
    Bool(bool),
    /// Written with the type that the second part picks, if the number fits into it.
    Int(i128, u8),
    Huge(u128),
    F32(f32),
    F64(f64),
    Char(char),
    Str(String),
    Bytes(Vec<u8>),
    None,
    Unit,
    UnitStruct(Name),
    UnitVariant(Name, Name),
    /// Its `Serialize` fails.
    Fail,
}

#[derive(Debug, Clone, Copy)]
pub enum Wrap {
    Some,
    Newtype(Name),
    Variant(Name, Name),
}

#[derive(Debug, Clone, Copy)]
pub enum List {
    Sequence,
    Tuple,
    Struct(Name),
    Variant(Name, Name),
}

#[derive(Debug, Clone, Copy)]
pub enum Fields {
    Struct(Name),
    Variant(Name, Name),
}

impl Serialize for Any {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        macro_rules! all {
            ($start:expr, $method:ident, $items:expr) => {{
                let mut state = $start?;
                for item in $items {
                    state.$method(item)?;
                }
                state.end()
            }};
        }
        macro_rules! fields {
            ($start:expr, $fields:expr) => {{
                let mut state = $start?;
                for (name, value) in $fields {
                    match value {
                        Some(value) => state.serialize_field(name, value)?,
                        None => state.skip_field(name)?,
                    }
                }
                state.end()
            }};
        }
        match self {
            Self::Leaf(leaf) => leaf.serialize(s),
            Self::Wrap(Wrap::Some, v) => s.serialize_some(v),
            Self::Wrap(Wrap::Newtype(name), v) => s.serialize_newtype_struct(name, v),
            Self::Wrap(Wrap::Variant(name, it), v) => s.serialize_newtype_variant(name, 0, it, v),
            Self::List(kind, v) => match kind {
                List::Sequence => all!(s.serialize_seq(Some(v.len())), serialize_element, v),
                List::Tuple => all!(s.serialize_tuple(v.len()), serialize_element, v),
                List::Struct(name) => {
                    all!(s.serialize_tuple_struct(name, v.len()), serialize_field, v)
                }
                List::Variant(name, it) => {
                    all!(s.serialize_tuple_variant(name, 0, it, v.len()), serialize_field, v)
                }
            },
            Self::Fields(Fields::Struct(name), v) => fields!(s.serialize_struct(name, v.len()), v),
            Self::Fields(Fields::Variant(name, it), v) => {
                fields!(s.serialize_struct_variant(name, 0, it, v.len()), v)
            }
            Self::Map(v) => {
                let mut map = s.serialize_map(None)?;
                for (key, value) in v {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl Serialize for Leaf {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(v) => s.serialize_bool(*v),
            Self::Int(v, width) => {
                macro_rules! narrow {
                    ($($pick:literal $type:ident),*) => { $(
                        if let ($pick, Ok(v)) = (width, <$type>::try_from(*v)) {
                            return v.serialize(s);
                        }
                    )* };
                }
                narrow!(0 i8, 1 u8, 2 i16, 3 u16, 4 i32, 5 u32, 6 i64, 7 u64, 8 u128);
                v.serialize(s)
            }
            Self::Huge(v) => s.serialize_u128(*v),
            Self::F32(v) => s.serialize_f32(*v),
            Self::F64(v) => s.serialize_f64(*v),
            Self::Char(v) => s.serialize_char(*v),
            Self::Str(v) => s.serialize_str(v),
            Self::Bytes(v) => s.serialize_bytes(v),
            Self::None => s.serialize_none(),
            Self::Unit => s.serialize_unit(),
            Self::UnitStruct(name) => s.serialize_unit_struct(name),
            Self::UnitVariant(name, variant) => s.serialize_unit_variant(name, 0, variant),
            Self::Fail => Err(S::Error::custom("failed on purpose")),
        }
    }
}

/// What a value means: a tree that compares without any encoding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meaning {
    kind: &'static str,
    names: Vec<Name>,
    content: Vec<u8>,
    inside: Vec<Meaning>,
}

impl Meaning {
    fn plain(kind: &'static str, content: impl AsRef<[u8]>) -> Self {
        Self { kind, names: vec![], content: content.as_ref().to_vec(), inside: vec![] }
    }

    fn nested(kind: &'static str, names: &[Name], inside: Vec<Self>) -> Self {
        Self { kind, names: names.to_vec(), content: vec![], inside }
    }
}

impl Any {
    /// What it means, unless it cannot be bound.
    pub fn meaning(&self) -> Option<Meaning> {
        Some(match self {
            Self::Leaf(leaf) => leaf.meaning()?,
            Self::Wrap(kind, v) => {
                let (kind, names) = match kind {
                    Wrap::Some => ("some", vec![]),
                    Wrap::Newtype(name) => ("newtype struct", vec![*name]),
                    Wrap::Variant(name, variant) => ("newtype variant", vec![*name, *variant]),
                };
                Meaning::nested(kind, &names, vec![v.meaning()?])
            }
            Self::List(kind, v) => {
                let (kind, names) = match kind {
                    List::Sequence => ("sequence", vec![]),
                    List::Tuple => ("tuple", vec![]),
                    List::Struct(name) => ("tuple struct", vec![*name]),
                    List::Variant(name, variant) => ("tuple variant", vec![*name, *variant]),
                };
                Meaning::nested(kind, &names, v.iter().map(Self::meaning).collect::<Option<_>>()?)
            }
            Self::Fields(kind, fields) => {
                let (kind, names) = match kind {
                    Fields::Struct(name) => ("struct", vec![*name]),
                    Fields::Variant(name, variant) => ("struct variant", vec![*name, *variant]),
                };
                let mut inside = Vec::new();
                for (name, value) in fields {
                    let value = value.as_ref().map(Self::meaning);
                    inside.push(match value {
                        None => Meaning::nested("skipped", &[name], vec![]),
                        Some(value) => Meaning::nested("field", &[name], vec![value?]),
                    });
                }
                Meaning::nested(kind, &names, inside)
            }
            Self::Map(entries) => {
                let mut inside = Vec::new();
                for (key, value) in entries {
                    inside.push(Meaning::nested(
                        "entry",
                        &[],
                        vec![key.meaning()?, value.meaning()?],
                    ));
                }
                inside.sort();
                let twice = inside.windows(2).any(|pair| pair[0].inside[0] == pair[1].inside[0]);
                if twice {
                    return None;
                }
                Meaning::nested("map", &[], inside)
            }
        })
    }

    pub fn children(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Leaf(_) => vec![],
            Self::Wrap(_, v) => vec![v],
            Self::List(_, v) => v.iter_mut().collect(),
            Self::Fields(_, v) => v.iter_mut().filter_map(|(_, v)| v.as_mut()).collect(),
            Self::Map(v) => v.iter_mut().flat_map(|(key, value)| [key, value]).collect(),
        }
    }

    fn size(&mut self) -> usize {
        1 + self.children().into_iter().map(Self::size).sum::<usize>()
    }

    fn nth(&mut self, n: &mut usize) -> Option<&mut Self> {
        if *n == 0 {
            return Some(self);
        }
        *n -= 1;
        self.children().into_iter().find_map(|child| child.nth(n))
    }

    /// A copy with one part changed: the first at `place` or after it to which `change` applies.
    pub fn changed(&self, place: Index, change: impl Fn(&mut Self) -> bool) -> Option<Self> {
        let size = self.clone().size();
        let start = place.index(size);
        (0..size).find_map(|offset| {
            let mut copy = self.clone();
            change(copy.nth(&mut ((start + offset) % size))?).then_some(copy)
        })
    }
}

impl Leaf {
    fn meaning(&self) -> Option<Meaning> {
        Some(match self {
            Self::Bool(v) => Meaning::plain("bool", [u8::from(*v)]),
            Self::Int(v, _) => Meaning::plain("integer", v.to_string()),
            Self::Huge(v) => Meaning::plain("integer", v.to_string()),
            Self::F32(v) => return Self::F64(f64::from(*v)).meaning(),
            Self::F64(v) if v.is_nan() => return None,
            Self::F64(v) => Meaning::plain("float", v.to_bits().to_string()),
            Self::Char(v) => Meaning::plain("char", v.to_string()),
            Self::Str(v) => Meaning::plain("string", v),
            Self::Bytes(v) => Meaning::plain("bytes", v),
            Self::None => Meaning::plain("none", ""),
            Self::Unit => Meaning::plain("unit", ""),
            Self::UnitStruct(name) => Meaning::nested("unit struct", &[name], vec![]),
            Self::UnitVariant(name, v) => Meaning::nested("unit variant", &[name, v], vec![]),
            Self::Fail => return None,
        })
    }
}

fn text() -> impl Strategy<Value = String> + Clone {
    // A length of one, the tag of a string, and the end of a list are among them.
    let parts = ["a", "b", "ab", "\0", "\u{7}", "\0\0\0\0\0\0\0\u{1}", "é", "e\u{301}", "12"];
    vec(prop::sample::select(parts.to_vec()), 0..4).prop_map(|parts| parts.concat())
}

fn leaf() -> impl Strategy<Value = Any> + Clone {
    let name = || prop::sample::select(&NAMES);
    let integer = prop_oneof![-3..4_i128, any::<i64>().prop_map(i128::from), any::<i128>()];
    prop_oneof![
        1 => any::<bool>().prop_map(Leaf::Bool),
        4 => (integer, 0..10_u8).prop_map(|(v, width)| Leaf::Int(v, width)),
        1 => prop_oneof![0..4_u128, any::<u128>()].prop_map(Leaf::Huge),
        2 => prop::sample::select(&[0.0, -0.0, 1.0, f32::INFINITY, 0.1]).prop_map(Leaf::F32),
        2 => prop::sample::select(&[0.0, -0.0, 1.0, f64::INFINITY, 0.1]).prop_map(Leaf::F64),
        1 => prop::sample::select(&['a', 'b', '\0', 'é', '\u{301}']).prop_map(Leaf::Char),
        6 => text().prop_map(Leaf::Str),
        2 => text().prop_map(|text| Leaf::Bytes(text.into_bytes())),
        2 => Just(Leaf::None),
        1 => Just(Leaf::Unit),
        1 => name().prop_map(Leaf::UnitStruct),
        1 => (name(), name()).prop_map(|(name, variant)| Leaf::UnitVariant(name, variant)),
    ]
    .prop_map(Any::Leaf)
}

fn nested(depth: u32, size: u32) -> impl Strategy<Value = Any> {
    leaf().prop_recursive(depth, size, 4, |inner| {
        let name = || prop::sample::select(&NAMES);
        let wrap = prop_oneof![
            2 => Just(Wrap::Some),
            1 => name().prop_map(Wrap::Newtype),
            1 => (name(), name()).prop_map(|(name, it)| Wrap::Variant(name, it)),
        ];
        let list = prop_oneof![
            2 => Just(List::Sequence),
            1 => Just(List::Tuple),
            1 => name().prop_map(List::Struct),
            1 => (name(), name()).prop_map(|(name, it)| List::Variant(name, it)),
        ];
        let fields = prop_oneof![
            name().prop_map(Fields::Struct),
            (name(), name()).prop_map(|(name, it)| Fields::Variant(name, it)),
        ];
        let field = (name(), prop::option::weighted(0.8, inner.clone()));
        prop_oneof![
            2 => (wrap, inner.clone()).prop_map(|(kind, v)| Any::Wrap(kind, Box::new(v))),
            3 => (list.clone(), vec(inner.clone(), 0..4)).prop_map(|(kind, v)| Any::List(kind, v)),
            1 => (list, vec(text(), 0..4)).prop_map(|(kind, texts)| {
                Any::List(kind, texts.into_iter().map(|text| Any::Leaf(Leaf::Str(text))).collect())
            }),
            2 => (fields, vec(field, 0..4)).prop_map(|(kind, v)| Any::Fields(kind, v)),
            2 => vec((inner.clone(), inner), 0..4).prop_map(Any::Map),
        ]
    })
}

pub fn any_value() -> impl Strategy<Value = Any> {
    let alone = nested(4, 24);
    let together = vec(nested(3, 12), 2..5).prop_map(|v| Any::List(List::Sequence, v));
    prop_oneof![1 => alone, 3 => together]
}

/// So small that the same comes again and again.
pub fn small_value() -> impl Strategy<Value = Any> {
    nested(1, 3)
}
