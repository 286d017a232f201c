//! Reading a vCard. Nothing here writes one: see `edit`.

use calcard::{
    Entry, Parser,
    vcard::{VCard, VCardEntry, VCardParameter, VCardProperty, VCardValue, VCardVersion},
};

use super::{
    error::Error,
    values::{Uid, strip_urn},
};

pub(super) const MEMBER: &str = "MEMBER";
/// Apple's names for `KIND` and `MEMBER`, from before those existed.
const APPLE_KIND: &str = "X-ADDRESSBOOKSERVER-KIND";
pub(super) const APPLE_MEMBER: &str = "X-ADDRESSBOOKSERVER-MEMBER";

/// With room for a large photo.
const CARD_LIMIT: usize = 4 * 1024 * 1024;

const SEARCHED: [VCardProperty; 7] = [
    VCardProperty::Fn,
    VCardProperty::N,
    VCardProperty::Nickname,
    VCardProperty::Org,
    VCardProperty::Email,
    VCardProperty::Tel,
    VCardProperty::Note,
];

pub(super) struct Card {
    pub(super) uid: Uid,
    vcard: VCard,
}

impl Card {
    /// `None` unless the text is one vCard with a UID.
    pub(super) fn read(text: &str) -> Option<Self> {
        Self::parse(Parser::new(text))
    }

    /// Like `read`, for a card that is about to be stored: not every server
    /// checks what it is given.
    pub(super) fn check(text: &str) -> Result<Self, Error> {
        let refuse = |why: &str| Err(Error::Input(format!("raw_card {why}. Nothing was changed.")));
        let is_allowed = |c: char| !c.is_control() || matches!(c, '\r' | '\n' | '\t');
        if text.len() > CARD_LIMIT || !text.chars().all(is_allowed) {
            return refuse("has to be below 4 MiB and without control characters");
        }
        let Some(card) = Self::read_strictly(text) else {
            return refuse("has to be exactly one vCard, BEGIN:VCARD to END:VCARD, with a UID");
        };
        if !card.is_modern() {
            return refuse("needs VERSION:3.0 or VERSION:4.0");
        }
        if card.name().trim().is_empty() {
            return refuse("needs an FN");
        }
        Ok(card)
    }

    /// `read` takes cards with an odd line or no end, as old programs wrote them. To
    /// change one, it has to be well-formed.
    fn read_strictly(text: &str) -> Option<Self> {
        Self::parse(Parser::new(text).strict())
    }

    fn parse(mut parser: Parser) -> Option<Self> {
        let Entry::VCard(vcard) = parser.entry() else {
            return None;
        };
        if !matches!(parser.entry(), Entry::Eof) {
            return None;
        }
        let uid = Uid::try_from(vcard.uid()?.to_owned()).ok()?;
        Some(Self { uid, vcard })
    }

    pub(super) fn is_editable(text: &str) -> bool {
        Self::read_strictly(text).is_some_and(|card| card.is_modern())
    }

    /// Whether the text after an edit is the one before it with nothing changed but these
    /// properties. `edit` knows lines and no more: of an odd one it may make another thing.
    pub(super) fn only_changed(before: &str, after: &str, properties: &[&str]) -> bool {
        let others = |card: Self| {
            let is_other = |name: &VCardProperty| !properties.iter().any(|it| is_named(name, it));
            card.entries(is_other).cloned().collect::<Vec<_>>()
        };
        let before = Self::read_strictly(before).map(others);
        before.is_some() && before == Self::read_strictly(after).map(others)
    }

    /// Whether the edit set the first of these properties to this value and kept the rest of
    /// them, or, without a value, cleared all of them.
    pub(super) fn has_changed(before: &str, after: &str, property: &str, to: Option<&str>) -> bool {
        let those = |text: &str| {
            let card = Self::read_strictly(text);
            let those = card
                .map(|card| card.entries(|it| is_named(it, property)).cloned().collect::<Vec<_>>());
            those.unwrap_or_default()
        };
        let (old, new) = (those(before), those(after));
        match (to, new.split_first()) {
            (None, None) => true,
            (Some(value), Some((first, rest))) => {
                text(first) == value && rest == old.get(1..).unwrap_or_default()
            }
            _ => false,
        }
    }

    /// vCard 2.1 folds and encodes its lines in ways that `edit` does not know.
    fn is_modern(&self) -> bool {
        matches!(self.vcard.version(), Some(VCardVersion::V3_0 | VCardVersion::V4_0))
    }

    pub(super) fn name(&self) -> String {
        self.texts(&VCardProperty::Fn).into_iter().next().unwrap_or_default()
    }

    /// The values of a property, each as one text.
    pub(super) fn texts(&self, property: &VCardProperty) -> Vec<String> {
        self.entries(|name| name == property).map(text).collect()
    }

    pub(super) fn phones(&self) -> Vec<String> {
        self.texts(&VCardProperty::Tel)
    }

    /// The fields by which a person looks for a contact.
    pub(super) fn searchable(&self) -> impl Iterator<Item = String> {
        let searched = |name: &VCardProperty| SEARCHED.contains(name);
        self.entries(searched).map(text)
    }

    /// The values of a property, as they were decoded.
    pub(super) fn values(&self, property: &VCardProperty) -> impl Iterator<Item = &VCardValue> {
        self.entries(move |name| name == property).flat_map(|entry| &entry.values)
    }

    /// Whether everything in the other card is in this one. Servers reorder lines and
    /// write names in capitals, which loses nothing.
    pub(super) fn keeps(&self, other: &Self) -> bool {
        let mut kept: Vec<_> = self.vcard.entries.iter().map(comparable).collect();
        other.vcard.entries.iter().map(comparable).all(|entry| {
            let place = kept.iter().position(|kept| *kept == entry);
            place.map(|place| kept.swap_remove(place)).is_some()
        })
    }

    pub(super) fn property_count(&self) -> usize {
        self.vcard.entries.len()
    }

    pub(super) fn has_photo(&self) -> bool {
        self.entries(|name| *name == VCardProperty::Photo).next().is_some()
    }

    pub(super) fn is_group(&self) -> bool {
        !self.member_properties().is_empty()
    }

    /// The properties in which the group lists its members: a card may follow both conventions.
    pub(super) fn member_properties(&self) -> Vec<&'static str> {
        let mut properties = Vec::new();
        if self.has_group_kind(|name| *name == VCardProperty::Kind) {
            properties.push(MEMBER);
        }
        if self.has_group_kind(|name| is_named(name, APPLE_KIND)) {
            properties.push(APPLE_MEMBER);
        }
        properties
    }

    /// The members in their order, once each, without `urn:uuid:`.
    pub(super) fn members(&self) -> Vec<String> {
        let is_member =
            |name: &VCardProperty| *name == VCardProperty::Member || is_named(name, APPLE_MEMBER);
        let mut members = Vec::new();
        for member in self.entries(is_member).map(text) {
            let member = strip_urn(&member).to_owned();
            if !members.contains(&member) {
                members.push(member);
            }
        }
        members
    }

    fn has_group_kind(&self, is_kind: impl Fn(&VCardProperty) -> bool) -> bool {
        self.entries(is_kind).any(|entry| text(entry).eq_ignore_ascii_case("group"))
    }

    fn entries(
        &self,
        wanted: impl Fn(&VCardProperty) -> bool,
    ) -> impl Iterator<Item = &VCardEntry> {
        self.vcard.entries.iter().filter(move |entry| wanted(&entry.name))
    }
}

/// The line without what a server may choose: the case of names, the order of parameters.
fn comparable(entry: &VCardEntry) -> (Option<String>, String, Vec<VCardParameter>, &[VCardValue]) {
    let group = entry.group.as_ref().map(|group| group.to_lowercase());
    let mut parameters = entry.params.clone();
    parameters.sort();
    (group, entry.name.as_str().to_lowercase(), parameters, &entry.values)
}

fn is_named(property: &VCardProperty, name: &str) -> bool {
    property.as_str().eq_ignore_ascii_case(name)
}

/// A structured value such as `ORG` has several pieces.
fn text(entry: &VCardEntry) -> String {
    let pieces: Vec<_> = entry.values.iter().filter_map(VCardValue::as_text).collect();
    pieces.join("; ").replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(lines: &str) -> String {
        format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:x\r\nFN:X\r\n{lines}END:VCARD\r\n")
    }

    #[test]
    fn both_conventions_make_a_group() {
        let members = "MEMBER:urn:uuid:ada\r\nMEMBER:URN:UUID:grace\r\nMEMBER:ada\r\n";
        let modern = Card::read(&card(&format!("KIND:group\r\n{members}")));
        let apple = Card::read(&card(&format!(
            "{APPLE_KIND}:group\r\n{APPLE_MEMBER}:urn:uuid:ada\r\n{APPLE_MEMBER}:urn:uuid:grace\r\n"
        )));
        for group in [modern, apple] {
            let read = group.map(|group| (group.is_group(), group.members()));
            assert_eq!(read, Some((true, vec!["ada".to_owned(), "grace".to_owned()])));
        }
        let contact = Card::read(&card("KIND:individual\r\n"));
        assert_eq!(contact.map(|contact| contact.is_group()), Some(false));
    }

    #[test]
    fn only_one_whole_card_is_read() {
        assert!(Card::check(&card("")).is_ok());
        assert!(Card::read(&format!("{}{}", card(""), card(""))).is_none());
        assert!(Card::check("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:x\r\nFN:X\r\n").is_err());
        assert!(Card::read("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:X\r\nEND:VCARD\r\n").is_none());
        assert!(Card::check("BEGIN:VCARD\r\nUID:x\r\nFN:X\r\nEND:VCARD\r\n").is_err());
        assert!(Card::check("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:x\r\nEND:VCARD\r\n").is_err());
    }

    #[test]
    fn a_card_is_kept_when_nothing_of_it_is_lost() {
        let keeps = |stored: &str, sent: &str| {
            let read = |lines: &str| Card::read(&card(lines));
            read(stored).zip(read(sent)).is_some_and(|(stored, sent)| stored.keeps(&sent))
        };
        let sent = "item1.EMAIL;TYPE=work;PREF=1:a@b\r\nitem1.X-ABLabel:Office\r\nNOTE:a\\, b\r\n";
        let sorted = "NOTE:a\\,\r\n  b\r\nREV:1\r\nITEM1.X-ABLABEL:Office\r\n\
                      item1.email;PREF=1;type=work:a@b\r\n";
        assert!(keeps(sent, sent) && keeps(sorted, sent));
        for lost in ["NOTE:a\\, b", "TYPE=work;", "item1.X-ABLabel:Office", "item1.EMAIL"] {
            assert!(!keeps(&sent.replace(lost, "X"), sent), "{lost}");
        }
        assert!(keeps("TEL:1\r\nTEL:1\r\n", "TEL:1\r\nTEL:1\r\n"));
        assert!(!keeps("TEL:1\r\n", "TEL:1\r\nTEL:1\r\n"));
    }

    #[test]
    fn a_structured_value_is_one_text() {
        let card = Card::read(&card("ORG:Engines\\, Ltd;Programmes\r\n"));
        let organization = card.map(|card| card.texts(&VCardProperty::Org));
        assert_eq!(organization, Some(vec!["Engines, Ltd; Programmes".to_owned()]));
    }
}
