// Nobody makes a number out of words.

#[path = "../fixture.rs"]
mod fixture;

use fixture::given;
use rmcp_approval::{Counted, prompt::Count};

struct Name(String);

impl Counted for Name {
    fn count(self) -> Count {
        given()
    }
}

fn main() {}
