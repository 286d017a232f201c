//! CardDAV servers to test against: the embedded one, Radicale and Xandikos, each with the same
//! two address books, and another client that writes to them.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{net::TcpListener, path::Path, sync::OnceLock, time::Duration};

use reqwest::{Method, StatusCode, header::ETAG};
use tempfile::TempDir;
use tokio::process::Child;

#[path = "../../examples/carddav/server/embedded.rs"]
mod embedded;
pub mod install;
pub mod node;
pub mod proxy;
pub mod python;
#[path = "../../examples/carddav/server/samples.rs"]
mod samples;

use install::skip;
use python::Python;

pub const USERNAME: &str = "alice";
pub const PASSWORD: &str = "sesame-0pen";

const RADICALE: [&str; 2] = ["radicale==3.9.0", "bcrypt==5.0.0"];
const XANDIKOS: [&str; 1] = ["xandikos==0.4.10"];

/// The account may read `locked` and nothing else there.
const RIGHTS: &str = "[root]\nuser: .+\ncollection:\npermissions: R\n\
    [locked]\nuser: .+\ncollection: {user}/locked\npermissions: r\n\
    [home]\nuser: .+\ncollection: {user}\npermissions: RW\n\
    [books]\nuser: .+\ncollection: {user}/[^/]+\npermissions: rw\n";

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Embedded,
    Radicale,
    Xandikos,
}

/// A running server. It ends with this.
pub struct Server {
    pub kind: Kind,
    pub url: String,
    home: &'static str,
    http: reqwest::Client,
    process: Option<(Child, TempDir)>,
}

/// A card as another client gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub etag: String,
    pub text: String,
}

impl Server {
    pub async fn embedded() -> Option<Self> {
        let url = embedded::start().await.expect("the embedded server starts");
        Some(Self::new(Kind::Embedded, url.into(), "/addressbooks/you/", None))
    }

    pub async fn radicale() -> Option<Self> {
        static PYTHON: Installed = OnceLock::new();
        static HASH: OnceLock<String> = OnceLock::new();
        let python = installed(&PYTHON, "radicale", &RADICALE)?;
        let hash = HASH.get_or_init(|| {
            let hash = format!("bcrypt.hashpw(b'{PASSWORD}', bcrypt.gensalt(4)).decode()");
            python.print(&format!("import bcrypt, sys; sys.stdout.write({hash})"))
        });
        let start = |port: u16, at: &Path| {
            std::fs::write(at.join("users"), format!("{USERNAME}:{hash}\n")).expect("a file");
            std::fs::write(at.join("rights"), RIGHTS).expect("a file");
            let config = radicale_config(port, at);
            std::fs::write(at.join("config"), config).expect("a file");
            let config = at.join("config").display().to_string();
            python.serve("radicale", &["--config", &config], &at.join("log"))
        };
        let (url, process) = started(start).await;
        let server = Self::new(Kind::Radicale, url, "/alice/", Some(process));
        server.fill().await;
        Some(server)
    }

    pub async fn xandikos() -> Option<Self> {
        static PYTHON: Installed = OnceLock::new();
        let python = installed(&PYTHON, "xandikos", &XANDIKOS)?;
        let start = |port: u16, at: &Path| {
            let (port, store) = (port.to_string(), at.join("store").display().to_string());
            let flags = ["serve", "-d", &store, "-l", "127.0.0.1", "-p", &port, "--defaults"];
            let principal = ["--current-user-principal", "/alice/"];
            python.serve("xandikos", &[&flags[..], &principal].concat(), &at.join("log"))
        };
        let (url, process) = started(start).await;
        let server = Self::new(Kind::Xandikos, url, "/alice/contacts/", Some(process));
        // It comes with one, and the tests know two others.
        server.delete(&server.book("addressbook")).await;
        server.fill().await;
        Some(server)
    }

    fn new(kind: Kind, url: String, home: &'static str, process: Option<(Child, TempDir)>) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
        Self { kind, url, home, http, process }
    }

    /// Gives it what the embedded server has from the start.
    async fn fill(&self) {
        for (book, name) in [("personal", "Personal"), ("work", "Work")] {
            self.make_book(&self.book(book), name).await;
        }
        for (book, file, card) in samples::CARDS {
            self.put(&self.card(book, file), card.replace('\n', "\r\n")).await;
        }
    }

    /// The path of an address book.
    pub fn book(&self, name: &str) -> String {
        format!("{}{name}/", self.home)
    }

    /// The path of a card.
    pub fn card(&self, book: &str, file: &str) -> String {
        format!("{}{file}", self.book(book))
    }

    /// What the MCP server is started with to reach this one.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let mut variables = vec![("CARDDAV_URL", self.url.clone())];
        if self.kind == Kind::Radicale {
            variables.push(("CARDDAV_USERNAME", USERNAME.to_owned()));
            variables.push(("CARDDAV_PASSWORD", PASSWORD.to_owned()));
        }
        variables
    }

    /// An address book that the account may only read.
    pub fn locked_book(&self) -> String {
        self.store_book("locked", ["inside".to_owned()])
    }

    /// An address book with this many contacts.
    pub fn large_book(&self, contacts: usize) -> String {
        self.store_book("large", (0..contacts).map(|number| number.to_string()))
    }

    /// Puts an address book into the store of a Radicale.
    fn store_book(&self, name: &str, contacts: impl IntoIterator<Item = String>) -> String {
        let (_, at) = self.process.as_ref().expect("a server with a store");
        let book = at.path().join("store/collection-root/alice").join(name);
        std::fs::create_dir_all(&book).expect("a directory");
        let props = r#"{"tag": "VADDRESSBOOK"}"#;
        std::fs::write(book.join(".Radicale.props"), props).expect("a file");
        for uid in contacts {
            let card = format!(
                "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:{uid}\r\nFN:Number {uid}\r\nEND:VCARD\r\n"
            );
            std::fs::write(book.join(format!("{uid}.vcf")), card).expect("a file");
        }
        self.book(name)
    }

    pub async fn make_book(&self, path: &str, name: &str) {
        if self.kind == Kind::Embedded {
            let made = self.send("MKADDRESSBOOK", path, "text/plain", "").await.status();
            assert_eq!(made, StatusCode::CREATED, "{path}");
            return;
        }
        let body = format!(
            r#"<?xml version="1.0" encoding="utf-8"?>
            <mkcol xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><set><prop>
            <resourcetype><collection/><c:addressbook/></resourcetype>
            <displayname>{name}</displayname></prop></set></mkcol>"#
        );
        let made = self.send("MKCOL", path, "application/xml; charset=utf-8", body).await.status();
        assert_eq!(made, StatusCode::CREATED, "{path}");
    }

    /// What another client writes, over whatever is there.
    pub async fn put(&self, path: &str, card: impl Into<reqwest::Body>) {
        let status = self.try_put(path, card).await;
        assert!(status.is_success(), "{:?} answers PUT {path} with {status}", self.kind);
    }

    pub async fn try_put(&self, path: &str, card: impl Into<reqwest::Body>) -> StatusCode {
        self.send("PUT", path, "text/vcard; charset=utf-8", card).await.status()
    }

    pub async fn delete(&self, path: &str) {
        let status = self.send("DELETE", path, "text/plain", "").await.status();
        assert!(status.is_success(), "{:?} answers DELETE {path} with {status}", self.kind);
    }

    /// What is stored there now.
    pub async fn stored(&self, path: &str) -> Option<Stored> {
        let response = self.send("GET", path, "text/plain", "").await;
        if response.status() == StatusCode::NOT_FOUND {
            return None;
        }
        let etag = response.headers()[ETAG].to_str().expect("an ETag").to_owned();
        Some(Stored { etag, text: response.text().await.expect("a card") })
    }

    /// Whether there is something, card or not.
    pub async fn has(&self, path: &str) -> bool {
        self.send("GET", path, "text/plain", "").await.status().is_success()
    }

    /// The text of a card that has to be there.
    pub async fn text(&self, path: &str) -> String {
        self.stored(path).await.unwrap_or_else(|| panic!("no {path} on {:?}", self.kind)).text
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        content_type: &str,
        body: impl Into<reqwest::Body>,
    ) -> reqwest::Response {
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let url = format!("{}{path}", self.url.trim_end_matches('/'));
        let request = self.http.request(method, url).header("content-type", content_type);
        let request = request.basic_auth(USERNAME, Some(PASSWORD)).body(body);
        request.send().await.expect("an answer")
    }
}

/// What came of installing a server, which is tried once by all tests together.
type Installed = OnceLock<Result<Python, String>>;

fn installed(at: &'static Installed, name: &str, packages: &[&str]) -> Option<&'static Python> {
    let installed = at.get_or_init(|| Python::with(name, packages));
    installed.as_ref().map_err(|why| skip(why)).ok()
}

fn radicale_config(port: u16, at: &Path) -> String {
    let at = at.display();
    format!(
        "[server]\nhosts = 127.0.0.1:{port}\n[auth]\ntype = htpasswd\n\
         htpasswd_filename = {at}/users\nhtpasswd_encryption = bcrypt\ndelay = 0\n\
         [rights]\ntype = from_file\nfile = {at}/rights\n\
         [storage]\nfilesystem_folder = {at}/store\n[web]\ntype = none\n"
    )
}

/// Starts a server on a free port and waits until it answers. Between looking for the port and
/// taking it, somebody else may: then another one is tried.
async fn started(start: impl Fn(u16, &Path) -> Child) -> (String, (Child, TempDir)) {
    for _ in 0..3 {
        let at = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        let port = free_port();
        let mut child = start(port, at.path());
        let url = format!("http://127.0.0.1:{port}/");
        if answers(&url, &mut child).await {
            return (url, (child, at));
        }
        let log = std::fs::read_to_string(at.path().join("log")).unwrap_or_default();
        eprintln!("the server did not start: {log}");
    }
    panic!("no server starts");
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

async fn answers(url: &str, child: &mut Child) -> bool {
    let http = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
    for _ in 0..1000 {
        if child.try_wait().expect("a child").is_some() {
            return false;
        }
        if http.request(Method::OPTIONS, url).send().await.is_ok() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    false
}
