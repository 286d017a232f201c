//! The five writes that cannot be taken back. Only an approval opens these doors.

use rmcp_approval::Approved;

use super::{
    answers::{Done, Written},
    books::AddressBooks,
    card::Card,
    dav::Stored,
    error::Error,
    operations::{DeleteContact, DeleteGroup, MoveContact, UpdateContact, UpdateGroup},
    values::Href,
};

impl AddressBooks {
    pub(super) async fn update_contact(
        &self,
        approved: Approved<UpdateContact>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.replace(&approved, &operation.version, operation.card.clone()).await?;
        let mut written = Written::new(Done::Updated, operation.book.get(), operation.uid.get());
        written.note = self.note_on(&operation.version.href, &operation.card).await;
        Ok(written)
    }

    pub(super) async fn delete_contact(
        &self,
        approved: Approved<DeleteContact>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.delete(&approved, &operation.version).await?;
        Ok(Written::new(Done::Deleted, operation.book.get(), operation.uid.get()))
    }

    /// Copies the card, verifies the copy, and only then deletes the original. A MOVE
    /// would be one request, but servers ignore `If-Match` on it: a change that came
    /// in meanwhile would go unnoticed. Cut short here, it leaves two cards and not none.
    pub(super) async fn move_contact(
        &self,
        approved: Approved<MoveContact>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        let original = self.dav.get(&operation.version.href).await?.ok_or(Error::Changed)?;
        if original.version != operation.version {
            return Err(Error::Changed);
        }
        let copy = self.copy(&operation.to, &original.text).await?;
        match self.dav.delete(&approved, &operation.version).await {
            Ok(()) => {}
            // The original may be gone, and then the copy is all there is.
            Err(Error::Unconfirmed(_)) => return Err(Error::CopyLeft),
            Err(error) => {
                let taken_back = self.take_back(&approved, &copy, &original.text).await;
                return Err(taken_back.map_or(Error::CopyLeft, |()| error));
            }
        }
        Ok(Written::new(Done::Moved, operation.destination.get(), operation.uid.get()))
    }

    pub(super) async fn update_group(
        &self,
        approved: Approved<UpdateGroup>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.replace(&approved, &operation.version, operation.card.clone()).await?;
        let mut written = Written::new(Done::Updated, operation.book.get(), operation.uid.get());
        written.note = self.note_on(&operation.version.href, &operation.card).await;
        Ok(written)
    }

    pub(super) async fn delete_group(
        &self,
        approved: Approved<DeleteGroup>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.delete(&approved, &operation.version).await?;
        Ok(Written::new(Done::Deleted, operation.book.get(), operation.uid.get()))
    }

    /// Stores a copy, reads it back, and sees to it that nothing is missing.
    async fn copy(&self, to: &Href, card: &str) -> Result<Stored, Error> {
        match self.dav.create(to, card.to_owned()).await {
            Err(Error::Changed) => {
                return Err(Error::Input(
                    "The destination has got a card of the same file name since it was read. \
                     Nothing was changed: look at it and call again if it is still wanted."
                        .to_owned(),
                ));
            }
            created => created?,
        }
        let copy = self.dav.get(to).await.ok().flatten();
        copy.filter(|copy| keeps(&copy.text, card)).ok_or(Error::CopyLeft)
    }

    /// Deletes the copy, unless somebody else has made more of it by now.
    async fn take_back(
        &self,
        approved: &Approved<MoveContact>,
        copy: &Stored,
        card: &str,
    ) -> Result<(), Error> {
        if !keeps(card, &copy.text) {
            return Err(Error::Changed);
        }
        self.dav.delete(approved, &copy.version).await
    }

    /// Servers were seen to store less than they were given, and to answer that all is
    /// well: whoever called should know.
    async fn note_on(&self, href: &Href, card: &str) -> Option<&'static str> {
        let stored = self.dav.get(href).await.ok().flatten();
        let kept = stored.is_some_and(|stored| keeps(&stored.text, card));
        (!kept).then_some(
            "The CardDAV server confirmed the write, but what it gives back lacks something of \
             what was written, or could not be read. Look at it again.",
        )
    }
}

fn keeps(stored: &str, card: &str) -> bool {
    let (stored, card) = (Card::read(stored), Card::read(card));
    stored.zip(card).is_some_and(|(stored, card)| stored.keeps(&card))
}
