//! Planning the five guarded writes: read, validate, count, change nothing.
//!
//! Whatever could be refused is refused here, before a person is asked. A call may
//! be planned twice, once to ask and once with the answer, and from the same card
//! comes the same operation: no clock and no random number is in it.

use rmcp_approval::Patch;

use super::{
    arguments::{ContactPatch, DeleteArgs, MoveContactArgs, UpdateContactArgs, UpdateGroupArgs},
    books::AddressBooks,
    card::{APPLE_MEMBER, Card, MEMBER},
    edit::CardText,
    error::Error,
    operations::{Change, DeleteContact, DeleteGroup, MoveContact, UpdateContact, UpdateGroup},
    values::{Text, Uid},
};

impl AddressBooks {
    pub(super) async fn plan_update_contact(
        &self,
        args: UpdateContactArgs,
    ) -> Result<UpdateContact, Error> {
        let UpdateContactArgs { address_book, uid, name, phone, email, organization, note, .. } =
            args;
        let patch = ContactPatch { name, phone, email, organization, note };
        check_one_way_to_change(&patch, args.raw_card.is_some())?;
        self.writable_book(address_book.get()).await?;
        let (old, stored) = self.contact(address_book.get(), uid.get()).await?;
        let (change, card) = match args.raw_card {
            Some(raw) => whole_card(&old, &raw)?,
            None => patched(&stored.text, patch)?,
        };
        if card == stored.text {
            return Err(refused("The card is like this already"));
        }
        Ok(UpdateContact { book: address_book, uid, version: stored.version, change, card })
    }

    pub(super) async fn plan_delete_contact(
        &self,
        args: DeleteArgs,
    ) -> Result<DeleteContact, Error> {
        self.writable_book(args.address_book.get()).await?;
        let (_, stored) = self.contact(args.address_book.get(), args.uid.get()).await?;
        Ok(DeleteContact { book: args.address_book, uid: args.uid, version: stored.version })
    }

    pub(super) async fn plan_move_contact(
        &self,
        args: MoveContactArgs,
    ) -> Result<MoveContact, Error> {
        let MoveContactArgs { address_book: book, uid, destination } = args;
        if book == destination {
            return Err(refused("The contact is in this address book already"));
        }
        self.writable_book(book.get()).await?;
        self.writable_book(destination.get()).await?;
        let (_, stored) = self.contact(book.get(), uid.get()).await?;
        if self.find(destination.get(), uid.get()).await?.is_some() {
            return Err(refused("The destination already has a card with this uid"));
        }
        let file_name = stored.version.href.file_name();
        let file_name = file_name.ok_or(Error::Malformed("a card with a usable path"))?;
        let to = self.card_href(destination.get(), &file_name);
        if self.dav.get(&to).await?.is_some() {
            return Err(refused("The destination already has a card under the same file name"));
        }
        Ok(MoveContact { book, uid, version: stored.version, destination, to })
    }

    pub(super) async fn plan_update_group(
        &self,
        args: UpdateGroupArgs,
    ) -> Result<UpdateGroup, Error> {
        let book = args.address_book.get();
        check_group_change(&args)?;
        self.writable_book(book).await?;
        let (old, stored) = self.group(book, args.uid.get()).await?;
        check_editable(&stored.text)?;
        let insiders = self.insiders().await?;
        let before = insiders.of(old.members());
        check_membership(&before, &args)?;
        self.check_members(book, &args.add).await?;
        let members = members_afterwards(&old, &args);
        let card = regrouped(&old, &stored.text, &args);
        if card == stored.text {
            return Err(refused("The group is like this already"));
        }
        // What is approved is the membership that the new card really has.
        let has_members = Card::read(&card).is_some_and(|card| card.members() == members);
        if !(has_members && is_regrouped(&stored.text, &card, &args)) {
            return Err(refused("The group's card is written in a way that cannot be edited here"));
        }
        Ok(UpdateGroup {
            book: args.address_book,
            uid: args.uid,
            version: stored.version,
            renamed: args.name.is_set(),
            before: before.len(),
            added: args.add.len(),
            removed: args.remove.len(),
            after: insiders.of(members.clone()).len(),
            members,
            card,
        })
    }

    pub(super) async fn plan_delete_group(&self, args: DeleteArgs) -> Result<DeleteGroup, Error> {
        self.writable_book(args.address_book.get()).await?;
        let (card, stored) = self.group(args.address_book.get(), args.uid.get()).await?;
        Ok(DeleteGroup {
            book: args.address_book,
            uid: args.uid,
            version: stored.version,
            members: self.insiders().await?.of(card.members()).len(),
        })
    }
}

fn refused(why: &str) -> Error {
    Error::Input(format!("{why}. Nothing was changed."))
}

fn check_one_way_to_change(patch: &ContactPatch, whole_card: bool) -> Result<(), Error> {
    match (*patch == ContactPatch::default(), whole_card) {
        (true, false) => Err(refused("There is nothing to change: pass a field or raw_card")),
        (false, true) => Err(refused("raw_card replaces the whole card: pass no field with it")),
        _ if patch.name.is_clear() => Err(refused("A contact needs a name: it cannot be cleared")),
        _ => Ok(()),
    }
}

fn check_editable(text: &str) -> Result<(), Error> {
    if Card::is_editable(text) {
        return Ok(());
    }
    Err(refused("Only a well-formed card of vCard 3.0 or 4.0 can be changed in place"))
}

/// The card with the patch applied and every other line as it was.
fn patched(text: &str, patch: ContactPatch) -> Result<(Change, String), Error> {
    check_editable(text)?;
    let mut card = CardText::new(text);
    let mut changed = Vec::new();
    for (property, field) in patch.fields() {
        let value = field.as_set().map(Text::as_str);
        match (field, value) {
            (Patch::Omitted, _) => continue,
            (_, Some(value)) => card.set(property, value),
            (_, None) => card.clear(property),
        }
        changed.push((property, value));
    }
    let card = card.into_string();
    // What is approved is what the new card really says.
    let names: Vec<_> = changed.iter().map(|(property, _)| *property).collect();
    let as_wanted = |(property, value)| Card::has_changed(text, &card, property, value);
    if Card::only_changed(text, &card, &names) && changed.into_iter().all(as_wanted) {
        Ok((Change::Fields(patch), card))
    } else {
        Err(refused("The contact's card is written in a way that cannot be edited here"))
    }
}

fn whole_card(old: &Card, raw: &str) -> Result<(Change, String), Error> {
    let card = raw.replace("\r\n", "\n").replace('\n', "\r\n");
    let new = Card::check(&card)?;
    if new.uid != old.uid {
        return Err(refused("raw_card has another UID: keep the UID of the contact"));
    }
    if new.is_group() {
        return Err(refused("raw_card is a group: a contact stays a contact"));
    }
    let (before, after) = (old.property_count(), new.property_count());
    Ok((Change::WholeCard { before, after }, card))
}

fn check_group_change(args: &UpdateGroupArgs) -> Result<(), Error> {
    if args.name.is_clear() {
        return Err(refused("A group needs a name: it cannot be cleared"));
    }
    if args.name.is_omitted() && args.add.is_empty() && args.remove.is_empty() {
        return Err(refused("There is nothing to change: pass name, add or remove"));
    }
    Ok(())
}

fn check_membership(before: &[String], args: &UpdateGroupArgs) -> Result<(), Error> {
    let is_member = |uid: &&Uid| before.iter().any(|member| member == uid.bare());
    if let Some(uid) = args.add.iter().find(is_member) {
        return Err(refused(&format!("{uid} is a member already: leave it out of add")));
    }
    if let Some(uid) = args.remove.iter().find(|uid| !is_member(uid)) {
        return Err(refused(&format!("{uid} is not a member: leave it out of remove")));
    }
    Ok(())
}

fn members_afterwards(old: &Card, args: &UpdateGroupArgs) -> Vec<String> {
    let stays = |member: &String| !args.remove.iter().any(|uid| uid.bare() == member.as_str());
    let added = args.add.iter().map(|uid| uid.bare().to_owned());
    old.members().into_iter().filter(stays).chain(added).collect()
}

/// Whether the new card has the new name, and nothing else is new in it but the members.
fn is_regrouped(before: &str, after: &str, args: &UpdateGroupArgs) -> bool {
    let name = args.name.as_set().map(Text::as_str);
    let named = name.is_none_or(|name| Card::has_changed(before, after, "FN", Some(name)));
    let changed: &[&str] =
        if name.is_some() { &["FN", MEMBER, APPLE_MEMBER] } else { &[MEMBER, APPLE_MEMBER] };
    named && Card::only_changed(before, after, changed)
}

/// The group's card with the new name and members, in the convention that it follows.
fn regrouped(old: &Card, text: &str, args: &UpdateGroupArgs) -> String {
    let mut card = CardText::new(text);
    if let Some(name) = args.name.as_set() {
        card.set("FN", name.as_str());
    }
    for uid in &args.remove {
        for property in [MEMBER, APPLE_MEMBER] {
            card.remove_member(property, uid.bare());
        }
    }
    for uid in &args.add {
        for property in old.member_properties() {
            card.add(property, &format!("urn:uuid:{}", uid.bare()));
        }
    }
    card.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The card after its note was set, if that can be done.
    fn noted(lines: &str) -> Option<String> {
        let card = format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:x\r\nFN:X\r\n{lines}END:VCARD\r\n");
        let note = Text::try_from("new: value".to_owned()).ok()?;
        let patch = ContactPatch { note: Patch::Set(note), ..ContactPatch::default() };
        patched(&card, patch).ok().map(|(_, card)| card)
    }

    /// Where a quoted parameter ends is not the same to every reader of `\\"`.
    #[test]
    fn a_line_that_two_readers_split_in_two_ways_is_not_edited() {
        assert_eq!(noted("NOTE;LABEL=\"a\\\"b:\";X=1:old\r\n"), None);
        // The control.
        let edited = noted("NOTE;LABEL=\"ab:\";X=1:old\r\n");
        assert!(edited.is_some_and(|card| card.contains("NOTE;LABEL=\"ab:\";X=1:new: value\r\n")));
    }
}
