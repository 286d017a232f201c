//! Cards that are read and changed, as odd as they come.

use arbitrary::{Result, Unstructured};
use calcard::{
    Entry, Parser,
    vcard::{VCard, VCardEntry},
};

use super::{super::text, card::Card, edit::CardText};

/// Names, parameters and values of properties, some of which only look like others.
const NAMES: [&str; 16] = [
    "FN",
    "fn",
    "TEL",
    "EMAIL",
    "item1.EMAIL",
    "NOTE",
    "ORG",
    "N",
    "KIND",
    "MEMBER",
    "PHOTO",
    "UID",
    "X-FN",
    "FN.TEL",
    "X-ODD",
    "END",
];
const PARAMETERS: [&str; 12] = [
    ";TYPE=work",
    ";TYPE=\"a:b;c\"",
    ";VALUE=uri",
    ";ENCODING=b",
    ";CHARSET=UTF-8",
    ";X=a^nb",
    ";X=\"",
    ";PREF=1",
    ";",
    ";TYPE=a,b",
    ";X",
    ";LABEL=\"a\\\"b:\"",
];
const VALUES: [&str; 18] = [
    "Ada",
    "\\n",
    "\\,",
    "\\;",
    ",",
    ";",
    ":",
    "\\\\",
    "\"",
    "\r\n ",
    "\n\t",
    "\r",
    "\n",
    " ",
    "tel:+1",
    "é",
    "data:image/gif;base64,AA",
    "END:VCARD",
];

/// A card, or nearly one.
fn card(from: &mut Unstructured<'_>) -> Result<String> {
    let end = *from.choose(&["\r\n", "\n", "\r\n", "\r"])?;
    let mut card = format!("BEGIN:VCARD{end}VERSION:4.0{end}UID:x{end}FN:X{end}");
    for _ in 0..from.int_in_range(0..=6)? {
        card += from.choose(&NAMES)?;
        for _ in 0..from.int_in_range(0..=2)? {
            card += from.choose(&PARAMETERS)?;
        }
        card += ":";
        card += &text(from, &VALUES, 4)?;
        card += end;
    }
    if from.ratio(1, 12)? {
        card += &text(from, &VALUES, 4)?;
    }
    Ok(card + "END:VCARD" + end)
}

/// What is set: as a tool's arguments allow it.
fn field(from: &mut Unstructured<'_>) -> Result<String> {
    let value = text(from, &VALUES, 6)?;
    let value = value.replace("\r\n", "\n");
    Ok(value.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect())
}

/// The properties of a card, by a reader that had no hand in changing it.
fn properties(text: &str) -> VCard {
    let parser = Parser::new(text);
    match parser.strict().entry() {
        Entry::VCard(card) => card,
        other => panic!("the changed card is no card: {other:?}\n{text:?}"),
    }
}

fn others<'a>(card: &'a VCard, property: &str) -> Vec<&'a VCardEntry> {
    let is_other = |entry: &&VCardEntry| !entry.name.as_str().eq_ignore_ascii_case(property);
    card.entries.iter().filter(is_other).collect()
}

fn those<'a>(card: &'a VCard, property: &str) -> Vec<&'a VCardEntry> {
    let is_one = |entry: &&VCardEntry| entry.name.as_str().eq_ignore_ascii_case(property);
    card.entries.iter().filter(is_one).collect()
}

/// The lines, each with its folds.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => last.push_str(line),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// How many lines are in both, from the start and from the end.
fn kept(before: &[String], after: &[String]) -> usize {
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let rest = before[start..].iter().rev().zip(after[start..].iter().rev());
    start + rest.take_while(|(one, other)| one == other).count()
}

pub(in super::super) fn cards(from: &mut Unstructured<'_>) -> Result<bool> {
    let text = card(from)?;
    let property = *from.choose(&["FN", "TEL", "EMAIL", "ORG", "NOTE"])?;
    let value = field(from)?;
    let (read, checked) = (Card::read(&text), Card::check(&text));
    if let Some(card) = &read {
        assert!(card.keeps(card));
        let _ = (card.name(), card.members(), card.searchable().count(), card.has_photo());
    }
    assert!(checked.is_err() || read.is_some());
    if !Card::is_editable(&text) {
        return Ok(false);
    }
    assert_eq!(CardText::new(&text).into_string(), text);
    Ok(set(&text, property, &value) | clear(&text, property))
}

/// What the tools check before anybody is asked. What breaks the rules of vCards is read in two
/// ways and refused; that most cards are not, the count of what got this far says.
fn is_refused(before: &str, after: &str, property: &str, value: Option<&str>) -> bool {
    let as_wanted = Card::only_changed(before, after, &[property])
        && Card::has_changed(before, after, property, value);
    !as_wanted
}

fn set(text: &str, property: &str, value: &str) -> bool {
    let mut card = CardText::new(text);
    card.set(property, value);
    let after = card.into_string();
    if is_refused(text, &after, property, Some(value)) {
        return false;
    }
    let (old, new) = (properties(text), properties(&after));
    assert_eq!(others(&old, property), others(&new, property), "{text:?} {after:?}");
    let (old, new) = (those(&old, property), those(&new, property));
    assert_eq!(new.len(), old.len().max(1), "{text:?} {after:?}");
    assert_eq!(new[1..], old[old.len().min(1)..], "{text:?} {after:?}");
    let pieces: Vec<&str> = new[0].values.iter().filter_map(|value| value.as_text()).collect();
    assert_eq!(pieces, [value], "{text:?} {after:?}");
    // To the byte, all lines but one.
    let (before, after) = (lines(text), lines(&after));
    assert!(kept(&before, &after) + 1 >= after.len(), "{before:?} {after:?}");
    true
}

fn clear(text: &str, property: &str) -> bool {
    let mut card = CardText::new(text);
    card.clear(property);
    let after = card.into_string();
    if is_refused(text, &after, property, None) {
        return false;
    }
    let (old, new) = (properties(text), properties(&after));
    assert_eq!(others(&old, property), others(&new, property), "{text:?} {after:?}");
    assert!(those(&new, property).is_empty(), "{text:?} {after:?}");
    // To the byte, the lines that stay.
    let before = lines(text);
    let mut left = before.iter();
    assert!(lines(&after).iter().all(|line| left.any(|kept| kept == line)), "{before:?} {after:?}");
    true
}
