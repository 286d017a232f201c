//! What an operation is bound to.

use arbitrary::{Result, Unstructured};
use rmcp_approval::{Fingerprint, FingerprintError, Operation, Prompt, server_text};
use serde::{Serialize, Serializer};

#[path = "../rules/binding/values.rs"]
mod values;

use values::{Any, Fields, Leaf, List, NAMES, Name, Wrap};

struct Op<T>(T);

impl<T: Serialize> Serialize for Op<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: Serialize> Operation for Op<T> {
    const NAME: &'static str = "a";
    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("do something"))
    }
}

fn fingerprint<T: Serialize>(value: T) -> std::result::Result<Fingerprint, FingerprintError> {
    Fingerprint::of("server", &Op(value))
}

fn name(from: &mut Unstructured<'_>) -> Result<Name> {
    from.choose(&NAMES).copied()
}

fn leaf(from: &mut Unstructured<'_>) -> Result<Leaf> {
    Ok(match from.int_in_range(0..=13)? {
        0 => Leaf::Bool(from.arbitrary()?),
        1 => Leaf::Int(from.arbitrary::<i8>()?.into(), from.arbitrary()?),
        2 => Leaf::Int(from.arbitrary()?, from.int_in_range(0..=9)?),
        3 => Leaf::Huge(from.arbitrary()?),
        4 => Leaf::F32(from.arbitrary()?),
        5 => Leaf::F64(from.arbitrary()?),
        6 => Leaf::F64(from.arbitrary::<f32>()?.into()),
        7 => Leaf::Char(from.arbitrary()?),
        8 => Leaf::Str(from.arbitrary()?),
        9 => Leaf::Bytes(from.arbitrary()?),
        10 => Leaf::None,
        11 => Leaf::Unit,
        12 => Leaf::UnitStruct(name(from)?),
        _ => Leaf::UnitVariant(name(from)?, name(from)?),
    })
}

fn list(from: &mut Unstructured<'_>) -> Result<List> {
    Ok(match from.int_in_range(0..=3)? {
        0 => List::Sequence,
        1 => List::Tuple,
        2 => List::Struct(name(from)?),
        _ => List::Variant(name(from)?, name(from)?),
    })
}

fn many<T>(
    from: &mut Unstructured<'_>,
    one: impl Fn(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..from.int_in_range(0..=4)?).map(|_| one(from)).collect()
}

fn value(from: &mut Unstructured<'_>, depth: usize) -> Result<Any> {
    let inside = |from: &mut Unstructured<'_>| value(from, depth - 1);
    let kinds = if depth == 0 { 0 } else { 7 };
    Ok(match from.int_in_range(0..=kinds)? {
        0 | 1 => Any::Leaf(leaf(from)?),
        2 => {
            let kind = match from.int_in_range(0..=2)? {
                0 => Wrap::Some,
                1 => Wrap::Newtype(name(from)?),
                _ => Wrap::Variant(name(from)?, name(from)?),
            };
            Any::Wrap(kind, Box::new(inside(from)?))
        }
        3 | 4 => Any::List(list(from)?, many(from, inside)?),
        5 => {
            let kind = match from.arbitrary()? {
                true => Fields::Struct(name(from)?),
                false => Fields::Variant(name(from)?, name(from)?),
            };
            let skipped_or_not = |from: &mut Unstructured<'_>| {
                Ok((name(from)?, if from.ratio(1, 5)? { None } else { Some(inside(from)?) }))
            };
            Any::Fields(kind, many(from, skipped_or_not)?)
        }
        _ => Any::Map(many(from, |from| Ok((inside(from)?, inside(from)?)))?),
    })
}

/// The value that these bytes make.
fn made_of(data: &[u8]) -> Option<Any> {
    value(&mut Unstructured::new(data), 4).ok()
}

/// Two values that are made of nearly the same bytes.
pub(super) fn bound(data: &[u8]) -> bool {
    let [place, change, data @ ..] = data else { return false };
    let mut changed = data.to_vec();
    let place = usize::from(*place) % changed.len().max(1);
    if let Some(byte) = changed.get_mut(place) {
        *byte = byte.wrapping_add(*change);
    }
    let (Some(one), Some(other)) = (made_of(data), made_of(&changed)) else { return false };
    let (meanings, fingerprints) =
        ([&one, &other].map(Any::meaning), [&one, &other].map(|value| fingerprint(value).ok()));
    for (meaning, fingerprint) in meanings.iter().zip(&fingerprints) {
        assert_eq!(meaning.is_some(), fingerprint.is_some(), "{one:?} {other:?}");
    }
    if let ([Some(meaning), Some(another)], [Some(bound), Some(also)]) = (&meanings, &fingerprints)
    {
        assert_eq!(meaning == another, bound == also, "{one:?} {other:?}");
    }
    !matches!(one, Any::Leaf(_))
}
