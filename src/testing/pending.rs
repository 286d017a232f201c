//! A call that is under way.

use rmcp::{
    RoleClient,
    model::{CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ServerResult},
    service::{Peer, PeerRequestOptions, RequestHandle, ServiceError},
};

/// A call whose result is not awaited yet.
#[derive(Debug)]
#[must_use = "finish it or cancel it"]
pub struct PendingCall(RequestHandle<RoleClient>);

impl PendingCall {
    pub(super) async fn start(
        peer: &Peer<RoleClient>,
        params: CallToolRequestParams,
    ) -> Result<Self, ServiceError> {
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let handle =
            peer.send_request_with_option(request, PeerRequestOptions::no_options()).await?;
        Ok(Self(handle))
    }

    /// Cancels the call: the client tells the server that it does not wait any longer.
    ///
    /// # Errors
    ///
    /// When the connection is closed.
    pub async fn cancel(self) -> Result<(), ServiceError> {
        self.0.cancel(Some("cancelled by the test".to_owned())).await
    }

    /// Waits for the result.
    ///
    /// # Errors
    ///
    /// As the connection or the server reports them, and [`ServiceError::UnexpectedResponse`] when
    /// the tool asks on 2026-07-28.
    pub async fn finish(self) -> Result<CallToolResult, ServiceError> {
        match self.0.await_response().await? {
            ServerResult::CallToolResult(result) => Ok(result),
            _ => Err(ServiceError::UnexpectedResponse),
        }
    }
}
