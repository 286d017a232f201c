// Evidence is not data: no text turns into a person.

use rmcp_approval::Person;

fn main() {
    let _ = serde_json::from_str::<Person>("{}");
}
