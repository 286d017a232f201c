//! Why this program ends before its work is done.

use std::process::ExitCode;

use inquire::InquireError;

#[derive(Debug)]
pub(crate) enum Stop {
    /// Esc: the person leaves what is open. At the menu that is the program.
    Left,
    /// Ctrl-C: the person leaves everything.
    Interrupted,
    Failed(String),
}

impl Stop {
    pub(crate) fn failed(reason: impl std::fmt::Display) -> Self {
        Self::Failed(reason.to_string())
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Left => ExitCode::SUCCESS,
            Self::Interrupted => ExitCode::from(130),
            Self::Failed(_) => ExitCode::FAILURE,
        }
    }
}

impl From<InquireError> for Stop {
    fn from(error: InquireError) -> Self {
        match error {
            InquireError::OperationCanceled => Self::Left,
            InquireError::OperationInterrupted => Self::Interrupted,
            other => Self::failed(other),
        }
    }
}
