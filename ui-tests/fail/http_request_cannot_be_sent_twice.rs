// A request is sent once.

use rmcp_approval::http::Request;

#[allow(dead_code)]
async fn wipe(request: Request) {
    let _first = request.send().await;
    let _second = request.send().await;
}

fn main() {}
