//! The eight tools that take something away, or can.

use rmcp::{
    handler::server::{tool::schema_for_output, wrapper::Json},
    tool, tool_router,
};
use rmcp_approval::{Outcome, Parameters};

use super::super::{
    answers::Written,
    arguments::{
        DeleteBookmarkArgs, DeleteCollectionArgs, DeletePlaylistArgs, DeleteProgressArgs,
        RemoveBooksArgs, RemoveItemsArgs, UpdateCollectionArgs, UpdatePlaylistArgs,
    },
    error::Error,
    order::Update,
};
use super::Audiobookshelf;

#[tool_router(router = guarded_tools, vis = "pub(super)")]
impl Audiobookshelf {
    /// Delete a collection for good; its books stay. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn delete_collection(
        &self,
        Parameters { args, call }: Parameters<DeleteCollectionArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.audiobooks.plan_delete_collection(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.delete_collection(approved).await.map(Json)
            })
            .await
    }

    /// Delete a playlist for good; its books and episodes stay. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn delete_playlist(
        &self,
        Parameters { args, call }: Parameters<DeletePlaylistArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.audiobooks.plan_delete_playlist(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.delete_playlist(approved).await.map(Json)
            })
            .await
    }

    /// Delete the listening history of a book or an episode. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn delete_media_progress(
        &self,
        Parameters { args, call }: Parameters<DeleteProgressArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.audiobooks.plan_delete_progress(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.delete_progress(approved).await.map(Json)
            })
            .await
    }

    /// Delete a bookmark, which is found by its exact position. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn delete_bookmark(
        &self,
        Parameters { args, call }: Parameters<DeleteBookmarkArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.audiobooks.plan_delete_bookmark(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.delete_bookmark(approved).await.map(Json)
            })
            .await
    }

    /// Take books out of a collection. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn remove_books_from_collection(
        &self,
        Parameters { args, call }: Parameters<RemoveBooksArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.audiobooks.plan_remove_books(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.remove_books(approved).await.map(Json)
            })
            .await
    }

    /// Take entries out of a playlist, which goes with its last one. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn remove_items_from_playlist(
        &self,
        Parameters { args, call }: Parameters<RemoveItemsArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.audiobooks.plan_remove_items(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.remove_items(approved).await.map(Json)
            })
            .await
    }

    /// Rename or describe a collection, or put it into another order. Asks the person if library_item_ids is
    /// given: the old order cannot be reconstructed.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn update_collection(
        &self,
        Parameters { args, call }: Parameters<UpdateCollectionArgs>,
    ) -> Result<Outcome, Error> {
        let operation = match self.audiobooks.plan_update_collection(args).await? {
            Update::Rename(id, rename) => {
                return Ok(Outcome::unguarded(Json(
                    self.audiobooks.rename_collection(&id, &rename).await?,
                )));
            }
            Update::Reorder(operation) => operation,
        };
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.reorder_collection(approved).await.map(Json)
            })
            .await
    }

    /// Rename or describe a playlist, or put it into another order. Asks the person if items is
    /// given: the old order cannot be reconstructed.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn update_playlist(
        &self,
        Parameters { args, call }: Parameters<UpdatePlaylistArgs>,
    ) -> Result<Outcome, Error> {
        let operation = match self.audiobooks.plan_update_playlist(args).await? {
            Update::Rename(id, rename) => {
                return Ok(Outcome::unguarded(Json(
                    self.audiobooks.rename_playlist(&id, &rename).await?,
                )));
            }
            Update::Reorder(operation) => operation,
        };
        self.approver
            .request(operation, call, async |approved| {
                self.audiobooks.reorder_playlist(approved).await.map(Json)
            })
            .await
    }
}
