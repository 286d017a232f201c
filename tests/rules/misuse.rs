//! Mistakes of a server's author that compile, and what they come to. The documentation warns of
//! them; nothing runs unapproved by any.

use crate::notes::Notes;
use rmcp::{ErrorData, ServerHandler, model::CallToolResult, tool, tool_handler, tool_router};
use rmcp_approval::{
    Approved, Approver, Caller, Operation, Outcome, Parameters, Parameters as Renamed, Prompt,
    server_text,
    testing::{Answer, Revision, connect},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
struct Args {
    id: Caller<u64>,
}

#[derive(Serialize)]
struct Delete {
    id: Caller<u64>,
}

impl Operation for Delete {
    const NAME: &'static str = "delete";

    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete a note")).caller(server_text!("Note"), &self.id)
    }
}

#[derive(Clone)]
struct Careless(Approver);

#[tool_router]
impl Careless {
    /// Throws away what it should return.
    #[tool]
    async fn delete(
        &self,
        Parameters { args, call }: Parameters<Args>,
    ) -> Result<CallToolResult, ErrorData> {
        let mut deleted = false;
        let delete = async |approved: Approved<Delete>| {
            approved.spend()?;
            deleted = true;
            Ok::<_, ErrorData>("deleted".to_owned())
        };
        let _ = self.0.request(Delete { id: args.id }, call, delete).await?;
        Ok(match deleted {
            true => CallToolResult::success(vec![]),
            false => CallToolResult::error(vec![]),
        })
    }

    /// Fails after the yes.
    #[tool]
    async fn fails(
        &self,
        Parameters { args, call }: Parameters<Args>,
    ) -> Result<Outcome, ErrorData> {
        let down =
            async |_| Err::<String, _>(ErrorData::internal_error("the backend is down", None));
        self.0.request(Delete { id: args.id }, call, down).await
    }

    #[tool]
    async fn renamed(&self, Renamed { args, call }: Renamed<Args>) -> String {
        format!("{} {}", call.tool(), args.id.get())
    }
}

#[tool_handler]
impl ServerHandler for Careless {}

fn careless() -> Careless {
    Careless(Approver::builder("notes-mcp").build().unwrap())
}

#[tokio::test]
async fn a_handler_that_does_not_return_the_outcome_never_asks_on_2026_07_28_and_never_acts() {
    for revision in Revision::ALL {
        let person = connect(careless()).revision(revision).answer(Answer::Accept);
        let person = person.start().await.unwrap();
        let result = person.call("delete", json!({"id": 7})).await.unwrap();
        // Before, the question is not part of the result, so the mistake does not show.
        let asked = revision != Revision::V2026_07_28;
        assert_eq!(person.questions().len(), usize::from(asked), "{revision:?}");
        assert_eq!(result.is_error, Some(!asked), "{revision:?}");

        // The control.
        let server = Notes::default_settings();
        let person = server.person(revision).answer(Answer::Accept).start().await.unwrap();
        person.call("delete_note", json!({"id": 7})).await.unwrap();
        assert_eq!((person.questions().len(), server.ran()), (1, vec!["delete 7".to_owned()]));
    }
}

#[tokio::test]
async fn an_approval_is_used_up_by_a_tool_that_fails_after_it() {
    let person = connect(careless()).start().await.unwrap();
    let asked = person.call_once("fails", json!({"id": 7})).await.unwrap().asked().unwrap();
    let yes = asked.retry().answer(Answer::Accept);
    let error = yes.clone().send().await.unwrap_err();
    assert!(error.to_string().contains("the backend is down"), "{error}");
    assert!(yes.send().await.unwrap().asked().is_some(), "asked again");
}

#[tokio::test]
async fn parameters_under_another_name_are_listed_without_arguments() {
    let person = connect(careless()).start().await.unwrap();
    for (name, listed) in [("renamed", false), ("delete", true)] {
        let tools = person.list_tools().await.unwrap();
        let tool = tools.tools.iter().find(|tool| tool.name == name).unwrap();
        let schema = serde_json::to_value(&tool.input_schema).unwrap();
        for argument in ["id", "confirm_token"] {
            assert_eq!(schema["properties"].get(argument).is_some(), listed, "{name} {schema}");
        }
    }
}
