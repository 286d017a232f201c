//! What is tried with input from outside. Each takes bytes, makes what it needs of them, and says
//! whether that got past the first check; it panics where a promise is broken.

#![allow(dead_code, reason = "each way to run them uses a part")]

use arbitrary::{Result, Unstructured};

mod arguments;
mod bound;
mod demo;
mod redeemed;
mod shown;

pub type Target = fn(&[u8]) -> bool;

pub const TARGETS: [(&str, Target); 7] = [
    ("returned", returned),
    ("quoted", quoted),
    ("arguments", arguments),
    ("shown", shown),
    ("bound", bound),
    ("cards", cards),
    ("answers", answers),
];

/// Bytes that end too early are no input.
fn with(data: &[u8], body: impl FnOnce(&mut Unstructured<'_>) -> Result<bool>) -> bool {
    body(&mut Unstructured::new(data)).unwrap_or(false)
}

pub fn returned(data: &[u8]) -> bool {
    with(data, redeemed::returned)
}

pub fn quoted(data: &[u8]) -> bool {
    with(data, redeemed::quoted)
}

pub fn arguments(data: &[u8]) -> bool {
    with(data, arguments::arguments)
}

pub fn shown(data: &[u8]) -> bool {
    with(data, shown::shown)
}

pub fn bound(data: &[u8]) -> bool {
    bound::bound(data)
}

pub fn cards(data: &[u8]) -> bool {
    with(data, demo::cards::cards)
}

pub fn answers(data: &[u8]) -> bool {
    with(data, demo::answers::answers)
}

/// Text of a few of these parts, with any character in between.
fn text(from: &mut Unstructured<'_>, parts: &[&str], most: usize) -> Result<String> {
    let mut text = String::new();
    for _ in 0..from.int_in_range(0..=most)? {
        match from.ratio(1, 8)? {
            true => text.push(from.arbitrary()?),
            false => text.push_str(from.choose(parts)?),
        }
    }
    Ok(text)
}

/// JSON of any shape, with these keys and strings in it more often than others.
fn json(from: &mut Unstructured<'_>, words: &[&str], depth: usize) -> Result<serde_json::Value> {
    use serde_json::Value;
    let kinds = if depth == 0 { 4 } else { 6 };
    Ok(match from.int_in_range(0..=kinds)? {
        0 => Value::Null,
        1 => Value::Bool(from.arbitrary()?),
        2 => Value::from(from.arbitrary::<i64>()? >> from.int_in_range(0..=63)?),
        3 => Value::from(from.arbitrary::<f64>()?),
        4 => Value::String(text(from, words, 2)?),
        5 => (0..from.int_in_range(0..=4)?)
            .map(|_| json(from, words, depth - 1))
            .collect::<Result<Vec<_>>>()?
            .into(),
        _ => (0..from.int_in_range(0..=4)?)
            .map(|_| Ok((text(from, words, 1)?, json(from, words, depth - 1)?)))
            .collect::<Result<serde_json::Map<_, _>>>()?
            .into(),
    })
}
