//! The two additive writes. They overwrite nothing, so they ask nobody.

use rand::{TryRng, rngs::SysRng};

use super::{
    answers::{Done, Written},
    arguments::{CreateContactArgs, CreateGroupArgs},
    book::AddressBooks,
    edit::CardText,
    error::Error,
    values::{BookPath, Uid},
};

impl AddressBooks {
    pub(super) async fn create_contact(&self, args: CreateContactArgs) -> Result<Written, Error> {
        let uid = new_uid(args.uid)?;
        let mut card = CardText::empty();
        card.set("UID", uid.as_str());
        card.set("FN", args.name.as_str());
        let fields = [
            ("TEL", args.phone),
            ("EMAIL", args.email),
            ("ORG", args.organization),
            ("NOTE", args.note),
        ];
        for (property, value) in fields {
            if let Some(value) = value {
                card.set(property, value.as_str());
            }
        }
        self.create(&args.address_book, uid, card).await
    }

    pub(super) async fn create_group(&self, args: CreateGroupArgs) -> Result<Written, Error> {
        self.check_members(&args.address_book, &args.add).await?;
        let uid = new_uid(args.uid)?;
        let mut card = CardText::empty();
        card.set("UID", uid.as_str());
        card.set("FN", args.name.as_str());
        card.set("KIND", "group");
        for member in &args.add {
            card.add("MEMBER", &format!("urn:uuid:{}", member.bare()));
        }
        self.create(&args.address_book, uid, card).await
    }

    async fn create(&self, book: &BookPath, uid: Uid, card: CardText) -> Result<Written, Error> {
        self.writable_book(book).await?;
        // Not every server refuses a second card with the same UID.
        if self.find(book, &uid).await?.is_some() {
            return Err(Error::Input(format!(
                "There already is a card with the uid {uid} in {book}. Nothing was changed: choose \
                 another uid."
            )));
        }
        let href = self.card_href(book, &format!("{uid}.vcf"));
        self.dav.create(&href, card.into_string()).await?;
        Ok(Written::new(Done::Created, book, &uid))
    }
}

/// The UID of a new card, which also names its file.
fn new_uid(wanted: Option<Uid>) -> Result<Uid, Error> {
    let input = |text: &str| Error::Input(format!("{text}. Nothing was changed."));
    match wanted {
        Some(uid) if uid.as_str().contains('/') => Err(input("The uid of a new card has no slash")),
        Some(uid) => Ok(uid),
        None => random_uuid().ok_or_else(|| input("No random uid can be made here: pass a uid")),
    }
}

/// A UUID of version 4 (RFC 9562, section 5.4).
fn random_uuid() -> Option<Uid> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).ok()?;
    let random = u128::from_be_bytes(bytes);
    let versioned = random & !(0xf << 76) | 0x4 << 76;
    let uuid = versioned & !(0x3 << 62) | 0x2 << 62;
    let text = format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        uuid >> 96,
        uuid >> 80 & 0xffff,
        uuid >> 64 & 0xffff,
        uuid >> 48 & 0xffff,
        uuid & 0xffff_ffff_ffff
    );
    Uid::try_from(text).ok()
}
