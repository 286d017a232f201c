//! How a caller's value is shown.

use arbitrary::{Result, Unstructured};

#[path = "../rules/question/shown.rs"]
mod props;

use props::{CUT, UNSEEN, assert_nothing_is_hidden, read_back, shown_alone};

const PARTS: [&str; 30] = [
    "a",
    "B",
    "é",
    "e\u{301}",
    "\u{301}",
    "\u{1100}",
    "\u{1161}",
    "\u{1f469}\u{200d}",
    "\u{1f1e6}",
    "<",
    ">",
    "<U+",
    "<U+200B>",
    "<a:",
    "://",
    ":",
    "/",
    "www",
    ".",
    "]",
    "(",
    "(empty)",
    " ",
    "\n",
    "\u{202e}",
    "\u{2066}",
    "[… cut …]",
    "\u{e0041}",
    "Values below",
    "\r\n  Name: ",
];

fn value(from: &mut Unstructured<'_>) -> Result<String> {
    let mut value = String::new();
    for _ in 0..from.int_in_range(0..=24)? {
        let part = match from.ratio(1, 6)? {
            true => from.choose(&UNSEEN)?.to_string(),
            false => super::text(from, &PARTS, 3)?,
        };
        // Now and then so often that it has to be cut.
        let times = if from.ratio(1, 10)? { from.int_in_range(1..=900)? } else { 1 };
        value.push_str(&part.repeat(times));
    }
    Ok(value)
}

pub(super) fn shown(from: &mut Unstructured<'_>) -> Result<bool> {
    let value = value(from)?;
    let shown = shown_alone(&value);
    assert_nothing_is_hidden(&shown);
    // Nothing is lost, and so no two look alike, where nothing was cut.
    if !shown.contains(CUT) {
        assert_eq!(read_back(&shown), value);
    } else if !value.contains(CUT) {
        // An escape takes nine of the two hundred at the most.
        assert!(value.chars().count() > 200 / 9, "cut for no reason: {value:?}");
    }
    Ok(!value.is_empty())
}
