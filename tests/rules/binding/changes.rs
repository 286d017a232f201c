//! Small changes to a value, most of which change what it means.

#![expect(clippy::unit_arg, reason = "`did(x)` does x and says that it did")]

use super::values::{Any, Fields, Leaf, List, NAMES, Name, Wrap};

/// Changes that change no meaning.
pub const SAME: [&str; 3] = ["another width", "another order in a map", "an f64 for an f32"];

/// What it is called, and the change, which says whether it applied.
type Change = (&'static str, fn(&mut Any) -> bool);

pub const CHANGES: [Change; 21] = [
    ("another width", |v| match v {
        Any::Leaf(Leaf::Int(_, width)) => set(width, (*width + 1) % 10),
        _ => false,
    }),
    ("another order in a map", |v| match v {
        Any::Map(entries) if entries.len() > 1 => did(entries.reverse()),
        _ => false,
    }),
    ("an f64 for an f32", |v| match v {
        Any::Leaf(Leaf::F32(x)) => Leaf::F64(f64::from(*x)).put(v),
        _ => false,
    }),
    ("neighbours swapped", |v| match v {
        Any::List(_, items) if items.len() > 1 => did(items.swap(0, 1)),
        Any::Fields(_, fields) if fields.len() > 1 => did(fields.swap(0, 1)),
        _ => false,
    }),
    ("a value moved from one name to the next", |v| match v {
        Any::Fields(_, fields) if fields.len() > 1 => {
            let (first, second) = fields.split_at_mut(1);
            did(std::mem::swap(&mut first[0].1, &mut second[0].1))
        }
        Any::Map(entries) if entries.len() > 1 => {
            let (first, second) = entries.split_at_mut(1);
            did(std::mem::swap(&mut first[0].1, &mut second[0].1))
        }
        _ => false,
    }),
    ("the boundary between two strings", |v| {
        v.children().windows_mut(|first, second| match (first, second) {
            (Any::Leaf(Leaf::Str(first)), Any::Leaf(Leaf::Str(second))) => {
                first.pop().is_some_and(|c| did(second.insert(0, c)))
            }
            _ => false,
        })
    }),
    ("the boundary between two lists", |v| {
        v.children().windows_mut(|first, second| match (first, second) {
            (Any::List(_, first), Any::List(_, second)) => {
                first.pop().is_some_and(|item| did(second.insert(0, item)))
            }
            _ => false,
        })
    }),
    ("a neighbour moved into the list beside it", |v| match v {
        Any::List(_, items) => match items.as_slice() {
            [.., neighbour, Any::List(..)] => {
                let neighbour = neighbour.clone();
                items.remove(items.len() - 2);
                let Some(Any::List(_, inner)) = items.last_mut() else { return false };
                did(inner.insert(0, neighbour))
            }
            _ => false,
        },
        _ => false,
    }),
    ("an entry moved out of the map before it", |v| match v {
        Any::List(_, items) => match items.last_mut() {
            Some(Any::Map(entries)) => entries.pop().is_some_and(|(key, value)| {
                items.extend([key, value]);
                true
            }),
            _ => false,
        },
        _ => false,
    }),
    ("another name", |v| match v {
        Any::Leaf(Leaf::UnitStruct(name) | Leaf::UnitVariant(name, _))
        | Any::Wrap(Wrap::Newtype(name) | Wrap::Variant(name, _), _)
        | Any::List(List::Struct(name) | List::Variant(name, _), _)
        | Any::Fields(Fields::Struct(name) | Fields::Variant(name, _), _) => rename(name),
        _ => false,
    }),
    ("another variant", |v| match v {
        Any::Leaf(Leaf::UnitVariant(_, name))
        | Any::Wrap(Wrap::Variant(_, name), _)
        | Any::List(List::Variant(_, name), _)
        | Any::Fields(Fields::Variant(_, name), _) => rename(name),
        _ => false,
    }),
    ("another name of a field", |v| match v {
        Any::Fields(_, fields) => fields.first_mut().is_some_and(|(name, _)| rename(name)),
        _ => false,
    }),
    ("wrapped in Some", |v| did(*v = Any::Wrap(Wrap::Some, Box::new(v.clone())))),
    ("unwrapped", |v| match v {
        Any::Wrap(_, inner) => did(*v = inner.as_ref().clone()),
        _ => false,
    }),
    ("the last part dropped", |v| match v {
        Any::Leaf(Leaf::Str(text)) => text.pop().is_some(),
        Any::Leaf(Leaf::Bytes(bytes)) => bytes.pop().is_some(),
        Any::List(_, items) => items.pop().is_some(),
        Any::Fields(_, fields) => fields.pop().is_some(),
        Any::Map(entries) => entries.pop().is_some(),
        _ => false,
    }),
    ("decomposed", |v| match v {
        Any::Leaf(Leaf::Str(text)) if text.contains('é') => {
            set(text, text.replace('é', "e\u{301}"))
        }
        _ => false,
    }),
    ("null", |v| !matches!(v, Any::Leaf(Leaf::None)) && Leaf::None.put(v)),
    ("empty", |v| match v {
        Any::Leaf(Leaf::None) => Leaf::Str(String::new()).put(v),
        Any::Leaf(Leaf::Unit) => did(*v = Any::List(List::Sequence, vec![])),
        _ => false,
    }),
    ("a field skipped", |v| match v {
        Any::Fields(_, fields) => fields.iter_mut().any(|(_, value)| value.take().is_some()),
        _ => false,
    }),
    ("another kind", |v| match v {
        Any::List(kind @ List::Sequence, _) => set(kind, List::Tuple),
        Any::List(kind @ List::Struct(_), _) => set(kind, List::Sequence),
        Any::List(kind @ List::Variant(..), _) => set(kind, List::Struct("a")),
        Any::Fields(kind @ Fields::Variant(..), _) => set(kind, Fields::Struct("a")),
        Any::Leaf(Leaf::Int(n, _)) => Leaf::Str(n.to_string()).put(v),
        Any::Leaf(Leaf::Char(c)) => Leaf::Str(c.to_string()).put(v),
        Any::Leaf(Leaf::Bool(b)) => Leaf::Int(i128::from(*b), 1).put(v),
        Any::Leaf(Leaf::Str(text)) => Leaf::Bytes(text.clone().into_bytes()).put(v),
        _ => false,
    }),
    ("the other sign", |v| match v {
        Any::Leaf(Leaf::Int(n, _)) if *n != 0 => set(n, n.wrapping_neg()),
        Any::Leaf(Leaf::F64(x)) => set(x, -*x),
        _ => false,
    }),
];

fn did((): ()) -> bool {
    true
}

fn set<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}

fn rename(name: &mut Name) -> bool {
    let at = NAMES.iter().position(|known| known == name).unwrap_or(0);
    set(name, NAMES[(at + 1) % NAMES.len()])
}

impl Leaf {
    fn put(self, place: &mut Any) -> bool {
        set(place, Any::Leaf(self))
    }
}

trait Neighbours {
    /// Whether `change` applies to two neighbours, the first that it does.
    fn windows_mut(self, change: impl Fn(&mut Any, &mut Any) -> bool) -> bool;
}

impl Neighbours for Vec<&mut Any> {
    fn windows_mut(mut self, change: impl Fn(&mut Any, &mut Any) -> bool) -> bool {
        (1..self.len()).any(|at| {
            let (first, second) = self.split_at_mut(at);
            change(first[at - 1], second[0])
        })
    }
}
