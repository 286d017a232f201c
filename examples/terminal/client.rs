//! What the server can ask of this client. One handler serves both revisions:
//! rmcp brings a returned question here just as it does a pushed one.

use std::sync::Arc;

use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::{
        ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
        ElicitationCapability, FormElicitationCapability, Implementation,
    },
    service::RequestContext,
};

use crate::{answer::Respondent, launch::Revision, question::Question, screen::Screen};

pub(crate) struct Client {
    pub(crate) revision: Revision,
    pub(crate) elicitation: bool,
    pub(crate) respondent: Arc<Respondent>,
    pub(crate) screen: Screen,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if self.elicitation {
            let forms = FormElicitationCapability::default();
            capabilities.elicitation = Some(ElicitationCapability::new().with_form(forms));
        }
        let this = Implementation::new("terminal", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, this).with_protocol_version(self.revision.into())
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        if !self.elicitation {
            return Ok(self
                .decline("the server asks, though nobody here was said to answer")
                .await);
        }
        let ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } = request
        else {
            return Ok(self.decline("the server asks for something that is not a form").await);
        };
        let question = Question::new(message, &requested_schema);
        let too_late = move || context.ct.is_cancelled();
        Ok(self.respondent.answer(question, too_late, &self.screen).await)
    }
}

impl Client {
    async fn decline(&self, reason: &str) -> ElicitResult {
        self.screen.lock().await.warn(&format!("answered: decline ({reason})"));
        ElicitResult::new(ElicitationAction::Decline)
    }
}
