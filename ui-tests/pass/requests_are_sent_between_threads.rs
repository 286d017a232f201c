//! An approver is kept without a type parameter, is shared, and is asked in a task of a runtime with
//! many threads, for operations that borrow as well.

use super::fixture::{Wipe, run};
use rmcp_approval::{
    Approver, ApproverBuilder, Call, Operation, Outcome, Parameters, Prompt, server_text,
};

#[derive(serde::Serialize)]
struct Erase<'a> {
    disks: &'a [u32],
}

impl Operation for Erase<'_> {
    const NAME: &'static str = "erase";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("erase {} disk(s)", self.disks.len()))
    }
}

struct Server {
    approver: Approver,
}

fn is_sent<T: Send>(_: T) {}
fn is_shared<T: Clone + Send + Sync + 'static>() {}
fn is_moved<T: Send + 'static>() {}

fn requests(server: &Server, call: Call, another: Call, disks: &[u32]) {
    is_sent(server.approver.request(Wipe { disk: 7 }, call, run));
    is_sent(server.approver.request_from_person(Erase { disks }, another, run));
}

#[test]
fn it_compiles() {
    let _ = requests;
    is_shared::<Approver>();
    is_moved::<ApproverBuilder>();
    is_moved::<Call>();
    is_moved::<Parameters<Wipe>>();
    is_moved::<Outcome>();
}
