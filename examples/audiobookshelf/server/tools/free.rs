//! The seven tools that ask nobody.
//!
//! Two of them are marked destructive all the same. The mark says what a call
//! does, and these replace a position or a title; whether somebody is asked is
//! another question.

use rmcp::{
    handler::server::wrapper::{Json, Parameters},
    tool, tool_router,
};

use super::super::{
    answers::Written,
    arguments::{
        AddBooksArgs, AddItemsArgs, BookmarkArgs, CreateCollectionArgs, CreatePlaylistArgs,
        SetProgressArgs,
    },
    error::Error,
};
use super::Audiobookshelf;

#[tool_router(router = free_tools, vis = "pub(super)")]
impl Audiobookshelf {
    /// Make a collection of books. Asks nobody: it takes nothing away.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = false,
        open_world_hint = false
    ))]
    async fn create_collection(
        &self,
        Parameters(args): Parameters<CreateCollectionArgs>,
    ) -> Result<Json<Written>, Error> {
        self.audiobooks.create_collection(args).await.map(Json)
    }

    /// Append books to a collection. Asks nobody: it takes nothing away.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn add_books_to_collection(
        &self,
        Parameters(args): Parameters<AddBooksArgs>,
    ) -> Result<Json<Written>, Error> {
        self.audiobooks.add_books(args).await.map(Json)
    }

    /// Make a playlist of books or episodes. Asks nobody: it takes nothing away.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = false,
        open_world_hint = false
    ))]
    async fn create_playlist(
        &self,
        Parameters(args): Parameters<CreatePlaylistArgs>,
    ) -> Result<Json<Written>, Error> {
        self.audiobooks.create_playlist(args).await.map(Json)
    }

    /// Append books or episodes to a playlist. Asks nobody: it takes nothing away.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn add_items_to_playlist(
        &self,
        Parameters(args): Parameters<AddItemsArgs>,
    ) -> Result<Json<Written>, Error> {
        self.audiobooks.add_items(args).await.map(Json)
    }

    /// Set how far this account is in a book or an episode. Asks nobody: the old position can be set
    /// again.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = true,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn set_media_progress(
        &self,
        Parameters(args): Parameters<SetProgressArgs>,
    ) -> Result<Json<Written>, Error> {
        self.audiobooks.set_progress(args).await.map(Json)
    }

    /// Set a bookmark at a position that has none. Asks nobody: it takes nothing away.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = false,
        open_world_hint = false
    ))]
    async fn create_bookmark(
        &self,
        Parameters(args): Parameters<BookmarkArgs>,
    ) -> Result<Json<Written>, Error> {
        self.audiobooks.create_bookmark(args).await.map(Json)
    }

    /// Give a bookmark another title. Asks nobody: the old one can be typed again.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = true,
        idempotent_hint = true,
        open_world_hint = false
    ))]
    async fn update_bookmark(
        &self,
        Parameters(args): Parameters<BookmarkArgs>,
    ) -> Result<Json<Written>, Error> {
        self.audiobooks.update_bookmark(args).await.map(Json)
    }
}
