//! What the schemas of tools say of numbers.

use std::sync::Arc;

use rmcp::{
    handler::server::router::tool::ToolRouter,
    model::{JsonObject, Tool},
};
use serde_json::Value;

/// Leaves out the formats that schemars gives unsigned integers. JSON Schema knows none of
/// them, and a client that checks results by their schemas warns about each.
pub(super) fn without_integer_formats<S>(mut tools: ToolRouter<S>) -> ToolRouter<S> {
    for route in tools.map.values_mut() {
        let Tool { input_schema, output_schema, .. } = &mut route.attr;
        for schema in [Some(input_schema), output_schema.as_mut()].into_iter().flatten() {
            leave_out(Arc::make_mut(schema));
        }
    }
    tools
}

fn leave_out(schema: &mut JsonObject) {
    schema.retain(|key, value| {
        key != "format" || !value.as_str().is_some_and(|format| format.starts_with("uint"))
    });
    schema.values_mut().for_each(leave_out_below);
}

fn leave_out_below(value: &mut Value) {
    match value {
        Value::Object(schema) => leave_out(schema),
        Value::Array(values) => values.iter_mut().for_each(leave_out_below),
        _ => (),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_formats_of_integers_go() {
        let mut schema = json!({
            "properties": {
                "format": {"type": "string", "format": "uri"},
                "total": {"type": "integer", "format": "uint", "minimum": 0},
            },
            "$defs": {"Limit": {"anyOf": [{"type": "integer", "format": "uint64"}]}},
        });
        leave_out_below(&mut schema);
        assert_eq!(
            schema,
            json!({
                "properties": {
                    "format": {"type": "string", "format": "uri"},
                    "total": {"type": "integer", "minimum": 0},
                },
                "$defs": {"Limit": {"anyOf": [{"type": "integer"}]}},
            }),
        );
    }
}
