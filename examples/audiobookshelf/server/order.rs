//! Planning the two updates, which ask only if they reorder.
//!
//! Audiobookshelf takes an order as a sort key and makes something of any list: ids
//! that it does not know are ignored, and what is left out moves to the front. So
//! an order is taken only if it is exactly what comes out of it. (Books that the
//! account may not see are in no list here, and they do move to the front.)

use rmcp_approval::{Caller, Patch};

use super::{
    arguments::{UpdateCollectionArgs, UpdatePlaylistArgs},
    error::Error,
    lists::Audiobooks,
    operations::{ReorderCollection, ReorderPlaylist},
    plan::not_in_playlist,
    revise::Rename,
    values::Id,
};

/// What an update comes to.
pub(super) enum Update<Reorder> {
    /// The old words can be typed again, so nobody is asked.
    Rename(Id, Rename),
    Reorder(Reorder),
}

impl Audiobooks {
    pub(super) async fn plan_update_collection(
        &self,
        args: UpdateCollectionArgs,
    ) -> Result<Update<ReorderCollection>, Error> {
        let UpdateCollectionArgs { collection_id: collection, name, description, .. } = args;
        let rename = Rename { name, description };
        let order = check_order("library_item_ids", args.library_item_ids, &rename)?;
        self.check_may_update().await?;
        let before = self.collection(collection.get()).await?.into_books();
        let Some(order) = order else {
            return Ok(Update::Rename(collection.into_inner(), rename));
        };
        check_permutation(&before, &order, |book| {
            Error::refused(format_args!("{book} is not in this collection: leave it out"))
        })?;
        let rename = (rename.count() > 0).then_some(rename);
        Ok(Update::Reorder(ReorderCollection { collection, order, before, rename }))
    }

    pub(super) async fn plan_update_playlist(
        &self,
        args: UpdatePlaylistArgs,
    ) -> Result<Update<ReorderPlaylist>, Error> {
        let UpdatePlaylistArgs { playlist_id: playlist, name, description, .. } = args;
        if description.is_clear() {
            return Err(Error::refused(
                "Audiobookshelf keeps the description of a playlist when it is cleared: pass \
                 another one",
            ));
        }
        let rename = Rename { name, description };
        let order = check_order("items", args.items, &rename)?;
        let before = self.playlist(playlist.get()).await?.into_entries();
        let Some(order) = order else {
            return Ok(Update::Rename(playlist.into_inner(), rename));
        };
        check_permutation(&before, &order, |entry| not_in_playlist(entry, &before))?;
        let rename = (rename.count() > 0).then_some(rename);
        Ok(Update::Reorder(ReorderPlaylist { playlist, order, before, rename }))
    }
}

/// The order, if there is one. `null` and an empty list are neither an order nor none.
fn check_order<T>(
    argument: &str,
    order: Patch<Vec<T>>,
    rename: &Rename,
) -> Result<Option<Vec<T>>, Error> {
    match order {
        Patch::Set(order) if !order.is_empty() => Ok(Some(order)),
        Patch::Omitted if rename.count() > 0 => Ok(None),
        Patch::Omitted => Err(Error::refused(format_args!(
            "There is nothing to change: pass name, description or {argument}"
        ))),
        Patch::Set(_) | Patch::Clear => {
            Err(Error::refused(format_args!("{argument} is empty: leave it out to keep the order")))
        }
    }
}

fn check_permutation<T: Clone + PartialEq + std::fmt::Display>(
    before: &[T],
    order: &[Caller<T>],
    foreign: impl Fn(&T) -> Error,
) -> Result<(), Error> {
    let order: Vec<T> = order.iter().map(|entry| entry.get().clone()).collect();
    if let Some(entry) = order.iter().find(|entry| !before.contains(entry)) {
        return Err(foreign(entry));
    }
    if let Some(entry) = before.iter().find(|entry| !order.contains(entry)) {
        return Err(Error::refused(format_args!(
            "{entry} is missing: an order names everything that is in the list"
        )));
    }
    if order == before {
        return Err(Error::refused("The list is in this order already"));
    }
    if sorted_by(before, &order) != order {
        return Err(Error::refused(
            "An order names everything once; what is in the list twice stands side by side",
        ));
    }
    Ok(())
}

/// What the server makes of it: a stable sort by the first place in `order`.
fn sorted_by<T: Clone + PartialEq>(before: &[T], order: &[T]) -> Vec<T> {
    let mut sorted = before.to_vec();
    sorted.sort_by_key(|entry| order.iter().position(|other| other == entry));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_does_what_the_server_does() {
        assert_eq!(sorted_by(&[4, 1, 3, 2], &[2, 3, 1, 4]), [2, 3, 1, 4]);
        // Left out: to the front, in the order that they were in.
        assert_eq!(sorted_by(&[4, 1, 3, 2], &[1]), [4, 3, 2, 1]);
        // Twice in the list: side by side, whatever was asked for.
        assert_eq!(sorted_by(&[1, 2, 1], &[1, 2, 1]), [1, 1, 2]);
    }
}
