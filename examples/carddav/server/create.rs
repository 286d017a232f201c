//! The two additive writes. They overwrite nothing, so they ask nobody.

use uuid::Uuid;

use super::{
    answers::{Done, Written},
    arguments::{CreateContactArgs, CreateGroupArgs},
    books::AddressBooks,
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
            return Err(taken(book, &uid));
        }
        let href = self.card_href(book, &format!("{uid}.vcf"));
        match self.dav.create(&href, card.into_string()).await {
            Err(Error::Changed) => Err(taken(book, &uid)),
            created => created.map(|()| Written::new(Done::Created, book, &uid)),
        }
    }
}

fn taken(book: &BookPath, uid: &Uid) -> Error {
    Error::Input(format!(
        "There already is a card under the uid {uid} in {book}. Nothing was changed: choose \
         another uid."
    ))
}

/// The UID of a new card, which also names its file.
fn new_uid(wanted: Option<Uid>) -> Result<Uid, Error> {
    let refuse = |text: &str| Err(Error::Input(format!("{text}. Nothing was changed.")));
    match wanted {
        Some(uid) if uid.as_str().contains('/') => refuse("The uid of a new card has no slash"),
        Some(uid) => Ok(uid),
        None => Uid::try_from(Uuid::new_v4().to_string()).or_else(refuse),
    }
}
