//! The eight tools that take something away, or can.

use rmcp::{handler::server::tool::schema_for_output, model::CallToolResponse, tool, tool_router};
use rmcp_approval::{Decision, Parameters};

use super::super::{
    answers::Written,
    arguments::{
        DeleteBookmarkArgs, DeleteCollectionArgs, DeletePlaylistArgs, DeleteProgressArgs,
        RemoveBooksArgs, RemoveItemsArgs, UpdateCollectionArgs, UpdatePlaylistArgs,
    },
    error::Error,
    order::Update,
};
use super::{Audiobookshelf, answer};

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
    ) -> Result<CallToolResponse, Error> {
        let operation = self.audiobooks.plan_delete_collection(args).await?;
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => {
                answer(self.audiobooks.delete_collection(approved).await?)
            }
            Decision::NotApproved(not) => Ok(not.respond("Nothing was deleted.")),
        }
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
    ) -> Result<CallToolResponse, Error> {
        let operation = self.audiobooks.plan_delete_playlist(args).await?;
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => {
                answer(self.audiobooks.delete_playlist(approved).await?)
            }
            Decision::NotApproved(not) => Ok(not.respond("Nothing was deleted.")),
        }
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
    ) -> Result<CallToolResponse, Error> {
        let operation = self.audiobooks.plan_delete_progress(args).await?;
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => {
                answer(self.audiobooks.delete_progress(approved).await?)
            }
            Decision::NotApproved(not) => Ok(not.respond("Nothing was deleted.")),
        }
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
    ) -> Result<CallToolResponse, Error> {
        let operation = self.audiobooks.plan_delete_bookmark(args).await?;
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => {
                answer(self.audiobooks.delete_bookmark(approved).await?)
            }
            Decision::NotApproved(not) => Ok(not.respond("Nothing was deleted.")),
        }
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
    ) -> Result<CallToolResponse, Error> {
        let operation = self.audiobooks.plan_remove_books(args).await?;
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => answer(self.audiobooks.remove_books(approved).await?),
            Decision::NotApproved(not) => Ok(not.respond("Nothing was removed.")),
        }
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
    ) -> Result<CallToolResponse, Error> {
        let operation = self.audiobooks.plan_remove_items(args).await?;
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => answer(self.audiobooks.remove_items(approved).await?),
            Decision::NotApproved(not) => Ok(not.respond("Nothing was removed.")),
        }
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
    ) -> Result<CallToolResponse, Error> {
        let operation = match self.audiobooks.plan_update_collection(args).await? {
            Update::Rename(id, rename) => {
                return answer(self.audiobooks.rename_collection(&id, &rename).await?);
            }
            Update::Reorder(operation) => operation,
        };
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => {
                answer(self.audiobooks.reorder_collection(approved).await?)
            }
            Decision::NotApproved(not) => Ok(not.respond("Nothing was changed.")),
        }
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
    ) -> Result<CallToolResponse, Error> {
        let operation = match self.audiobooks.plan_update_playlist(args).await? {
            Update::Rename(id, rename) => {
                return answer(self.audiobooks.rename_playlist(&id, &rename).await?);
            }
            Update::Reorder(operation) => operation,
        };
        match self.approver.request(operation, call).await? {
            Decision::Approved(approved) => {
                answer(self.audiobooks.reorder_playlist(approved).await?)
            }
            Decision::NotApproved(not) => Ok(not.respond("Nothing was changed.")),
        }
    }
}
