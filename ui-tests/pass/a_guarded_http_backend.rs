//! A backend reads and adds freely, and destroys with an approval.

use super::fixture::Wipe;
use reqwest::{ClientBuilder, Method, Response, header::IF_MATCH};
use rmcp_approval::{
    Approved, Person,
    http::{Add, Backend, Read},
};

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone, Debug)]
struct Disks {
    http: Backend,
}

impl Disks {
    fn new() -> Result<Self, reqwest::Error> {
        Ok(Self { http: Backend::new(ClientBuilder::new())? })
    }

    async fn list(&self) -> Result<Response, reqwest::Error> {
        self.http.read(Read::Propfind, "https://disks.example/").send().await
    }

    async fn create(&self) -> Result<Response, reqwest::Error> {
        self.http.add(Add::Put, "https://disks.example/8").body("empty").send().await
    }

    /// One approval, several requests.
    async fn wipe(&self, approved: Approved<Wipe>) -> Result<(), Failure> {
        for partition in ["1", "2"] {
            let url = format!("https://disks.example/{}/{partition}", approved.operation().disk);
            let request = self.http.write(&approved, Method::DELETE, url)?;
            request.header(IF_MATCH, "7").send().await?;
        }
        Ok(())
    }

    async fn wipe_by_person(&self, approved: Approved<Wipe, Person>) -> Result<(), Failure> {
        self.wipe(approved.into()).await
    }
}

fn is_sent<T: Send>(_: T) {}

fn futures(disks: &Disks, approved: Approved<Wipe>, by_person: Approved<Wipe, Person>) {
    is_sent(disks.list());
    is_sent(disks.create());
    is_sent(disks.wipe(approved));
    is_sent(disks.wipe_by_person(by_person));
}

#[test]
fn it_compiles() -> Result<(), reqwest::Error> {
    let _ = (futures, Disks::new()?);
    Ok(())
}
