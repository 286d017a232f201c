// Only the parameters of a tool carry a call.

#![allow(unreachable_code)]

use rmcp_approval::Call;

fn main() {
    let _ = Call { tool: todo!(), context: todo!(), returned: todo!(), confirm_token: todo!() };
}
