//! What the account of the API key may do.

use serde::Deserialize;

use super::{error::Error, lists::Audiobooks};

#[derive(Deserialize)]
struct Me {
    permissions: Option<Permissions>,
}

/// A server that does not say leaves it to the write itself.
#[derive(Deserialize)]
#[serde(default)]
struct Permissions {
    update: bool,
    delete: bool,
}

impl Default for Permissions {
    fn default() -> Self {
        Self { update: true, delete: true }
    }
}

impl Audiobooks {
    /// So that nobody is asked about what the server would refuse.
    pub(super) async fn check_may_delete(&self) -> Result<(), Error> {
        if self.permissions().await?.delete { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// So that nobody is asked about what the server would refuse.
    pub(super) async fn check_may_update(&self) -> Result<(), Error> {
        if self.permissions().await?.update { Ok(()) } else { Err(Error::Forbidden) }
    }

    async fn permissions(&self) -> Result<Permissions, Error> {
        let me: Me = self.api.get(self.api.url(["api", "me"])).await?;
        Ok(me.permissions.unwrap_or_default())
    }
}
