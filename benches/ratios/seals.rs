//! Sealing and opening, against rmcp's own codec on as many bytes.

use std::{hint::black_box, time::Duration};

use rand::{TryRng, rngs::SysRng};
use rmcp::model::{RequestStateCodec, SealOptions};
use rmcp_approval::{Fingerprint, Nonce, Operation, Prompt, server_text};
use serde::Serialize;

use crate::{
    keys::KeyRing,
    measure::{Report, repeated},
    seal::{Binding, Purpose, Seal},
};

const LIFETIME: Duration = Duration::from_secs(900);
const KEY: [u8; 32] = [7; 32];

#[derive(Serialize)]
struct Delete;

impl Operation for Delete {
    const NAME: &'static str = "delete";
    fn prompt(&self) -> Prompt<'_> {
        Prompt::new(server_text!("delete"))
    }
}

fn binding(fingerprint: &Fingerprint) -> Binding<'_> {
    Binding {
        purpose: Purpose::Question,
        server: "carddav-mcp",
        tool: "update_contact",
        principal: b"-",
        fingerprint,
        lifetime: LIFETIME,
    }
}

pub fn run(report: &mut Report) {
    let seal = Seal::new(KeyRing::new("k", [("k", KEY)]).expect("a key ring"));
    let fingerprint = Fingerprint::of("carddav-mcp", &Delete).expect("it can be bound");
    let binding = binding(&fingerprint);
    let codec = RequestStateCodec::new_with_keyring("k", [("k", KEY)]).expect("a key ring");
    // What is sealed, and what it is bound to, in length.
    let (payload, data) = ([7; Nonce::LEN + 4], [7; 6 * 8 + 20 + 8 + 11 + 14 + 1 + 32]);
    let options = SealOptions::new().associated_data(&data).ttl(LIFETIME);

    let ours = repeated(|| {
        black_box(seal.seal(&binding)).expect("random numbers");
    });
    let theirs = repeated(|| {
        let mut payload = payload;
        SysRng.try_fill_bytes(&mut payload[..Nonce::LEN]).expect("random numbers");
        black_box(codec.seal_with(&payload, &options));
    });
    report.compare("seals: sealing against a random number and the codec", 1.25, ours, theirs);

    let sealed = seal.seal(&binding).expect("random numbers");
    let sealed_by_codec = codec.seal_with(&payload, &options);
    let ours = repeated(|| {
        black_box(seal.open(black_box(&sealed), &binding)).expect("it was sealed");
    });
    let theirs = repeated(|| {
        black_box(codec.open_with(black_box(&sealed_by_codec), &data)).expect("it was sealed");
    });
    report.compare("seals: opening against the codec", 1.25, ours, theirs);
}
