//! `get_server_info`: what this server is connected to, and what it may do there.

use super::{answers::ServerInfo, books::AddressBooks, error::Error};

/// How many classes a server may claim, and how long the name of one is.
const MAX_CLASSES: usize = 32;
const CLASS_LENGTH: usize = 64;

impl AddressBooks {
    /// Says nothing of the log-in, its name included.
    pub(super) async fn get_server_info(
        &self,
        read_only: bool,
        asks_in_a_dialog: bool,
    ) -> Result<ServerInfo, Error> {
        let mut dav_classes = self.dav.classes().await?;
        dav_classes.retain(|class| class.len() <= CLASS_LENGTH);
        dav_classes.truncate(MAX_CLASSES);
        Ok(ServerInfo {
            name: super::NAME,
            version: env!("CARGO_PKG_VERSION"),
            carddav_server: self.dav.origin(),
            dav_classes,
            read_only,
            only_named_address_books: self.fence.is_closed(),
            asks_in_a_dialog,
        })
    }
}
