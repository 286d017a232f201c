//! Who is calling.

use std::{borrow::Cow, fmt};

use rmcp::{RoleServer, service::RequestContext};
use sha2::{Digest, Sha256};

/// The caller that the transport authenticated. A token, and a question that is returned, are bound to
/// it: what one caller got does not work for another, nor for an anonymous one.
///
/// Put one into the request's extensions from your authentication layer: into the extensions of the
/// HTTP request (`http::request::Parts`, which rmcp's streamable HTTP server hands on), or straight
/// into rmcp's request extensions. Without one, the `Authorization` header of the HTTP request
/// stands in, as a digest; then a caller whose credential changes between the two legs is asked
/// again. On stdio there is neither, and there is only one caller.
///
/// On MCP 2025-11-25 over HTTP, the answer to a pushed question comes back in the session of the
/// call, and rmcp takes it from whoever knows the session's id. Tie the ids to your callers in the
/// layer that authenticates them.
///
/// # Examples
///
/// ```
/// use rmcp_approval::Principal;
///
/// # let mut request = http::Request::new(());
/// request.extensions_mut().insert(Principal::new("alice"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Principal(String);

impl Principal {
    /// The principal with this name: whatever your authentication identifies a caller by.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }
}

/// Shows nothing of the name: it may be an e-mail address or a key.
impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Principal(_)")
    }
}

/// The principal of one call as bytes to bind to. The first byte keeps the three kinds apart: a
/// principal named like somebody's header is somebody else.
pub(crate) fn of_call(context: &RequestContext<RoleServer>) -> Cow<'static, [u8]> {
    let parts = context.extensions.get::<http::request::Parts>();
    let named = context
        .extensions
        .get::<Principal>()
        .or_else(|| parts.and_then(|parts| parts.extensions.get::<Principal>()));
    if let Some(Principal(name)) = named {
        return [b"n", name.as_bytes()].concat().into();
    }
    let mut credentials = parts
        .into_iter()
        .flat_map(|parts| parts.headers.get_all(http::header::AUTHORIZATION))
        .peekable();
    if credentials.peek().is_none() {
        return b"-".as_slice().into();
    }
    let mut digest = Sha256::new();
    for credential in credentials {
        digest.update((credential.len() as u64).to_be_bytes());
        digest.update(credential.as_bytes());
    }
    [b"a", digest.finalize().as_slice()].concat().into()
}
