//! The tools that read. They differ in their path and in what they show of the
//! answer, so each is a row of a table, and one function carries all of them out.

use rmcp::{
    handler::server::{
        common::{FromContextPart, schema_for_type},
        router::tool::{ToolRoute, ToolRouter},
        tool::{IntoCallToolResult, ToolCallContext, schema_for_input},
        wrapper::Parameters,
    },
    model::{CallToolResult, JsonObject, Tool, ToolAnnotations},
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{api::Api, error::Error, tools::Audiobookshelf};

mod arguments;
mod paging;
mod request;
mod secrets;
mod shape;
mod shapes;
mod table;

use paging::Paging;
use request::Request;
use shape::Field;

/// A tool that reads.
struct Read {
    name: &'static str,
    about: &'static str,
    /// Below the configured address. `{name}` stands for an argument, and the segment is left
    /// out with it; arguments that stand nowhere become the query.
    path: &'static str,
    paging: Paging,
    /// What the compact answer has.
    compact: &'static [Field],
    /// `route` of what it takes.
    takes: fn(&'static Self) -> ToolRoute<Audiobookshelf>,
}

pub(super) fn routes() -> ToolRouter<Audiobookshelf> {
    table::READS
        .iter()
        .fold(ToolRouter::new(), |router, read| router.with_route((read.takes)(read)))
}

fn route<A>(read: &'static Read) -> ToolRoute<Audiobookshelf>
where
    A: DeserializeOwned + Serialize + JsonSchema + Send + 'static,
{
    ToolRoute::new_dyn(read.tool::<A>(), move |mut context: ToolCallContext<'_, Audiobookshelf>| {
        let args = Parameters::<A>::from_context_part(&mut context);
        let api = &context.service.audiobooks.api;
        Box::pin(async move {
            let Parameters(args) = args?;
            read.answer(api, args).await.into_call_tool_result()
        })
    })
}

impl Read {
    fn tool<A: JsonSchema + 'static>(&self) -> Tool {
        let input = schema_for_input::<A>().unwrap_or_else(|_| schema_for_type::<A>());
        let annotations = ToolAnnotations::new()
            .read_only(true)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        Tool::new(self.name, self.about, input)
            .with_annotations(annotations)
            .with_raw_output_schema(shape::output_schema(self.compact).into())
    }

    async fn answer<A: Serialize>(&self, api: &Api, args: A) -> Result<CallToolResult, Error> {
        let request = Request::new(self.path, &self.paging, args)?;
        let mut body = secrets::without(api.get(request.url(api)).await?);
        let page = self.paging.cut(&mut body, request.page);
        let mut answer = if request.full {
            JsonObject::from_iter([("full".to_owned(), body)])
        } else {
            shape::compact(&body, self.compact)
        };
        if let Some(page) = page {
            answer.insert("paging".to_owned(), page);
        }
        Ok(CallToolResult::structured(Value::Object(answer)))
    }
}
