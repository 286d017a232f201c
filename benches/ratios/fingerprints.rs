//! A fingerprint, against plain SHA-256 of the bytes that the encoding feeds to it.

use std::{collections::BTreeMap, hint::black_box};

use rmcp_approval::{Fingerprint, Operation, Patch, Prompt, server_text};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::measure::{Report, repeated};

/// The library's own encoding, compiled in here to get at its bytes.
#[allow(dead_code, reason = "a part of it is enough")]
#[path = "."]
mod encoded {
    #[path = "../../src/fingerprint/encoding.rs"]
    mod encoding;
    #[path = "../../src/fingerprint/sink.rs"]
    mod sink;

    use encoding::Encoder;
    use sink::Sink;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    pub(super) struct FingerprintError(String);

    impl FingerprintError {
        fn new(reason: impl std::fmt::Display) -> Self {
            Self(reason.to_string())
        }
    }

    impl serde::ser::Error for FingerprintError {
        fn custom<T: std::fmt::Display>(reason: T) -> Self {
            Self::new(reason)
        }
    }

    pub(super) fn bytes<Op: rmcp_approval::Operation>(server: &str, operation: &Op) -> Vec<u8> {
        let mut bytes = Vec::new();
        for part in ["rmcp-approval/fingerprint/1", server, Op::NAME] {
            bytes.string(part);
        }
        operation.serialize(Encoder::new(&mut bytes)).expect("it can be bound");
        bytes
    }
}

const SERVER: &str = "carddav-mcp";

struct Op<T>(T);

impl<T: Serialize> Serialize for Op<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T: Serialize> Operation for Op<T> {
    const NAME: &'static str = "change_something";
    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("change something"))
    }
}

/// A contact's fields, as the CardDAV demo changes them.
#[derive(Serialize)]
struct UpdateContact {
    book: &'static str,
    uid: &'static str,
    version: Version,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    name: Patch<&'static str>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    phone: Patch<&'static str>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    email: Patch<&'static str>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    organization: Patch<&'static str>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    note: Patch<&'static str>,
    properties: usize,
}

#[derive(Serialize)]
struct Version {
    href: &'static str,
    etag: &'static str,
}

const VERSION: Version = Version {
    href: "/addressbooks/you/personal/6f1e0b9c-6f0e-4b2e-9a59-0d5a0a3f8a11.vcf",
    etag: "\"2c-64a1b7f0\"",
};

fn contact() -> UpdateContact {
    UpdateContact {
        book: "/addressbooks/you/personal/",
        uid: "6f1e0b9c-6f0e-4b2e-9a59-0d5a0a3f8a11",
        version: VERSION,
        name: Patch::Set("Ada Lovelace"),
        phone: Patch::Set("+44 20 7946 0958"),
        email: Patch::Omitted,
        organization: Patch::Set("Analytical Engines"),
        note: Patch::Clear,
        properties: 14,
    }
}

/// A group with its members.
#[derive(Serialize)]
struct UpdateGroup {
    book: &'static str,
    uid: &'static str,
    version: Version,
    members: Vec<String>,
}

fn group(members: u32) -> UpdateGroup {
    UpdateGroup {
        book: "/addressbooks/you/work/",
        uid: "b0e9e0a2-3b7c-47a5-8d6e-6d1d7a0c1f10",
        version: VERSION,
        members: ids(members),
    }
}

/// As long as a UUID.
fn ids(count: u32) -> Vec<String> {
    (0..count).map(|id| format!("{id:08x}-3b7c-47a5-8d6e-6d1d7a0c1f10")).collect()
}

fn compare<T: Serialize>(report: &mut Report, name: &str, goal: f64, value: T) {
    let operation = Op(value);
    let bytes = encoded::bytes(SERVER, &operation);
    let of = || Fingerprint::of(SERVER, &operation).expect("it can be bound");
    assert_eq!(of().as_bytes()[..], Sha256::digest(&bytes)[..], "these are not the bytes");
    let name = format!("fingerprints: {name}, {} bytes", bytes.len());
    let ours = repeated(|| {
        black_box(of());
    });
    let theirs = repeated(|| {
        black_box(Sha256::digest(black_box(&bytes)));
    });
    report.compare(&name, goal, ours, theirs);
}

pub fn run(report: &mut Report) {
    compare(report, "a contact", 2.0, contact());
    compare(report, "a group of 12", 2.0, group(12));
    compare(report, "one long text", 1.25, "0123456789abcdef".repeat(1 << 16));
    // So many small pieces that putting them together costs as well.
    compare(report, "a list of ids", 1.5, ids(23_000));
    let map: BTreeMap<String, u32> = ids(16_000).into_iter().zip(0..).collect();
    compare(report, "a map of ids", 2.0, map);
}
