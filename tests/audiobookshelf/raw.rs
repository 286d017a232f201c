//! Audiobookshelf by hand: what someone else does, and what the tests look at.

use reqwest::{Client, Method, StatusCode, Url};
use serde_json::Value;

#[derive(Clone)]
pub struct Raw {
    client: Client,
    url: Url,
    key: String,
}

impl Raw {
    pub fn new(mut url: Url, key: &str) -> Self {
        // Paths are joined to it.
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        Self { client: Client::builder().no_proxy().build().unwrap(), url, key: key.to_owned() }
    }

    pub fn url(&self) -> Url {
        self.url.clone()
    }

    pub fn key(&self) -> &str {
        &self.key
    }

    /// The status, and the body as JSON or else as text.
    pub async fn send(&self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        let url = self.url.join(path).unwrap();
        let mut request = self.client.request(method, url).bearer_auth(&self.key);
        if !body.is_null() {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.send(Method::GET, path, Value::Null).await
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.send(Method::POST, path, body).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.send(Method::PATCH, path, body).await
    }

    pub async fn delete(&self, path: &str) -> (StatusCode, Value) {
        self.send(Method::DELETE, path, Value::Null).await
    }

    /// What there is, or null.
    pub async fn read(&self, path: &str) -> Value {
        match self.get(path).await {
            (StatusCode::OK, body) => body,
            (StatusCode::NOT_FOUND, _) => Value::Null,
            other => panic!("{path}: {other:?}"),
        }
    }

    /// A change that has to work.
    pub async fn change(&self, method: Method, path: &str, body: Value) -> Value {
        let (status, answer) = self.send(method.clone(), path, body).await;
        assert_eq!(status, StatusCode::OK, "{method} {path}: {answer}");
        answer
    }
}
