//! What the tour says between the calls.

use std::sync::Arc;

use inquire::Text;

use crate::{
    form::ask,
    screen::{COLUMNS, Pen, Screen},
    stop::Stop,
    text::{visible, wrap},
};

pub(super) struct Guide {
    screen: Screen,
    pauses: bool,
}

impl Guide {
    /// Only a person needs pauses, to read.
    pub(super) fn new(screen: &Screen, pauses: bool) -> Self {
        Self { screen: Arc::clone(screen), pauses }
    }

    pub(super) fn screen(&self) -> &Screen {
        &self.screen
    }

    pub(super) fn pauses(&self) -> bool {
        self.pauses
    }

    pub(super) async fn title(&self, title: &str, text: &str) {
        let mut pen = self.screen.lock().await;
        pen.gap();
        pen.heading(title);
        narrate(&mut pen, text);
    }

    /// A title, and time to read before it happens.
    pub(super) async fn step(&self, title: &str, text: &str) -> Result<(), Stop> {
        self.title(title, text).await;
        self.pause().await
    }

    pub(super) async fn say(&self, text: &str) {
        narrate(&mut *self.screen.lock().await, text);
    }

    pub(super) async fn pause(&self) -> Result<(), Stop> {
        if !self.pauses {
            return Ok(());
        }
        ask(&self.screen, |_| Ok(Text::new("Enter to continue").prompt()?)).await.map(drop)
    }
}

/// Prose is wrapped everywhere; the lines that a script reads are not.
fn narrate(pen: &mut Pen, text: &str) {
    for row in wrap(&visible(text), COLUMNS) {
        pen.say(row);
    }
}
