//! What the tools take. `Caller` marks what a question may show; the other
//! arguments are bound to the approval all the same.

use std::collections::BTreeSet;

use rmcp_approval::{Caller, Patch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{BookPath, Query, SyncToken, Text, Uid};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListArgs {
    pub(super) address_book: BookPath,
    /// How many to skip of a list that is longer than one answer.
    #[serde(default)]
    pub(super) offset: usize,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArgs {
    pub(super) query: Query,
    /// Left out, all address books are searched.
    pub(super) address_book: Option<BookPath>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportArgs {
    pub(super) address_book: BookPath,
    /// UIDs of the contacts to export. Left out, all are.
    pub(super) uids: Option<BTreeSet<Uid>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangesArgs {
    pub(super) address_book: BookPath,
    /// Where the last list ended. Left out, everything there is counts as changed.
    pub(super) sync_token: Option<SyncToken>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ContactArgs {
    pub(super) address_book: BookPath,
    pub(super) uid: Uid,
    /// Also return the whole vCard. A photo makes it long.
    #[serde(default)]
    pub(super) include_raw_card: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CardArgs {
    pub(super) address_book: BookPath,
    pub(super) uid: Uid,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateContactArgs {
    pub(super) address_book: BookPath,
    /// UID of the new card. Left out, a random one is made.
    pub(super) uid: Option<Uid>,
    pub(super) name: Text,
    pub(super) phone: Option<Text>,
    pub(super) email: Option<Text>,
    pub(super) organization: Option<Text>,
    pub(super) note: Option<Text>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateGroupArgs {
    pub(super) address_book: BookPath,
    /// UID of the new group. Left out, a random one is made.
    pub(super) uid: Option<Uid>,
    pub(super) name: Text,
    /// UIDs of contacts in the same address book.
    #[serde(default)]
    pub(super) add: BTreeSet<Uid>,
}

/// Leave a field out to keep it, pass null to clear it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateContactArgs {
    pub(super) address_book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    /// The formatted name (FN), which cannot be cleared. The structured name (N) is kept.
    #[serde(default)]
    pub(super) name: Patch<Text>,
    /// Sets the first phone number and keeps the others; null clears all.
    #[serde(default)]
    pub(super) phone: Patch<Text>,
    /// Sets the first email address and keeps the others; null clears all.
    #[serde(default)]
    pub(super) email: Patch<Text>,
    /// Sets the organization, its units included; null clears it.
    #[serde(default)]
    pub(super) organization: Patch<Text>,
    /// Sets the first note and keeps the others; null clears all.
    #[serde(default)]
    pub(super) note: Patch<Text>,
    /// A whole vCard in place of the old one, instead of single fields. What it lacks goes.
    pub(super) raw_card: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteArgs {
    pub(super) address_book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveContactArgs {
    pub(super) address_book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    /// Path of the address book to move it to.
    pub(super) destination: Caller<BookPath>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateGroupArgs {
    pub(super) address_book: Caller<BookPath>,
    pub(super) uid: Caller<Uid>,
    /// The new name, which cannot be cleared. Leave it out to keep the old one.
    #[serde(default)]
    pub(super) name: Patch<Text>,
    /// UIDs of contacts in the same address book to add.
    #[serde(default)]
    pub(super) add: BTreeSet<Uid>,
    /// UIDs of members to remove.
    #[serde(default)]
    pub(super) remove: BTreeSet<Uid>,
}

/// The fields of a contact that are to change, and how.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct ContactPatch {
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    pub(super) name: Patch<Text>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    pub(super) phone: Patch<Text>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    pub(super) email: Patch<Text>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    pub(super) organization: Patch<Text>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    pub(super) note: Patch<Text>,
}

impl ContactPatch {
    /// Each field with the property that holds it.
    pub(super) fn fields(&self) -> [(&'static str, &Patch<Text>); 5] {
        [
            ("FN", &self.name),
            ("TEL", &self.phone),
            ("EMAIL", &self.email),
            ("ORG", &self.organization),
            ("NOTE", &self.note),
        ]
    }

    pub(super) fn set_count(&self) -> usize {
        self.fields().iter().filter(|(_, field)| field.is_set()).count()
    }

    pub(super) fn cleared_count(&self) -> usize {
        self.fields().iter().filter(|(_, field)| field.is_clear()).count()
    }
}
