//! What can go wrong, in words for the model that called the tool.

use reqwest::StatusCode;
use rmcp::{
    ErrorData,
    handler::server::tool::IntoCallToolResult,
    model::{CallToolResponse, CallToolResult, ContentBlock},
};

use super::answer_body::Unread;

/// Every text says whether something was changed. None carries a credential, a
/// URL or anything out of a card.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// The caller can mend it: the text says how.
    #[error("{0}")]
    Input(String),
    #[error("The CardDAV server could not be reached: {0}. Nothing was changed.")]
    Unreachable(&'static str),
    #[error(
        "The CardDAV server did not confirm the write: {0}. Whether it was made is not known. \
         Read the card again before calling this tool again."
    )]
    Unconfirmed(String),
    #[error(
        "The CardDAV server refused the log-in. Nothing was changed. Whoever runs this server \
         has to correct CARDDAV_USERNAME and CARDDAV_PASSWORD."
    )]
    LogIn,
    #[error(
        "The card was changed or removed by someone else after it was read. Nothing was \
         written. Read it again and call this tool again if it is still wanted."
    )]
    Changed,
    #[error(
        "The contact was not moved: there is a copy of it at the destination now, and the original \
         was not deleted as far as is known. Look at both before calling this tool again."
    )]
    CopyLeft,
    #[error("The CardDAV server refused the write: {0}. Nothing was changed.")]
    Rejected(&'static str),
    #[error("The CardDAV server answered {0}. Nothing was changed.")]
    Status(StatusCode),
    #[error("The CardDAV server's answer is not {0}. Nothing was changed.")]
    Malformed(&'static str),
    #[error("The CardDAV server's answer is too large to be read here. Nothing was changed.")]
    TooLarge,
    #[error(
        "The CardDAV server no longer knows this sync_token. Nothing was changed. Call again \
         without it to get the whole list and a new one."
    )]
    OldSyncToken,
    /// Not about the backend at all: goes to the client as a JSON-RPC error.
    #[error("{0}")]
    Protocol(ErrorData),
}

impl Error {
    /// Whether another request to the same server may still succeed.
    pub(super) fn is_about_one_answer(&self) -> bool {
        matches!(self, Self::Status(_) | Self::Malformed(_) | Self::TooLarge)
    }
}

impl From<Unread> for Error {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::TooLarge => Self::TooLarge,
            Unread::Broken(reason) => Self::Unreachable(reason),
        }
    }
}

impl From<rmcp_approval::Error> for Error {
    fn from(error: rmcp_approval::Error) -> Self {
        Self::Protocol(error.into())
    }
}

/// A tool-level error, which the model can read and act on.
impl IntoCallToolResult for Error {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        match self {
            Self::Protocol(error) => Err(error),
            error => {
                let text = ContentBlock::text(error.to_string());
                Ok(CallToolResult::error(vec![text]).into())
            }
        }
    }
}
