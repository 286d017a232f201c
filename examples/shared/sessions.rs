//! A session belongs to the caller who began it: the id that a client gets is sealed to
//! the caller's name. Without that, whoever learns an id could answer the questions that
//! are pushed to somebody else, and rmcp would not know.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue};
use rand::{TryRng, rngs::SysRng};
use rmcp::model::{RequestStateCodec, SealOptions};

const HEADER: &str = "mcp-session-id";

#[derive(Clone)]
pub(super) struct Sessions(Arc<RequestStateCodec>);

impl Sessions {
    /// The key is of this process, as its sessions are.
    pub(super) fn new() -> Result<Self, &'static str> {
        let mut key = [0; RequestStateCodec::MIN_KEY_LENGTH];
        SysRng.try_fill_bytes(&mut key).map_err(|_| "there are no random numbers")?;
        let codec = RequestStateCodec::try_new(key).map_err(|_| "the key is too short")?;
        Ok(Self(Arc::new(codec)))
    }

    /// Puts rmcp's id in the place of the sealed one. `false` when it is somebody else's.
    pub(super) fn open(&self, headers: &mut HeaderMap, caller: &str) -> bool {
        let Some(sealed) = headers.remove(HEADER) else { return true };
        let id = sealed.to_str().ok().and_then(|sealed| {
            let id = self.0.open_with(sealed, caller.as_bytes()).ok()?;
            HeaderValue::from_bytes(&id).ok()
        });
        id.map(|id| headers.insert(HEADER, id)).is_some()
    }

    /// Puts the sealed id in the place of rmcp's.
    pub(super) fn seal(&self, headers: &mut HeaderMap, caller: &str) {
        let Some(id) = headers.remove(HEADER) else { return };
        let options = SealOptions::new().associated_data(caller.as_bytes());
        if let Ok(sealed) = self.0.seal_with(id.as_bytes(), &options).parse() {
            headers.insert(HEADER, sealed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_opens_for_the_caller_who_began_it_and_for_nobody_else() {
        let sessions = Sessions::new().expect("random numbers");
        let mut begun = HeaderMap::from_iter([(
            HEADER.parse().expect("a name"),
            HeaderValue::from_static("4f5c"),
        )]);
        sessions.seal(&mut begun, "alice");
        assert_ne!(begun[HEADER], "4f5c");
        let mut hers = begun.clone();
        assert!(sessions.open(&mut hers, "alice"));
        assert_eq!(hers[HEADER], "4f5c");
        assert!(!sessions.open(&mut begun.clone(), "bob"));
        let elsewhere = Sessions::new().expect("random numbers");
        assert!(!elsewhere.open(&mut begun, "alice"));
        let mut bare = HeaderMap::from_iter([(
            HEADER.parse().expect("a name"),
            HeaderValue::from_static("4f5c"),
        )]);
        assert!(!sessions.open(&mut bare, "alice"));
        assert!(sessions.open(&mut HeaderMap::new(), "alice"), "a first request has none");
    }
}
