//! A gateway puts the server to sleep while the person reads, and wakes it for the answer.

use std::sync::Arc;

use rmcp::{
    model::{CallToolResult, ElicitationAction},
    service::ServiceError,
};
use serde_json::{Value, json};

use crate::{
    gateway::{Sleeper, over_http, over_mcp},
    person::{Connected, Person, Question, text},
    redis_server::Redis,
    servers::{Server, proxy::Proxy},
};

const ALWAYS: usize = usize::MAX;
const YES: &[ElicitationAction] = &[ElicitationAction::Accept];

/// What the new process says first in its question.
const WHY: &str = "An earlier answer could not be matched to this question";

#[derive(Clone, Copy, Debug)]
enum Gateway {
    PassesHttpOn,
    SpeaksMcp,
}

const GATEWAYS: [Gateway; 2] = [Gateway::PassesHttpOn, Gateway::SpeaksMcp];

/// A person, a gateway, a server that sleeps, and what the server writes to.
struct Setting {
    person: Connected,
    server: Arc<Sleeper>,
    backend: Proxy,
    book: Server,
}

impl Setting {
    async fn new(
        gateway: Gateway,
        naps: usize,
        says: &[ElicitationAction],
        shared: Option<&Redis>,
    ) -> Self {
        let book = Server::embedded().await.expect("it needs nothing");
        let backend = Proxy::before(&book.url).await;
        let mut variables = vec![("CARDDAV_URL", backend.url.clone())];
        if let Some(redis) = shared {
            let key = "now:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE".to_owned();
            variables.extend([("MCP_APPROVAL_KEYS", key), ("REDIS_URL", redis.url())]);
        }
        let server = Sleeper::new(variables, naps);
        let url = match gateway {
            Gateway::PassesHttpOn => over_http(&server).await,
            Gateway::SpeaksMcp => over_mcp(&server, true).await,
        };
        let person = Person::new(&backend, says).connect(&url).await;
        Self { person, server, backend, book }
    }

    async fn delete(&self) -> Result<CallToolResult, ServiceError> {
        self.person.call("delete_contact", self.contact()).await
    }

    fn contact(&self) -> Value {
        json!({"address_book": self.book.book("personal"), "uid": "contact-1"})
    }

    /// Whether the contact is there.
    async fn is_there(&self) -> bool {
        self.book.has(&self.book.card("personal", "contact-1.vcf")).await
    }
}

fn is_done(result: &CallToolResult) -> bool {
    result.is_error != Some(true)
}

#[tokio::test(flavor = "multi_thread")]
async fn without_shared_keys_a_sleep_costs_a_second_question_and_no_error() {
    for gateway in GATEWAYS {
        let setting = Setting::new(gateway, 1, YES, None).await;
        let result = setting.delete().await.expect("a result");
        assert!(is_done(&result), "{gateway:?}: {}", text(&result));
        let questions = setting.person.questions();
        let [first, second] = &questions[..] else { panic!("{gateway:?}: {questions:?}") };
        assert!(first.text.starts_with("delete a contact"), "{}", first.text);
        assert!(second.text.starts_with(WHY), "{}", second.text);
        assert!(second.text.ends_with(&first.text), "the same question again: {}", second.text);
        assert_eq!((first.writes, second.writes), (0, 0), "nothing before the second yes");
        assert_eq!(setting.backend.writes(), ["DELETE"], "{gateway:?}");
        assert!(!setting.is_there().await);
        assert_eq!(setting.server.starts(), 2, "{gateway:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_to_the_second_question_counts_and_the_yes_to_the_first_does_not() {
    for gateway in GATEWAYS {
        let says = [ElicitationAction::Accept, ElicitationAction::Decline];
        let setting = Setting::new(gateway, 1, &says, None).await;
        let result = setting.delete().await.expect("a result");
        assert!(text(&result).contains("The person was asked and declined"), "{}", text(&result));
        assert_eq!(setting.person.questions().len(), 2);
        assert_eq!(setting.backend.writes(), [""; 0], "{gateway:?}");
        assert!(setting.is_there().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_shared_keys_the_same_sleep_costs_nothing() {
    let Some(redis) = Redis::start(&[]) else { return };
    for gateway in GATEWAYS {
        let setting = Setting::new(gateway, ALWAYS, YES, Some(&redis)).await;
        let result = setting.delete().await.expect("a result");
        assert!(is_done(&result), "{gateway:?}: {}", text(&result));
        let questions = setting.person.questions();
        let [Question { text, writes: 0 }] = &questions[..] else { panic!("{questions:?}") };
        assert!(text.starts_with("delete a contact"), "{text}");
        assert_eq!(setting.backend.writes(), ["DELETE"], "{gateway:?}");
        assert!(!setting.is_there().await);
        assert_eq!(setting.server.starts(), 2, "{gateway:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_sleeps_at_every_question_never_gets_an_answer_and_never_acts() {
    for gateway in GATEWAYS {
        let setting = Setting::new(gateway, ALWAYS, YES, None).await;
        let gave_up = setting.delete().await.expect_err("the client gives up");
        let rounds = matches!(gave_up, ServiceError::InputRequiredRoundsExceeded { .. });
        assert!(rounds, "{gateway:?}: {gave_up}");
        let questions = setting.person.questions();
        assert!(questions[1..].iter().all(|question| question.text.starts_with(WHY)));
        assert_eq!(setting.server.starts(), questions.len(), "{gateway:?}");
        assert_eq!(setting.backend.writes(), [""; 0]);
        assert!(setting.is_there().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_cannot_speak_for_its_client_gets_the_token_and_passes_it_on() {
    let book = Server::embedded().await.expect("it needs nothing");
    let backend = Proxy::before(&book.url).await;
    let server = Sleeper::new(vec![("CARDDAV_URL", backend.url.clone())], 0);
    let url = over_mcp(&server, false).await;
    let person = Person::new(&backend, YES).connect(&url).await;
    let mut contact = json!({"address_book": book.book("personal"), "uid": "contact-1"});
    let refusal = person.call("delete_contact", contact.clone()).await.expect("a result");
    let refusal = text(&refusal).to_owned();
    assert!(refusal.contains("this client cannot ask the user directly"), "{refusal}");
    assert_eq!(backend.writes(), [""; 0]);
    let (_, token) = refusal.split_once("\"confirm_token\": \"").expect("a token");
    contact["confirm_token"] = json!(token.split_once('"').expect("a token").0);
    let result = person.call("delete_contact", contact).await.expect("a result");
    assert!(is_done(&result), "{}", text(&result));
    assert_eq!((backend.writes(), person.questions().len()), (vec!["DELETE".to_owned()], 0));
}
