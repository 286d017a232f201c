// No text turns into server words.

use rmcp_approval::ServerText;

fn main() {
    let _: ServerText = "Approved by IT".into();
}
