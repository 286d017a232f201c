//! `MCP_BEARER_TOKENS`: who may call the server over HTTP, and by which token each of
//! them is known.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use rmcp_approval::Principal;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::sessions::Sessions;

pub(super) const VARIABLE: &str = "MCP_BEARER_TOKENS";

/// A token that can be guessed is none.
const MIN_TOKEN_LEN: usize = 16;

/// The callers, by name. No `Debug`: what cannot be printed cannot leak.
#[derive(Clone)]
pub(super) struct Callers(Vec<(String, [u8; 32])>);

impl Callers {
    /// Reads `name:token` pairs with commas between them. `None` is unset: anybody may
    /// call.
    pub(super) fn parse(value: Option<&str>) -> Result<Option<Self>, String> {
        let Some(value) = value else { return Ok(None) };
        let callers = value.split(',').map(caller).collect::<Option<Vec<_>>>();
        let distinct = |callers: &Vec<(String, [u8; 32])>| {
            callers.iter().enumerate().all(|(index, (name, token))| {
                callers[..index].iter().all(|other| other.0 != *name && other.1 != *token)
            })
        };
        callers.filter(distinct).map(|callers| Some(Self(callers))).ok_or_else(|| {
            format!(
                "{VARIABLE} accepts callers as name:token, with commas between them: tokens of at \
                 least {MIN_TOKEN_LEN} characters of A-Z a-z 0-9 - . _ ~ + / =, no name and no \
                 token twice"
            )
        })
    }

    /// The caller with this token. It takes the same time whichever it is, and whether
    /// it is one: each is compared to its end, as a digest, so that lengths agree.
    fn known_by(&self, token: &str) -> Option<&str> {
        let token = digest(token);
        let mut found = u64::MAX;
        for (index, (_, known)) in (0_u64..).zip(&self.0) {
            let same: Choice = known.ct_eq(&token);
            found.conditional_assign(&index, same);
        }
        self.0.get(usize::try_from(found).ok()?).map(|(name, _)| name.as_str())
    }
}

fn caller(pair: &str) -> Option<(String, [u8; 32])> {
    let (name, token) = pair.trim().split_once(':')?;
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
    let fits = token.len() >= MIN_TOKEN_LEN && token.bytes().all(good) && !name.is_empty();
    fits.then(|| (name.to_owned(), digest(token)))
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Lets through whom the list knows, as a [`Principal`] of that name (RFC 6750), and
/// into no session but a caller's own.
pub(super) async fn authenticate(
    State((callers, sessions)): State<(Callers, Sessions)>,
    mut request: Request,
    next: Next,
) -> Response {
    let Some(name) = bearer(request.headers()).and_then(|token| callers.known_by(token)) else {
        let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
        return (StatusCode::UNAUTHORIZED, challenge, "a bearer token is needed\n").into_response();
    };
    request.extensions_mut().insert(Principal::new(name));
    if !sessions.open(request.headers_mut(), name) {
        return (StatusCode::NOT_FOUND, "there is no such session\n").into_response();
    }
    let mut response = next.run(request).await;
    sessions.seal(response.headers_mut(), name);
    response
}

/// The token of a request that carries exactly one.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (value, None) = (values.next()?.to_str().ok()?, values.next()) else { return None };
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim_start_matches(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: &str = "alices-token-0123456789";
    const BOB: &str = "bobs-token-0123456789==";

    #[test]
    fn each_token_belongs_to_one_caller() {
        let list = format!("alice:{ALICE}, bob:{BOB}");
        let callers = Callers::parse(Some(&list)).ok().flatten().expect("a list");
        assert_eq!(callers.known_by(ALICE), Some("alice"));
        assert_eq!(callers.known_by(BOB), Some("bob"));
        let long = format!("{ALICE}x");
        for other in ["", "x", &ALICE[1..], &long, "alice", "alices-token-012345678A"] {
            assert_eq!(callers.known_by(other), None, "{other}");
        }
    }

    #[test]
    fn no_list_is_unset_and_nothing_else() {
        assert!(Callers::parse(None).is_ok_and(|callers| callers.is_none()));
        for list in [
            "",
            ",",
            "alice",
            "alice:",
            "alice:short",
            &format!(":{ALICE}"),
            &format!("alice:{ALICE},"),
            &format!("alice:{}", ALICE.replace('-', " ")),
            &format!("alice:{ALICE},alice:{BOB}"),
            &format!("alice:{ALICE},bob:{ALICE}"),
        ] {
            let refusal = Callers::parse(Some(list)).err().unwrap_or_default();
            assert!(refusal.starts_with("MCP_BEARER_TOKENS accepts"), "{list}");
            assert!(!refusal.contains(ALICE), "{refusal}");
        }
    }

    #[test]
    fn a_request_has_one_bearer_token() {
        let headers = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                let value = value.parse().expect("a header value");
                headers.append(header::AUTHORIZATION, value);
            }
            headers
        };
        assert_eq!(bearer(&headers(&["Bearer x"])), Some("x"));
        assert_eq!(bearer(&headers(&["bearer x"])), Some("x"));
        for refused in [&[][..], &["x"], &["Basic x"], &["Bearer x", "Bearer y"]] {
            assert_eq!(bearer(&headers(refused)), None, "{refused:?}");
        }
    }
}
