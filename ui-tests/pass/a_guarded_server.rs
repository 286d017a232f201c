//! A whole server: two guarded tools on one backend, one of which takes a person's yes only.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use rmcp_approval::{
    Approved, Approver, Caller, Error, Operation, Outcome, Parameters, Patch, Person, Prompt,
    server_text,
    testing::{Answer, Revision, connect},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Serialize)]
struct RenameDisk {
    disk: Caller<u32>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    label: Patch<Caller<String>>,
    revision: String,
}

impl Operation for RenameDisk {
    const NAME: &'static str = "rename_disk";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("rename a disk"))
            .consequence(server_text!("The old label is forgotten."))
            .caller(server_text!("Disk"), &self.disk)
            .caller_each(server_text!("Label"), self.label.as_set())
    }
}

#[derive(Serialize)]
struct WipeDisks {
    disks: Vec<Caller<u32>>,
    files: u64,
}

impl Operation for WipeDisks {
    const NAME: &'static str = "wipe_disks";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("wipe {} disk(s) with {} file(s)", self.disks.len(), self.files))
            .counted(server_text!("Files"), self.files)
            .caller_each(server_text!("Disk"), &self.disks)
            .confirm_title(server_text!("Yes, wipe them"))
            .confirm_hint(server_text!("Leave this unticked and nothing is wiped."))
    }
}

#[derive(Clone, Default)]
struct Disks {
    changes: Arc<AtomicUsize>,
}

impl Disks {
    async fn rename(&self, approved: Approved<RenameDisk>) -> Result<(), Error> {
        let RenameDisk { disk, label, revision } = approved.spend()?;
        let _ = (disk.get(), label.is_clear(), revision);
        self.changes.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    async fn wipe(&self, approved: Approved<WipeDisks, Person>) -> Result<(), Error> {
        let _ = approved.spend()?;
        self.changes.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct RenameDiskArgs {
    disk: Caller<u32>,
    #[serde(default)]
    label: Patch<Caller<String>>,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct WipeDisksArgs {
    disks: Vec<Caller<u32>>,
}

#[derive(Clone)]
struct Server {
    approver: Approver,
    disks: Disks,
}

#[tool_router]
impl Server {
    #[tool(annotations(read_only_hint = false, destructive_hint = true))]
    async fn rename_disk(
        &self,
        Parameters { args, call }: Parameters<RenameDiskArgs>,
    ) -> Result<Outcome, ErrorData> {
        let operation = RenameDisk { disk: args.disk, label: args.label, revision: "7".to_owned() };
        self.approver
            .request(operation, call, async |approved| {
                self.disks.rename(approved).await?;
                Ok("Renamed.".to_owned())
            })
            .await
    }

    #[tool(annotations(read_only_hint = false, destructive_hint = true))]
    async fn wipe_disks(
        &self,
        Parameters { args, call }: Parameters<WipeDisksArgs>,
    ) -> Result<Outcome, ErrorData> {
        let operation = WipeDisks { disks: args.disks, files: 12 };
        self.approver
            .request_from_person(operation, call, async |approved| {
                self.disks.wipe(approved).await?;
                Ok("Wiped.".to_owned())
            })
            .await
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::test]
async fn both_revisions_run_it() -> Result<(), Box<dyn std::error::Error>> {
    let disks = Disks::default();
    let approver = Approver::builder("disks-mcp").build()?;
    let server = Server { approver, disks: disks.clone() };
    for revision in Revision::ALL {
        let person = connect(server.clone()).revision(revision).start().await?;
        let renamed = person.call("rename_disk", json!({"disk": 7, "label": "new"})).await?;
        assert_ne!(renamed.is_error, Some(true));
        let wiped = person.call("wipe_disks", json!({"disks": [7, 8]})).await?;
        assert_ne!(wiped.is_error, Some(true));
        person.set_answer(Answer::Decline);
        let declined = person.call("wipe_disks", json!({"disks": [7, 8]})).await?;
        assert_eq!(declined.is_error, Some(true));
    }
    assert_eq!(disks.changes.load(Ordering::Relaxed), 4);
    Ok(())
}
