// Evidence is not data: no text turns into a person.

use rmcp_approval::Person;
use serde::Deserialize;

fn main() {
    let _ = Person::deserialize(serde_json::Value::Null);
}
