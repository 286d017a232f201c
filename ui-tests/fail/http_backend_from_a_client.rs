// Nobody keeps a client that goes around the backend.

use rmcp_approval::http::Backend;

fn main() {
    let _ = Backend::new(reqwest::Client::new());
}
