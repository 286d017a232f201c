//! Changing a vCard in place. Only the content lines that are set or cleared
//! change: every other line keeps its bytes, also those of properties that this
//! server does not know.

use super::values::strip_urn;

/// Where a content line is folded, in octets (RFC 6350, section 3.2).
const WIDTH: usize = 75;

pub(super) struct CardText {
    /// Each with its folds and its line end.
    lines: Vec<String>,
    line_end: &'static str,
}

impl CardText {
    pub(super) fn new(text: &str) -> Self {
        let mut lines: Vec<String> = Vec::new();
        for line in text.split_inclusive('\n') {
            match lines.last_mut() {
                Some(last) if line.starts_with([' ', '\t']) => last.push_str(line),
                _ => lines.push(line.to_owned()),
            }
        }
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Self { lines, line_end }
    }

    /// An empty card of vCard 4.0, the first version that knows groups.
    pub(super) fn empty() -> Self {
        Self::new("BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n")
    }

    /// Sets the first line of the property, which keeps its group and its
    /// parameters; adds a line where there is none.
    pub(super) fn set(&mut self, property: &str, value: &str) {
        let first = self.lines.iter_mut().find(|line| is_property(line, property));
        let Some(line) = first else {
            return self.add(property, value);
        };
        let unfolded = unfold(line);
        let changed = format!("{}:{}", kept_head(head(&unfolded)), escape(value));
        if changed != unfolded {
            *line = fold(&changed, self.line_end);
        }
    }

    /// Adds a line before the end of the card.
    pub(super) fn add(&mut self, property: &str, value: &str) {
        let end = self.lines.iter().rposition(|line| is_property(line, "END"));
        let line = fold(&format!("{property}:{}", escape(value)), self.line_end);
        self.lines.insert(end.unwrap_or(self.lines.len()), line);
    }

    /// Removes every line of the property.
    pub(super) fn clear(&mut self, property: &str) {
        self.lines.retain(|line| !is_property(line, property));
    }

    /// Removes the lines of the property that name this member.
    pub(super) fn remove_member(&mut self, property: &str, member: &str) {
        self.lines.retain(|line| {
            let unfolded = unfold(line);
            let value = unfolded.strip_prefix(head(&unfolded)).unwrap_or_default();
            let value = value.trim_start_matches(':').trim_end();
            !is_property(line, property) || strip_urn(value) != member
        });
    }

    pub(super) fn into_string(self) -> String {
        self.lines.concat()
    }
}

/// The line as one piece, without its line end.
fn unfold(line: &str) -> String {
    let mut unfolded = line.replace("\r\n", "\n");
    for fold in ["\n ", "\n\t"] {
        unfolded = unfolded.replace(fold, "");
    }
    unfolded.trim_end_matches('\n').to_owned()
}

/// What is before the value: group, name and parameters.
fn head(unfolded: &str) -> &str {
    split_unquoted(unfolded, ':').next().unwrap_or_default()
}

fn is_property(line: &str, property: &str) -> bool {
    let unfolded = unfold(line);
    let name = split_unquoted(head(&unfolded), ';').next().unwrap_or_default();
    let name = name.rsplit('.').next().unwrap_or_default();
    name.eq_ignore_ascii_case(property)
}

/// The head without the parameters that say how the old value was written.
fn kept_head(head: &str) -> String {
    let kept = split_unquoted(head, ';').filter(|part| {
        let name = part.split('=').next().unwrap_or_default();
        !["VALUE", "ENCODING", "CHARSET"].iter().any(|gone| name.eq_ignore_ascii_case(gone))
    });
    kept.collect::<Vec<_>>().join(";")
}

/// A quoted parameter value may hold the separator.
fn split_unquoted(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        !quoted && c == separator
    })
}

/// A line break in a value is written as two characters: no value adds a line.
fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(',', "\\,").replace(';', "\\;").replace('\n', "\\n")
}

fn fold(line: &str, line_end: &str) -> String {
    let mut folded = String::with_capacity(line.len() + line_end.len());
    let mut width = 0;
    for c in line.chars() {
        if width + c.len_utf8() > WIDTH {
            folded.push_str(line_end);
            folded.push(' ');
            width = 1;
        }
        folded.push(c);
        width += c.len_utf8();
    }
    folded + line_end
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:ada\r\nFN:Ada\r\n\
        item1.EMAIL;TYPE=\"a:b;c\":ada@example.org\r\nitem1.X-ABLabel:Office\r\n\
        TEL;VALUE=uri;TYPE=work:tel:+44\r\nTEL:+45\r\n\
        X-odd;p=1:  b\\yte for byte \r\nPHOTO:data:image/gif;base64,AA\r\n AA\r\nEND:VCARD\r\n";

    fn edited(edit: impl FnOnce(&mut CardText)) -> String {
        let mut card = CardText::new(CARD);
        edit(&mut card);
        card.into_string()
    }

    #[test]
    fn an_untouched_card_keeps_every_byte() {
        assert_eq!(edited(|_| ()), CARD);
        assert_eq!(edited(|card| card.set("FN", "Ada")), CARD);
    }

    #[test]
    fn only_the_line_that_is_set_changes() {
        let expected = CARD.replace("TEL;VALUE=uri;TYPE=work:tel:+44", "TEL;TYPE=work:+46");
        assert_eq!(edited(|card| card.set("TEL", "+46")), expected);
        let expected = CARD.replace("c\":ada@example.org", "c\":x@example.org");
        assert_eq!(edited(|card| card.set("email", "x@example.org")), expected);
    }

    #[test]
    fn clearing_takes_every_line_of_the_property() {
        let expected = CARD.replace("TEL;VALUE=uri;TYPE=work:tel:+44\r\nTEL:+45\r\n", "");
        assert_eq!(edited(|card| card.clear("TEL")), expected);
    }

    #[test]
    fn a_value_cannot_add_a_line() {
        let changed = edited(|card| card.set("NOTE", "a\nTEL:1;2,3\\"));
        assert!(changed.ends_with("NOTE:a\\nTEL:1\\;2\\,3\\\\\r\nEND:VCARD\r\n"));
    }

    #[test]
    fn a_long_line_is_folded_between_characters() {
        let note = "é".repeat(100);
        let changed = edited(|card| card.set("NOTE", &note));
        assert!(changed.split("\r\n").all(|line| line.len() <= WIDTH));
        let reread = CardText::new(&changed).lines;
        assert!(reread.iter().any(|line| unfold(line) == format!("NOTE:{note}")));
    }

    #[test]
    fn a_member_goes_under_either_spelling() {
        let mut card = CardText::new("MEMBER:urn:uuid:ada\nMEMBER:ada\nMEMBER:grace\n");
        card.remove_member("MEMBER", "ada");
        assert_eq!(card.into_string(), "MEMBER:grace\n");
    }
}
