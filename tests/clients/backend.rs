//! What is behind a demo server: its backend, with a witness of all writes in front of it.

use std::{collections::BTreeMap, path::Path};

use serde_json::{Value, json};

use crate::{
    raw::Raw,
    server::embedded::{self, Account},
    servers::{Server, proxy::Proxy},
    started::programs,
};

const KEY: &str = "0wner-k3y";

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demo {
    Carddav,
    Audiobookshelf,
}

/// Something to delete.
#[derive(Clone, Copy)]
pub struct Target {
    pub id: &'static str,
    /// How the question about it begins and ends.
    pub asks: [&'static str; 2],
}

/// How a client can see what is there.
pub struct Listing {
    pub tool: &'static str,
    pub arguments: Value,
    /// What the list is called in the answer, and what in it names each.
    pub list: &'static str,
    pub id: &'static str,
    /// What it lists when both targets are gone.
    pub others: &'static [&'static str],
}

pub struct Backend {
    demo: Demo,
    store: Store,
    witness: Proxy,
}

enum Store {
    Carddav(Server),
    Audiobookshelf(Raw),
}

impl Demo {
    pub const ALL: [Self; 2] = [Self::Carddav, Self::Audiobookshelf];

    pub fn name(self) -> &'static str {
        match self {
            Self::Carddav => "carddav",
            Self::Audiobookshelf => "audiobookshelf",
        }
    }

    pub fn program(self) -> &'static Path {
        &programs()[self as usize]
    }

    /// The tool that deletes.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Carddav => "delete_contact",
            Self::Audiobookshelf => "delete_collection",
        }
    }

    pub fn arguments(self, target: Target) -> Value {
        match self {
            Self::Carddav => {
                json!({"address_book": "/addressbooks/you/personal/", "uid": target.id})
            }
            Self::Audiobookshelf => json!({"collection_id": target.id}),
        }
    }

    /// One for the yes, and one for all else.
    pub fn targets(self) -> [Target; 2] {
        let contact = "delete a contact\n";
        match self {
            Self::Carddav => [
                Target { id: "contact-1", asks: [contact, "\n  Contact: contact-1"] },
                Target { id: "contact-3", asks: [contact, "\n  Contact: contact-3"] },
            ],
            Self::Audiobookshelf => [
                Target {
                    id: "col-2",
                    asks: ["delete a collection of 1 book(s)\n", "\n  Collection: col-2"],
                },
                Target {
                    id: "col-1",
                    asks: ["delete a collection of 4 book(s)\n", "\n  Collection: col-1"],
                },
            ],
        }
    }

    pub fn listing(self) -> Listing {
        match self {
            Self::Carddav => Listing {
                tool: "list_contacts",
                arguments: json!({"address_book": "/addressbooks/you/personal/"}),
                list: "contacts",
                id: "uid",
                others: &["contact-2", "contact-4"],
            },
            Self::Audiobookshelf => Listing {
                tool: "list_collections",
                arguments: json!({"library_id": "lib-1"}),
                list: "collections",
                id: "id",
                others: &[],
            },
        }
    }

    pub async fn backend(self) -> Backend {
        let (store, url) = match self {
            Self::Carddav => {
                let server = Server::embedded().await.expect("it needs nothing");
                let url = server.url.clone();
                (Store::Carddav(server), url)
            }
            Self::Audiobookshelf => {
                let owner = Account::owner(KEY.to_owned());
                let url = embedded::start(vec![owner]).await.expect("a port");
                (Store::Audiobookshelf(Raw::new(url.clone(), KEY)), url.into())
            }
        };
        Backend { demo: self, store, witness: Proxy::before(&url).await }
    }
}

impl Backend {
    /// What the server is started with to reach it.
    pub fn environment(&self) -> BTreeMap<&'static str, String> {
        let url = self.witness.url.clone();
        match self.demo {
            Demo::Carddav => [("CARDDAV_URL", url)].into(),
            Demo::Audiobookshelf => {
                [("AUDIOBOOKSHELF_URL", url), ("AUDIOBOOKSHELF_API_KEY", KEY.to_owned())].into()
            }
        }
    }

    pub async fn has(&self, target: Target) -> bool {
        match &self.store {
            Store::Carddav(server) => {
                server.has(&server.card("personal", &format!("{}.vcf", target.id))).await
            }
            Store::Audiobookshelf(raw) => {
                !raw.read(&format!("api/collections/{}", target.id)).await.is_null()
            }
        }
    }

    /// How often somebody has written to it.
    pub fn writes(&self) -> usize {
        self.witness.writes().len()
    }
}
