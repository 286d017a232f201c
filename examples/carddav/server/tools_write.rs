//! The tools that write. A guarded one plans its operation, has it approved, and
//! runs it.

use rmcp::{
    handler::server::{
        tool::schema_for_output,
        wrapper::{self, Json},
    },
    tool, tool_router,
};
use rmcp_approval::{Outcome, Parameters};

use super::{
    answers::Written,
    arguments::{
        CreateContactArgs, CreateGroupArgs, DeleteArgs, MoveContactArgs, UpdateContactArgs,
        UpdateGroupArgs,
    },
    error::Error,
    tools::CardDav,
};

#[tool_router(router = writing_tools, vis = "pub(super)")]
impl CardDav {
    /// Add a contact. Asks nobody: it overwrites nothing.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = false,
        open_world_hint = false
    ))]
    async fn create_contact(
        &self,
        wrapper::Parameters(args): wrapper::Parameters<CreateContactArgs>,
    ) -> Result<Json<Written>, Error> {
        self.books.create_contact(args).await.map(Json)
    }

    /// Add a group of contacts. Asks nobody: it overwrites nothing.
    #[tool(annotations(
        read_only_hint = false,
        destructive_hint = false,
        idempotent_hint = false,
        open_world_hint = false
    ))]
    async fn create_group(
        &self,
        wrapper::Parameters(args): wrapper::Parameters<CreateGroupArgs>,
    ) -> Result<Json<Written>, Error> {
        self.books.create_group(args).await.map(Json)
    }

    /// Change fields of a contact in place, or replace its whole card. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn update_contact(
        &self,
        Parameters { args, call }: Parameters<UpdateContactArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.books.plan_update_contact(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.books.update_contact(approved).await.map(Json)
            })
            .await
    }

    /// Delete a contact for good. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn delete_contact(
        &self,
        Parameters { args, call }: Parameters<DeleteArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.books.plan_delete_contact(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.books.delete_contact(approved).await.map(Json)
            })
            .await
    }

    /// Move a contact to another address book. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn move_contact(
        &self,
        Parameters { args, call }: Parameters<MoveContactArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.books.plan_move_contact(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.books.move_contact(approved).await.map(Json)
            })
            .await
    }

    /// Rename a group, add members to it or remove members from it. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn update_group(
        &self,
        Parameters { args, call }: Parameters<UpdateGroupArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.books.plan_update_group(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.books.update_group(approved).await.map(Json)
            })
            .await
    }

    /// Delete a group for good; its contacts stay. Always asks the person.
    #[tool(
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        ),
        output_schema = schema_for_output::<Written>()
    )]
    async fn delete_group(
        &self,
        Parameters { args, call }: Parameters<DeleteArgs>,
    ) -> Result<Outcome, Error> {
        let operation = self.books.plan_delete_group(args).await?;
        self.approver
            .request(operation, call, async |approved| {
                self.books.delete_group(approved).await.map(Json)
            })
            .await
    }
}
