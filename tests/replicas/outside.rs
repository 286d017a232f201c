//! The HTTP demos from the outside: who is let in, and whose answers count.

use reqwest::{RequestBuilder, StatusCode, header::WWW_AUTHENTICATE};
use serde_json::{Value, json};

use crate::{
    balancer::direct,
    caller::{Caller, Client, Outcome, Request, message},
    process::{Demo, Start},
    round::Pending,
    servers::{Server, proxy::Proxy},
};

/// One of the two demos on its samples, and something in them that can be deleted.
pub struct Kind {
    start: fn() -> Start,
    delete: (&'static str, Value),
    list: (&'static str, Value),
    /// What a list has in it until it is deleted.
    target: &'static str,
}

pub fn kinds() -> [Kind; 2] {
    let book = "/addressbooks/you/personal/";
    let contact = json!({"address_book": book, "uid": "contact-1"});
    [
        Kind {
            start: Start::carddav,
            delete: ("delete_contact", contact),
            list: ("list_contacts", json!({"address_book": book})),
            target: "contact-1",
        },
        Kind {
            start: Start::audiobookshelf,
            delete: ("delete_collection", json!({"collection_id": "col-1"})),
            list: ("list_collections", json!({"library_id": "lib-1"})),
            target: "col-1",
        },
    ]
}

impl Kind {
    /// One that knows Alice and Bob.
    pub fn with_callers(&self) -> Start {
        (self.start)().set("MCP_BEARER_TOKENS", Caller::LIST)
    }

    pub fn delete(&self, client: Client) -> Request {
        Request::call(client, self.delete.0, self.delete.1.clone())
    }

    pub fn deletion(&self) -> Value {
        json!({"name": self.delete.0, "arguments": self.delete.1})
    }

    /// Whether what can be deleted is there.
    pub async fn has_target(&self, demo: &Demo) -> bool {
        let list = Request::call(Client::AsksNobody, self.list.0, self.list.1.clone());
        let listed = message(list.prepare(&direct(), &demo.url)).await.expect("a list");
        let text = listed["result"]["content"][0]["text"].as_str().expect("a list");
        text.contains(&format!("\"{}\"", self.target))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_others_can_reach_needs_a_list_of_callers() {
    for kind in kinds() {
        let ended = (kind.start)().listen_on("0.0.0.0:0").await.err().expect("it does not start");
        assert_eq!(ended.code, Some(1), "{}", ended.said);
        assert!(ended.said.contains("can be reached from other machines"), "{}", ended.said);
        assert!(ended.said.contains("MCP_BEARER_TOKENS"), "{}", ended.said);

        let demo = kind.with_callers().listen_on("0.0.0.0:0").await.expect("it starts");
        let call = kind.delete(Client::AsksNobody);
        let outcome = call.send(&direct(), &demo.url).await;
        assert!(matches!(outcome, Outcome::Token(_)), "{outcome:?}");
        let stranger = call.by(Caller::Nobody).send(&direct(), &demo.url).await;
        assert_eq!(stranger, Outcome::Status(StatusCode::UNAUTHORIZED));
    }
}

/// The same call with other credentials than one good token.
fn strangers(call: &Request, url: &str) -> Vec<RequestBuilder> {
    let alice = Caller::Alice.token().expect("a token");
    let bare = || call.clone().by(Caller::Nobody).prepare(&direct(), url);
    vec![
        bare(),
        bare().bearer_auth("alices-token-012345678"),
        bare().bearer_auth(alice.to_uppercase()),
        bare().bearer_auth(""),
        bare().header("authorization", alice),
        bare().basic_auth("alice", Some(alice)),
        bare().bearer_auth(alice).bearer_auth(alice),
        bare().bearer_auth(alice).bearer_auth("bobs-token-0123456789"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn without_one_good_token_nothing_gets_in_and_nothing_reaches_the_backend() {
    let book = Server::embedded().await.expect("it needs nothing");
    let backend = Proxy::before(&book.url).await;
    for kind in kinds() {
        let demo = kind.with_callers().set("CARDDAV_URL", &backend.url).listen().await;
        let call = kind.delete(Client::AsksNobody);
        let before = backend.requests();
        for request in strangers(&call, &demo.url) {
            let shown = format!("{request:?}");
            let response = request.send().await.expect("an answer");
            assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{shown}");
            assert_eq!(response.headers()[WWW_AUTHENTICATE], "Bearer", "{shown}");
        }
        assert_eq!(backend.requests(), before);
        // The control: one good token, in either case of the scheme.
        let good = call.send(&direct(), &demo.url).await;
        assert!(matches!(good, Outcome::Token(_)), "{good:?}");
        let lower = format!("bearer {}", Caller::Alice.token().expect("a token"));
        let bare = call.by(Caller::Nobody).prepare(&direct(), &demo.url);
        assert!(message(bare.header("authorization", lower)).await.is_ok());
    }
    assert_ne!(backend.requests(), 0, "the control: this is where the first demo's backend is");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_in_a_browser_is_refused() {
    for kind in kinds() {
        let demo = (kind.start)().listen().await;
        let call = kind.delete(Client::AsksNobody).by(Caller::Nobody);
        for (header, value) in [
            ("origin", "https://page.example"),
            ("origin", "http://127.0.0.1:8000"),
            ("origin", "null"),
            // A name of somebody else's that was made to lead here.
            ("host", "page.example"),
        ] {
            let request = call.prepare(&direct(), &demo.url).header(header, value);
            let refused = message(request).await.expect_err("it is refused");
            assert_eq!(refused, Outcome::Status(StatusCode::FORBIDDEN), "{header}: {value}");
        }
        let control = call.send(&direct(), &demo.url).await;
        assert!(matches!(control, Outcome::Token(_)), "{control:?}");
    }
}

/// That what one caller was asked or given is worth nothing to another, and something to itself.
async fn belongs_to(kind: &Kind, demo: &Demo, owner: Caller, other: Caller, client: Client) {
    let call = kind.delete(client).by(owner);
    let first = call.send(&direct(), &demo.url).await;
    let pending = match &first {
        Outcome::Question { state, .. } => Pending::Question(state.clone()),
        Outcome::Token(token) => Pending::Token(token.clone()),
        outcome => panic!("{outcome:?}"),
    };
    let yes = pending.yes(&call);
    let refused = yes.clone().by(other).send(&direct(), &demo.url).await;
    let is_refused = match client {
        Client::Asks => refused.asks_again(),
        _ => refused.refuses("does not fit this call"),
    };
    assert!(is_refused, "of {owner:?} by {other:?}: {refused:?}");
    assert_eq!(yes.send(&direct(), &demo.url).await, Outcome::Done, "{owner:?}'s own");
}

const CLIENTS: [Client; 3] = [Client::Asks, Client::AsksNobody, Client::Legacy];

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_and_the_token_of_one_caller_never_work_for_another() {
    for kind in kinds() {
        for client in CLIENTS {
            let demo = kind.with_callers().stateless().listen().await;
            assert!(kind.has_target(&demo).await);
            belongs_to(&kind, &demo, Caller::Alice, Caller::Bob, client).await;
            assert!(!kind.has_target(&demo).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_list_of_callers_a_header_that_comes_or_goes_makes_another_caller() {
    for kind in kinds() {
        for (owner, other) in [
            (Caller::Alice, Caller::Nobody),
            (Caller::Nobody, Caller::Alice),
            (Caller::Alice, Caller::Bob),
        ] {
            for client in [Client::Asks, Client::AsksNobody] {
                let demo = (kind.start)().listen().await;
                belongs_to(&kind, &demo, owner, other, client).await;
            }
        }
    }
}
