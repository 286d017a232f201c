//! What can go wrong, in words for the model that called the tool.

use reqwest::StatusCode;
use rmcp::{
    ErrorData,
    handler::server::tool::IntoCallToolResult,
    model::{CallToolResponse, CallToolResult, ContentBlock},
};

use super::answer_body::Unread;

/// Every text says whether something was changed. None carries a credential, an
/// address, or anything that Audiobookshelf wrote.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The caller can mend it: the text says how.
    #[error("{0}")]
    Input(String),
    #[error("The Audiobookshelf server could not be reached: {0}. Nothing was changed.")]
    Unreachable(&'static str),
    #[error(
        "The Audiobookshelf server did not confirm the write: {0}. Whether it was made is not \
         known. Read again what it was about before calling this tool again."
    )]
    Unconfirmed(String),
    #[error(
        "The Audiobookshelf server refused the API key. Nothing was changed. Whoever runs this \
         server has to correct AUDIOBOOKSHELF_API_KEY."
    )]
    LogIn,
    #[error("The account of this API key may not do that. Nothing was changed.")]
    Forbidden,
    #[error(
        "There is nothing under this id. Nothing was changed: take the id from the tool that \
         lists it."
    )]
    Missing,
    #[error("{0} Nothing was changed here. Read it again, and call again if it is still wanted.")]
    Changed(String),
    #[error("The Audiobookshelf server answered {0}. Nothing was changed.")]
    Status(StatusCode),
    #[error("The Audiobookshelf server's answer is not {0}. Nothing was changed.")]
    Malformed(&'static str),
    #[error(
        "The Audiobookshelf server's answer is too large to be read here. Nothing was changed."
    )]
    TooLarge,
    /// Not about the backend at all: goes to the client as a JSON-RPC error.
    #[error("{0}")]
    Protocol(ErrorData),
}

impl Error {
    /// A call that was not carried out, and why.
    pub(super) fn refused(why: impl std::fmt::Display) -> Self {
        Self::Input(format!("{why}. Nothing was changed."))
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
