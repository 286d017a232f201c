//! Where the log goes.

use tracing_subscriber::EnvFilter;

/// To stderr: stdout belongs to the protocol.
pub(super) fn to_stderr() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false);
    // Fails where a program around this one logs already, which is as good.
    let _ = subscriber.try_init();
}
