//! Text that others wrote, made safe to show.
//!
//! A server's words, a contact's name and a tool's description all end up on
//! this screen, and a terminal obeys an escape sequence whoever wrote it.

/// The text with every character that a terminal would obey, or that a reader
/// could not see, spelled out as `<U+001B>`. Line feeds stay; other white
/// space becomes a plain space.
pub(crate) fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), push_visible)
}

fn push_visible(mut shown: String, c: char) -> String {
    if c == '\n' || !(c.is_whitespace() || hides(c)) {
        shown.push(c);
    } else if c.is_whitespace() {
        shown.push(' ');
    } else {
        shown.push_str(&format!("<U+{:04X}>", u32::from(c)));
    }
    shown
}

/// Control characters, and those that the standard library itself refuses to
/// print as they are: directional marks, zero-width ones, unassigned ones.
fn hides(c: char) -> bool {
    // The letter in front keeps accents, which need a base, from being escaped.
    let with_base = String::from_iter(['a', c]);
    c.is_control() || with_base.escape_debug().skip(1).take(3).eq("\\u{".chars())
}

/// The first line alone, for a place that has room for `limit` characters.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let shown = visible(text.trim().lines().next().unwrap_or_default());
    if shown.chars().count() <= limit {
        return shown;
    }
    let kept: String = shown.chars().take(limit.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The line cut into rows of at most `width` columns, at spaces where it can.
pub(crate) fn wrap(line: &str, width: usize) -> Vec<&str> {
    let mut rows = Vec::new();
    let mut rest = line;
    while let Some(full) = overflow(rest, width) {
        let (row, tail) = rest.split_at(break_before(rest, full));
        rows.push(row.trim_end());
        rest = tail;
    }
    rows.push(rest);
    rows
}

/// Where the first character that no longer fits begins.
fn overflow(line: &str, width: usize) -> Option<usize> {
    let mut columns = 0;
    line.char_indices().find_map(|(at, c)| {
        // Two columns for anything beyond ASCII: some characters take two, and
        // a row that ends early is better than one that runs over.
        columns += if c.is_ascii() { 1 } else { 2 };
        (at > 0 && columns > width).then_some(at)
    })
}

fn break_before(line: &str, full: usize) -> usize {
    let (fits, _) = line.split_at(full);
    // A space that only indents is no place to break.
    let between_words = |space: &usize| !fits.split_at(*space).0.trim().is_empty();
    fits.rfind(' ').filter(between_words).map_or(full, |space| space + 1)
}
