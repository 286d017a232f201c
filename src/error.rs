//! What can go wrong before or after a decision.

use rmcp::{
    ErrorData,
    model::{ClientCapabilities, ElicitationCapability, FormElicitationCapability},
};

use crate::fingerprint::FingerprintError;

/// A guarded call that could not be decided, so that nothing was approved; or
/// [`Changed`](Self::Changed), when an approval was to be spent that no longer fits.
///
/// `?` in a tool turns it into rmcp's `ErrorData`, with the JSON-RPC code that stands at each of them.
/// A refusal is no error: see [`Outcome`](crate::Outcome).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operation cannot be bound to an approval. A mistake of the server's author. JSON-RPC
    /// −32603.
    #[error(
        "Nothing was changed. {0}. This is a fault of the server; calling again does not help."
    )]
    Fingerprint(#[from] FingerprintError),

    /// The question cannot be written, because the `Display` of a value in it fails. A mistake of
    /// the server's author. JSON-RPC −32603.
    #[error(
        "Nothing was changed. The question cannot be written, because one of its values cannot be \
         shown. This is a fault of the server; calling again does not help."
    )]
    CannotShow,

    /// No question and no token can be sealed: the operating system gives no random numbers, or
    /// its clock is far off. JSON-RPC −32603.
    #[error(
        "Nothing was changed. The server cannot protect a question, because it has no random \
         numbers or no usable clock; try again later."
    )]
    CannotSeal,

    /// The operation is not the one that was approved: something changed it in between, through
    /// interior mutability. JSON-RPC −32603.
    #[error(
        "Nothing was changed. The operation is not the one that was approved: it was changed after \
         the question. This is a fault of the server; calling again asks again."
    )]
    Changed,

    /// The returned state did not verify. Only where
    /// [`tampered_state_is_an_error`](crate::ApproverBuilder::tampered_state_is_an_error)
    /// is on; otherwise the question is asked again. JSON-RPC −32602.
    #[error(
        "Nothing was changed. The requestState could not be verified; call again without it to be \
         asked again."
    )]
    StateNotVerified,

    /// A person is required, and this client cannot ask one on MCP 2026-07-28. JSON-RPC −32021,
    /// with the missing capability (MCP 2026-07-28, "Missing required client capability").
    #[error(
        "Nothing was changed. Only a person can approve this operation, and this client cannot ask \
         one: it needs the elicitation capability with forms."
    )]
    MissingCapability,
}

impl From<Error> for ErrorData {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Fingerprint(_) | Error::CannotShow | Error::CannotSeal | Error::Changed => {
                Self::internal_error(text, None)
            }
            Error::StateNotVerified => Self::invalid_params(text, None),
            Error::MissingCapability => {
                let form =
                    ElicitationCapability::new().with_form(FormElicitationCapability::default());
                let mut required = ClientCapabilities::default();
                required.elicitation = Some(form);
                let mut data = Self::missing_required_client_capability(required);
                data.message = text.into();
                data
            }
        }
    }
}
