//! Credentials in an answer: the account's own comes with its token.

use serde_json::Value;

const SECRET: [&str; 4] = ["token", "accessToken", "refreshToken", "apiKey"];

/// The answer with every credential taken out, however deep it stands. An answer that is a list
/// becomes an object, which is what a tool's structured content is.
pub(super) fn without(body: Value) -> Value {
    match body {
        Value::Array(list) => serde_json::json!({ "list": strip(Value::Array(list)) }),
        other => strip(other),
    }
}

fn strip(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let open = fields.into_iter().filter(|(name, _)| !SECRET.contains(&name.as_str()));
            open.map(|(name, value)| (name, strip(value))).collect()
        }
        Value::Array(list) => list.into_iter().map(strip).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_credential_is_taken_out_wherever_it_stands() {
        let body = json!({"id": "1", "token": "s", "users": [{"accessToken": "s", "tokens": 2}]});
        assert_eq!(without(body), json!({"id": "1", "users": [{"tokens": 2}]}));
        assert_eq!(without(json!([{"token": "s"}])), json!({"list": [{}]}));
    }
}
