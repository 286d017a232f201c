//! Which server to start and how to speak to it.

use std::{env, ffi::OsString};

use rmcp::{model::ProtocolVersion, service::ClientLifecycleMode};

use crate::{
    options::{Options, SERVE_CARDDAV},
    stop::Stop,
};

/// The two revisions of MCP differ in how a question travels.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Revision {
    /// 2025-11-25: the server pushes it to the client while the call waits.
    Pushed,
    /// 2026-07-28: the call returns it, and the client calls again with the
    /// answer.
    #[default]
    Returned,
}

impl From<Revision> for ProtocolVersion {
    fn from(revision: Revision) -> Self {
        match revision {
            Revision::Pushed => Self::V_2025_11_25,
            Revision::Returned => Self::V_2026_07_28,
        }
    }
}

impl Revision {
    pub(crate) fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Self::Pushed => ClientLifecycleMode::Initialize,
            Self::Returned => {
                ClientLifecycleMode::Discover { preferred_versions: vec![self.into()] }
            }
        }
    }
}

#[derive(Clone)]
pub(crate) struct Launch {
    pub(crate) program: OsString,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) revision: Revision,
    /// Whether to declare that somebody here can be asked.
    pub(crate) elicitation: bool,
    /// Whether the server writes to our stderr directly.
    pub(crate) raw_log: bool,
}

impl Launch {
    pub(crate) fn new(options: &Options) -> Result<Self, Stop> {
        let (program, arguments) = match options.server.split_first() {
            Some((program, arguments)) => (program.clone(), arguments.to_vec()),
            None => embedded_demo()?,
        };
        Ok(Self {
            program,
            arguments,
            revision: options.revision,
            elicitation: !options.no_elicitation,
            raw_log: options.verbose || env::var_os("RUST_LOG").is_some(),
        })
    }
}

/// This very program, as a server: the tour works when only the terminal has
/// been built.
fn embedded_demo() -> Result<(OsString, Vec<OsString>), Stop> {
    let program = env::current_exe().map_err(|error| {
        Stop::failed(format!("cannot find this program to start the demo: {error}"))
    })?;
    Ok((program.into_os_string(), vec![SERVE_CARDDAV.into()]))
}
