//! How a caller's value is shown: on one line, with everything in it visible.

use std::fmt::{self, Write};

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup},
};
use unicode_segmentation::UnicodeSegmentation;

/// How many graphemes of a value are shown at the most.
const MAX_GRAPHEMES: usize = 200;

/// How many marks may sit on one character. Burmese writes five in ordinary words; a tower of
/// them covers the lines above.
const MAX_MARKS: usize = 6;

/// How many characters are shown at the most. Graphemes of this many marks stay below it, but some
/// have no bound of their own: conjoining letters, as of Hangul, are one for as long as they go on.
const MAX_CHARS: usize = MAX_GRAPHEMES * (MAX_MARKS + 1);

/// Blank, with no property that says so: the Braille cell without dots, the place of an object,
/// Egyptian and musical signs without a shape, and a filler.
const BLANK: [char; 6] =
    ['\u{2800}', '\u{fffc}', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}'];

/// A caller's value as the question shows it.
///
/// Two values that are not cut look different if they are different: nothing is removed, and
/// the escape itself is escaped.
pub(super) struct Visible<'a>(pub(super) &'a dyn fmt::Display);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not `to_string`, which panics where a `Display` fails.
        let mut value = String::new();
        write!(value, "{}", self.0)?;
        match value.as_str() {
            "" => return f.write_str("(empty)"),
            // The word itself must not look like nothing.
            "(empty)" => return f.write_str("<U+0028>empty)"),
            _ => {}
        }
        match value.char_indices().nth(MAX_CHARS) {
            None => {
                let shown = escaped(&value);
                // A grapheme takes a byte at least, so a short value need not be counted.
                let fits = shown.len() <= MAX_GRAPHEMES
                    || shown.graphemes(true).nth(MAX_GRAPHEMES).is_none();
                if fits { f.write_str(&shown) } else { write_cut(f, &shown, &shown) }
            }
            Some(_) => {
                let half = MAX_CHARS / 2;
                let end = value.char_indices().nth(half).map_or(value.len(), |(at, _)| at);
                let start = value.char_indices().rev().nth(half - 1).map_or(0, |(at, _)| at);
                write_cut(f, &escaped(&value[..end]), &escaped(&value[start..]))
            }
        }
    }
}

/// Cuts in the middle, so that both ends stay visible: the end of a path often says the most.
fn write_cut(f: &mut fmt::Formatter<'_>, first: &str, last: &str) -> fmt::Result {
    let half = MAX_GRAPHEMES / 2;
    let head_end = first.grapheme_indices(true).nth(half).map_or(first.len(), |(at, _)| at);
    let tail_start = last.grapheme_indices(true).rev().nth(half - 1).map_or(0, |(at, _)| at);
    // A space at the cut could not be told from ours.
    let (head, tail) = (first[..head_end].trim_end(), last[tail_start..].trim_start());
    write!(f, "{head} [… cut …] {tail}")
}

/// Writes everything that cannot be seen, or that changes what is beside it, as `<U+200B>`.
fn escaped(value: &str) -> String {
    let mut shown = String::with_capacity(value.len());
    let mut marks = MAX_MARKS;
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let is_mark = !c.is_ascii() && GeneralCategoryGroup::Mark.contains(general_category(c));
        marks = if is_mark { marks + 1 } else { 0 };
        let last = chars.peek().is_none();
        if marks > MAX_MARKS
            || is_unseen(c)
            || is_unclear_here(c, &shown, last)
            || begins_escape(c, &chars)
            || begins_link(c, &chars)
        {
            // Writing to a String does not fail.
            let _ = write!(shown, "<U+{:04X}>", u32::from(c));
            // What follows an escape has no character to sit on.
            marks = MAX_MARKS;
        } else {
            shown.push(c);
        }
    }
    shown
}

fn general_category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Characters that cannot be seen, or that turn or break the line, wherever they stand.
fn is_unseen(c: char) -> bool {
    if matches!(c, ' '..='~') {
        return false;
    }
    // Control, format (the bidirectional ones among them), private use and unassigned; and
    // separators, which with the controls are all the white space there is.
    let unseen = [GeneralCategoryGroup::Other, GeneralCategoryGroup::Separator]
        .iter()
        .any(|group| group.contains(general_category(c)));
    let blank =
        CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) || BLANK.contains(&c);
    unseen || blank
}

/// Characters that are clear alone, and not after what has been written: a space that cannot
/// be told from none, and whatever would finish a link.
fn is_unclear_here(c: char, written: &str, last: bool) -> bool {
    match c {
        ' ' => last || written.is_empty() || written.ends_with(' '),
        '/' => written.ends_with(":/"),
        '(' => written.ends_with(']'),
        '.' => {
            written.len() >= 3
                && written.as_bytes()[written.len() - 3..].eq_ignore_ascii_case(b"www")
        }
        _ => false,
    }
}

/// A `<U+` that stands in the value itself.
fn begins_escape(c: char, rest: &std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    c == '<' && {
        let mut rest = rest.clone();
        rest.next() == Some('U') && rest.next() == Some('+')
    }
}

/// `<scheme:`, which Markdown makes a link of without any slash. Browsers take `https:a.example`
/// for `https://a.example`.
fn begins_link(c: char, rest: &std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    c == '<' && {
        let mut rest = rest.clone();
        rest.next().is_some_and(|first| first.is_ascii_alphabetic())
            && rest.find(|c| !(c.is_ascii_alphanumeric() || "+.-".contains(*c))) == Some(':')
    }
}
