//! Serving MCP: on stdio until the client hangs up, or over streamable HTTP.

use std::{net::SocketAddr, time::Duration};

use axum::{Router, middleware};
use rmcp::{
    ServerHandler, ServiceExt,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use tokio::net::TcpListener;

use super::{
    callers::{self, Callers},
    options::{Listen, Transport},
    sessions::Sessions,
    variable,
};

/// How long nothing may pass before a session ends. Nothing passes while a person reads:
/// rmcp's own five minutes would cut off whoever takes longer, and the approver waits
/// for ten.
const SESSION_IDLE: Duration = Duration::from_secs(20 * 60);

type StartError = Box<dyn std::error::Error + Send + Sync>;

pub(super) async fn serve<S>(name: &str, service: S, transport: Transport) -> Result<(), StartError>
where
    S: ServerHandler + Clone,
{
    match transport {
        Transport::Stdio => {
            service.serve(stdio()).await?.waiting().await?;
            Ok(())
        }
        Transport::Http(listen) => {
            let callers = callers(listen.address)?;
            serve_http(name, service, &listen, callers).await
        }
    }
}

/// Who may call a server at this address.
fn callers(address: SocketAddr) -> Result<Option<Callers>, String> {
    let list = variable::text(callers::VARIABLE)?;
    let callers = Callers::parse(list.as_deref())?;
    if callers.is_none() && !address.ip().is_loopback() {
        return Err(format!(
            "--http {address} can be reached from other machines: say in {} who may call, or serve \
             on 127.0.0.1",
            callers::VARIABLE
        ));
    }
    Ok(callers)
}

async fn serve_http<S>(
    name: &str,
    service: S,
    listen: &Listen,
    callers: Option<Callers>,
) -> Result<(), StartError>
where
    S: ServerHandler + Clone,
{
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(listen.sessions)
        // A page in somebody's browser sends one, and has no business here.
        .enforce_origin_validation();
    let config = match listen.address.ip().is_loopback() {
        true => config,
        // The names that others reach it by are not known here, and they need a token.
        false => config.disable_allowed_hosts(),
    };
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_IDLE);
    let mcp = StreamableHttpService::new(move || Ok(service.clone()), sessions.into(), config);
    let router = Router::new().nest_service("/mcp", mcp);
    let router = match callers {
        Some(callers) => {
            let state = (callers, Sessions::new()?);
            router.layer(middleware::from_fn_with_state(state, callers::authenticate))
        }
        None => router,
    };
    let listener = TcpListener::bind(listen.address).await?;
    eprintln!("{name}: listening on http://{}/mcp", listener.local_addr()?);
    Ok(axum::serve(listener, router).await?)
}
