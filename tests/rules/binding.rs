//! The fingerprint: equal for two operations exactly when they mean the same.
//!
//! The values are in `binding/values.rs`, with what each means, worked out without any encoding.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};

use proptest::{
    prelude::*,
    sample::Index,
    test_runner::{TestCaseResult, TestRunner},
};
use rmcp_approval::{Fingerprint, FingerprintError, Operation, Patch, Prompt, server_text};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};

mod changes;
mod rich;
mod values;

use changes::{CHANGES, SAME};
use rich::rich;
use values::{Any, Leaf, NAMES, any_value, small_value};

/// An operation that is `T`, under one of the [`NAMES`].
struct Op<T, const NAME: usize = 1>(T);

impl<T: Serialize, const NAME: usize> Serialize for Op<T, NAME> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: Serialize, const NAME: usize> Operation for Op<T, NAME> {
    const NAME: &'static str = NAMES[NAME];
    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("do something"))
    }
}

fn fingerprint<T: Serialize>(value: T) -> Result<Fingerprint, FingerprintError> {
    Fingerprint::of("server", &Op::<T>(value))
}

fn bound<T: Serialize>(value: T) -> Fingerprint {
    fingerprint(value).expect("it can be bound")
}

fn refusal<T: Serialize>(value: T) -> String {
    fingerprint(value).expect_err("it must be refused").to_string()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// What `proptest!` does, for a property that also counts what was tried.
fn check<S: Strategy>(cases: u32, values: &S, test: impl Fn(S::Value) -> TestCaseResult) {
    let mut runner = TestRunner::new(config(cases));
    runner.run(values, test).unwrap_or_else(|failure| panic!("{failure}\n{runner}"));
}

/// Each of them has a fingerprint of its own.
fn assert_all_differ(fingerprints: impl IntoIterator<Item = Fingerprint>) {
    let mut seen = HashSet::new();
    for (place, fingerprint) in fingerprints.into_iter().enumerate() {
        assert!(seen.insert(fingerprint), "number {place} is bound like one before it");
    }
}

#[test]
fn a_small_change_changes_the_fingerprint_exactly_when_it_changes_the_meaning() {
    let counts = RefCell::new([[0; 2]; CHANGES.len()]);
    let strategy = (any_value(), any::<Index>(), 0..CHANGES.len());
    check(6000, &strategy, |(value, place, change)| {
        let Some(changed) = value.changed(place, CHANGES[change].1) else { return Ok(()) };
        let (before, after) = (value.meaning(), changed.meaning());
        prop_assert_eq!(fingerprint(&value).is_ok(), before.is_some());
        prop_assert_eq!(fingerprint(&changed).is_ok(), after.is_some());
        if before.is_some() && after.is_some() {
            let same = before == after;
            prop_assert_eq!(bound(&value) == bound(&changed), same, "{:?}", changed);
            counts.borrow_mut()[change][usize::from(same)] += 1;
        }
        Ok(())
    });
    for ((name, _), [differ, same]) in CHANGES.iter().zip(counts.into_inner()) {
        let expected = if SAME.contains(name) { same } else { differ };
        assert!(expected > 8, "`{name}` was not tried: {differ} differed, {same} did not");
        assert!(!SAME.contains(name) || differ == 0, "`{name}` changed a meaning");
    }
}

/// Many small values against each other, rather than in pairs: each fingerprint has one meaning
/// and each meaning has one fingerprint.
#[test]
fn of_many_values_only_those_that_mean_the_same_share_a_fingerprint() {
    let (meanings, fingerprints) = (RefCell::new(HashMap::new()), RefCell::new(BTreeMap::new()));
    let shared = RefCell::new(0);
    check(10_000, &small_value(), |value| {
        let Some(meaning) = value.meaning() else {
            prop_assert!(fingerprint(&value).is_err());
            return Ok(());
        };
        let fingerprint = bound(&value);
        if let Some(other) = meanings.borrow_mut().insert(fingerprint, meaning.clone()) {
            prop_assert_eq!(&other, &meaning);
            *shared.borrow_mut() += 1;
        }
        if let Some(other) = fingerprints.borrow_mut().insert(meaning, fingerprint) {
            prop_assert_eq!(other, fingerprint);
        }
        Ok(())
    });
    let different = meanings.borrow().len();
    assert!(different > 1000 && shared.into_inner() > 1000, "one side was not tried: {different}");
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn what_cannot_be_bound_is_refused_wherever_it_hides(
        value in any_value(), place in any::<Index>(), width in 0..10_u8,
    ) {
        let map = |second| Any::Map(vec![
            (Any::Leaf(Leaf::Int(1, width)), Any::Leaf(Leaf::Unit)),
            (Any::Leaf(Leaf::Int(second, 3)), Any::Leaf(Leaf::None)),
        ]);
        let payload = f64::from_bits(f64::NAN.to_bits() | 1);
        for (bad, good, reason) in [
            (Any::Leaf(Leaf::F64(f64::NAN)), Any::Leaf(Leaf::F64(1.5)), "NaN"),
            (Any::Leaf(Leaf::F64(-payload)), Any::Leaf(Leaf::F64(f64::INFINITY)), "NaN"),
            (Any::Leaf(Leaf::F32(-f32::NAN)), Any::Leaf(Leaf::F32(-0.0)), "NaN"),
            (Any::Leaf(Leaf::Fail), Any::Leaf(Leaf::Unit), "failed on purpose"),
            (map(1), map(2), "same key twice"),
        ] {
            let with = |part: Any| value.changed(place, move |node| { *node = part.clone(); true });
            let (bad, good) = (with(bad).unwrap(), with(good).unwrap());
            if good.meaning().is_some() {
                prop_assert!(fingerprint(&good).is_ok());
                let message = refusal(&bad);
                prop_assert!(message.contains(reason), "{}", message);
            }
        }
    }

    #[test]
    fn the_order_in_which_a_map_was_filled_means_nothing(
        (sorted, list) in prop::collection::btree_map("[ab\0]{0,3}", 0..9_u8, 2..12).prop_flat_map(|sorted| {
            let list: Vec<_> = sorted.clone().into_iter().collect();
            (Just(sorted), Just(list).prop_shuffle())
        }),
    ) {
        let map: HashMap<_, _> = list.iter().cloned().collect();
        prop_assert_eq!(bound(&map), bound(&sorted));
        prop_assert_eq!(bound(map.clone()), bound(map));
        // The control: that of a sequence does.
        prop_assert_ne!(bound(&list), bound(list.iter().rev().collect::<Vec<_>>()));
    }
}

/// A map whose `Serialize` does not keep to pairs.
struct Unpaired(&'static [bool]);

impl Serialize for Unpaired {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (at, is_key) in self.0.iter().enumerate() {
            if *is_key { map.serialize_key(&at)? } else { map.serialize_value(&at)? }
        }
        map.end()
    }
}

#[test]
fn a_key_without_a_value_and_a_value_without_a_key_are_refused() {
    assert!(fingerprint(Unpaired(&[true, false, true, false])).is_ok());
    assert!(refusal(Unpaired(&[true])).contains("key without a value"));
    assert!(refusal(Unpaired(&[true, true, false])).contains("key without a value"));
    assert!(refusal(Unpaired(&[false])).contains("value without a key"));
    assert!(refusal(Unpaired(&[true, false, false])).contains("value without a key"));
}

#[derive(Serialize, Deserialize, Clone, Debug)]
struct Update {
    #[serde(default, skip_serializing_if = "Patch::is_omitted")]
    title: Patch<String>,
    #[serde(default, skip_serializing_if = "Patch::is_omitted")]
    note: Patch<String>,
}

/// The same fields in the four places where derived code writes them differently.
#[derive(Serialize)]
enum Place {
    Nested {
        inner: Option<Update>,
    },
    Flat {
        #[serde(flatten)]
        inner: Update,
    },
    Variant {
        #[serde(skip_serializing_if = "Patch::is_omitted")]
        title: Patch<String>,
        #[serde(skip_serializing_if = "Patch::is_omitted")]
        note: Patch<String>,
    },
    Patched {
        #[serde(skip_serializing_if = "Patch::is_omitted")]
        inner: Patch<Update>,
    },
}

#[test]
fn omitted_and_null_and_empty_and_set_are_four_things_everywhere() {
    // As a tool gets them: parsed from JSON.
    let states = ["", r#""_": null"#, r#""_": """#, r#""_": "x""#];
    let mut updates = Vec::new();
    for title in states {
        for note in states {
            let fields = [title.replace('_', "title"), note.replace('_', "note")];
            let json = fields.iter().filter(|field| !field.is_empty()).cloned().collect::<Vec<_>>();
            updates
                .push(serde_json::from_str::<Update>(&format!("{{{}}}", json.join(","))).unwrap());
        }
    }
    assert_eq!(updates.len(), 16);
    assert_all_differ(updates.iter().map(bound));
    let all = |place: fn(Update) -> Place| updates.iter().cloned().map(place).map(bound);
    assert_all_differ(
        all(|inner| Place::Nested { inner: Some(inner) })
            .chain(all(|inner| Place::Flat { inner }))
            .chain(all(|Update { title, note }| Place::Variant { title, note }))
            .chain(all(|inner| Place::Patched { inner: Patch::Set(inner) }))
            .chain([Place::Nested { inner: None }].map(bound))
            .chain([Patch::Omitted, Patch::Clear].map(|inner| bound(Place::Patched { inner }))),
    );
    assert_all_differ([Patch::Clear, Patch::Set(vec![]), Patch::Set(vec![1])].map(bound));
}

#[derive(Serialize)]
struct NotSkipped {
    title: Patch<String>,
}

#[test]
fn an_omitted_field_that_was_not_skipped_is_refused_with_the_attribute_to_write() {
    for good in [Patch::Clear, Patch::Set(String::new())] {
        assert!(fingerprint(NotSkipped { title: good }).is_ok());
    }
    let attribute = r#"skip_serializing_if = "Patch::is_omitted""#;
    let omitted = || NotSkipped { title: Patch::Omitted };
    assert!(refusal(omitted()).contains(attribute));
    assert!(refusal(vec![Some(omitted())]).contains(attribute));
    assert!(refusal(HashMap::from([("a", omitted())])).contains(attribute));
    assert!(refusal([Patch::Set(1), Patch::Omitted]).contains(attribute));
}

/// A value in a value, so many times.
struct Deep(usize);

impl Serialize for Deep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.checked_sub(1) {
            None => serializer.serialize_unit(),
            Some(less) => match less % 4 {
                0 => serializer.serialize_some(&Self(less)),
                1 => serializer.serialize_newtype_struct("Deep", &Self(less)),
                2 => [Self(less)].serialize(serializer),
                _ => HashMap::from([("deep", Self(less))]).serialize(serializer),
            },
        }
    }
}

#[test]
fn what_is_nested_without_end_is_refused_before_the_stack_is_full() {
    assert!(refusal(Deep(1_000_000)).contains("nested"));
    assert!(refusal(Deep(513)).contains("nested"));
    // The control.
    assert!(fingerprint(Deep(512)).is_ok());
}

#[derive(Serialize)]
struct Targets<T> {
    ids: T,
}

#[test]
fn derived_types_are_bound_by_what_they_mean() {
    let targets = |ids| bound(Targets { ids });
    // Order is meaning in a list and none in a set.
    assert_ne!(targets(vec![5, 12]), targets(vec![12, 5]));
    let set = |ids: [u8; 2]| bound(Targets { ids: BTreeSet::from(ids) });
    assert_eq!(set([5, 12]), set([12, 5]));
    assert_ne!(set([5, 12]), set([5, 13]));
    // A larger set is another one, and so is another grouping of it.
    assert_ne!(targets(vec![5]), targets(vec![5, 5]));
    assert_ne!(bound([vec![5, 12], vec![]]), bound([vec![5], vec![12]]));
    assert_ne!(bound(["ab", "c"]), bound(["a", "bc"]));
    // The width of an integer is none of the meaning.
    assert_eq!(bound(200_u8), bound(200_u64));
    assert_eq!(bound(-1_i8), bound(-1_i128));
    assert_eq!(bound(7_i32), bound(7_usize));
    assert_ne!(bound(u64::MAX), bound(-1_i64));
    assert_ne!(bound(u128::MAX), bound(-1_i128));
    // Past 2^53, where JSON numbers of some clients end.
    assert_ne!(bound(9_007_199_254_740_992_u64), bound(9_007_199_254_740_993_u64));
    assert_ne!(bound(1), bound((1_u128 << 64) + 1));
    assert_ne!(bound(1), bound("1"));
    assert_all_differ(["a", "A", "a ", "\u{e1}", "a\u{301}"].map(bound));
    assert_ne!(bound(1), bound(1.0));
    assert_ne!(bound(0.0), bound(-0.0));
    assert_eq!(bound(0.5_f32), bound(0.5_f64));
    assert_ne!(bound(0.1_f32), bound(0.1_f64));
    assert_ne!(bound(f64::INFINITY), bound(f64::MAX));
}

#[test]
fn the_server_and_the_name_are_part_of_it_and_cannot_lend_to_each_other() {
    let mut all = Vec::new();
    for server in NAMES {
        for content in NAMES {
            macro_rules! named {
                ($($name:literal)*) => { $(
                    all.push(Fingerprint::of(server, &Op::<_, $name>(content)).unwrap());
                )* };
            }
            named!(0 1 2 3 4 5 6 7);
        }
    }
    assert_eq!(all.len(), NAMES.len().pow(3));
    assert_all_differ(all);
}

/// During a rolling deployment one process asks and another one reads the answer. If this value
/// changes, every question and token that is open then is lost: change `DOMAIN` as well, and say it
/// in the changelog.
#[test]
fn the_encoding_is_the_one_that_was_released() {
    let hex: String = bound(rich()).as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "8b366d9a6fb2fc53ad7dcaa4df5c8a2699b005131b0801c7370d8ee817879193");
}

#[test]
fn all_bits_of_all_32_bytes_depend_on_the_operation() {
    let samples: Vec<[u8; 32]> = (0..200).map(|n| *bound(n).as_bytes()).collect();
    for byte in 0..32 {
        let seen: BTreeSet<u8> = samples.iter().map(|sample| sample[byte]).collect();
        assert!(seen.len() > 60, "byte {byte} takes {} values", seen.len());
        let ones = samples.iter().fold(0, |ones, sample| ones | sample[byte]);
        let zeros = samples.iter().fold(0, |zeros, sample| zeros | !sample[byte]);
        assert_eq!((ones, zeros), (255, 255), "a bit of byte {byte} is constant");
    }
}
