//! Whom the transport has authenticated.

use std::borrow::Cow;

use rmcp::{
    ErrorData, RoleServer, Service,
    model::{ClientNotification, ClientRequest, ProtocolVersion, ServerConfig, ServerResult},
    service::{NotificationContext, RequestContext},
};

use crate::principal::Principal;

/// A server behind an authentication layer that always finds the same caller.
#[derive(Debug, Default)]
pub(super) struct Authenticated<S> {
    server: S,
    pub(super) principal: Option<Principal>,
    pub(super) authorization: Option<String>,
}

impl Authenticated<()> {
    pub(super) fn serving<S>(self, server: S) -> Authenticated<S> {
        let Self { server: (), principal, authorization } = self;
        Authenticated { server, principal, authorization }
    }
}

impl<S: Service<RoleServer>> Service<RoleServer> for Authenticated<S> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        mut context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        if let Some(principal) = &self.principal {
            context.extensions.insert(principal.clone());
        }
        if let Some(value) = &self.authorization {
            let request = http::Request::builder().header(http::header::AUTHORIZATION, value);
            let request = request.body(()).map_err(|error| {
                ErrorData::internal_error(format!("the test's header is none: {error}"), None)
            })?;
            context.extensions.insert(request.into_parts().0);
        }
        self.server.handle_request(request, context).await
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.server.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        self.server.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.server.supported_protocol_versions()
    }
}

#[cfg(test)]
mod tests {
    use rmcp::{ServerHandler, model::Implementation};

    use super::*;

    struct Own;

    impl ServerHandler for Own {
        fn get_info(&self) -> ServerConfig {
            let mut info = ServerConfig::default();
            info.server_info = Implementation::new("own-mcp", "7");
            info
        }

        fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
            Cow::Borrowed(&[ProtocolVersion::V_2025_06_18])
        }
    }

    /// rmcp asks for these where no client can see the answers.
    #[test]
    fn the_server_behind_the_authentication_says_who_it_is_and_what_it_speaks() {
        let server = Authenticated::default().serving(Own);
        let speaks = Service::supported_protocol_versions(&server);
        assert_eq!(*speaks, [ProtocolVersion::V_2025_06_18]);
        assert_eq!(Service::get_info(&server).server_info, Implementation::new("own-mcp", "7"));
    }
}
