// There is no person by default.

use rmcp_approval::Person;

fn main() {
    let _ = Person::default();
}
