//! The five writes that cannot be taken back. Only an approval opens these doors.

use rmcp_approval::Approved;

use super::{
    answers::{Done, Written},
    book::AddressBooks,
    error::Error,
    operations::{DeleteContact, DeleteGroup, MoveContact, UpdateContact, UpdateGroup},
};

impl AddressBooks {
    pub(super) async fn update_contact(
        &self,
        approved: Approved<UpdateContact>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.replace(&approved, &operation.version, operation.card.clone()).await?;
        Ok(Written::new(Done::Updated, operation.book.get(), operation.uid.get()))
    }

    pub(super) async fn delete_contact(
        &self,
        approved: Approved<DeleteContact>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.delete(&approved, &operation.version).await?;
        Ok(Written::new(Done::Deleted, operation.book.get(), operation.uid.get()))
    }

    pub(super) async fn move_contact(
        &self,
        approved: Approved<MoveContact>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        // Servers ignore `If-Match` on a MOVE, so the card is compared here. Who
        // changes it between these two requests goes unnoticed.
        let card = self.dav.get(&operation.version.href).await?.ok_or(Error::Changed)?;
        if card.version != operation.version {
            return Err(Error::Changed);
        }
        self.dav.rename(&approved, &operation.version, &operation.to).await?;

        let arrived = self.dav.get(&operation.to).await;
        let verified = matches!(arrived, Ok(Some(copy)) if copy.text == card.text);
        let mut written =
            Written::new(Done::Moved, operation.destination.get(), operation.uid.get());
        if !verified {
            written.note = Some(
                "The server confirmed the move, but the card at the destination could not be read \
                 back as it was. Look at it with get_contact.",
            );
        }
        Ok(written)
    }

    pub(super) async fn update_group(
        &self,
        approved: Approved<UpdateGroup>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.replace(&approved, &operation.version, operation.card.clone()).await?;
        Ok(Written::new(Done::Updated, operation.book.get(), operation.uid.get()))
    }

    pub(super) async fn delete_group(
        &self,
        approved: Approved<DeleteGroup>,
    ) -> Result<Written, Error> {
        let operation = approved.operation();
        self.dav.delete(&approved, &operation.version).await?;
        Ok(Written::new(Done::Deleted, operation.book.get(), operation.uid.get()))
    }
}
