//! What a server asks: a message and a form.

use rmcp::model::{ElicitResult, ElicitationAction, ElicitationSchema};
use serde_json::{Map, Value, json};

use crate::{
    answer::Answer,
    field::{Field, Kind, fields},
    screen::Pen,
    stop::Stop,
};

pub(crate) struct Question {
    message: String,
    pub(crate) fields: Vec<Field>,
}

impl Question {
    pub(crate) fn new(message: String, schema: &ElicitationSchema) -> Self {
        let order = schema.property_order.clone().unwrap_or_default();
        // A schema that does not serialize has no fields to fill in.
        let schema = serde_json::to_value(schema).unwrap_or_default();
        Self { message, fields: fields(&schema, &order) }
    }

    /// The box of a form that has nothing else: what a guard asks.
    pub(crate) fn only_box(&self) -> Option<&Field> {
        match self.fields.as_slice() {
            [field] if matches!(field.kind, Kind::Boolean) => Some(field),
            _ => None,
        }
    }

    pub(crate) fn show(&self, pen: &mut Pen) {
        pen.heading("the server asks:");
        pen.block(&self.message);
    }

    pub(crate) fn report(&self, result: &ElicitResult, reason: Option<&str>, pen: &mut Pen) {
        let answer = match result.action {
            ElicitationAction::Accept if self.left_unticked(result) => "accept, without the tick",
            ElicitationAction::Accept => "accept",
            ElicitationAction::Decline => "decline",
            _ => "cancel",
        };
        match reason {
            Some(reason) => pen.say(&format!("answered: {answer} ({reason})")),
            None => pen.say(&format!("answered: {answer}")),
        }
    }

    fn left_unticked(&self, result: &ElicitResult) -> bool {
        let ticked = |field: &Field| result.content.as_ref()?.get(&field.name)?.as_bool();
        self.only_box().and_then(ticked) == Some(false)
    }

    pub(crate) fn scripted(&self, answer: Answer) -> Result<ElicitResult, Stop> {
        match answer {
            Answer::Accept => Ok(accept(self.filled_in(true)?)),
            Answer::Untick => Ok(accept(self.filled_in(false)?)),
            Answer::Decline => Ok(ElicitResult::new(ElicitationAction::Decline)),
            Answer::Cancel => Ok(ElicitResult::new(ElicitationAction::Cancel)),
        }
    }

    /// Boxes as told, defaults elsewhere. A script does not invent anything
    /// more.
    fn filled_in(&self, tick: bool) -> Result<Map<String, Value>, Stop> {
        let mut content = Map::new();
        for field in &self.fields {
            match (&field.kind, &field.default) {
                (Kind::Boolean, _) => content.insert(field.name.clone(), json!(tick)),
                (_, Some(default)) => content.insert(field.name.clone(), default.clone()),
                (_, None) if field.required => {
                    return Err(Stop::failed(format!("--answer cannot fill in {}", field.label)));
                }
                (_, None) => None,
            };
        }
        Ok(content)
    }
}

pub(crate) fn accept(content: Map<String, Value>) -> ElicitResult {
    ElicitResult::new(ElicitationAction::Accept).with_content(Value::Object(content))
}
