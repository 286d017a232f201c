//! An order is taken only if it is exactly what the server makes of it.

use serde_json::{Value, json};

use crate::{cases::refused_unasked, world::World};

on_both! {
    an_order_names_every_book_once,
    an_order_names_every_item_once,
    what_is_twice_in_a_playlist_stands_side_by_side,
}

async fn an_order_names_every_book_once(world: World) {
    let [a, b, c, d] = world.four();
    let id = world.collection(&[a, b, c]).await;
    for (order, why) in [
        (json!([c, b]), format!("{a} is missing")),
        (json!([c, b, d]), format!("{d} is not in this collection")),
        (json!([c, b, a, a]), "names everything once".to_owned()),
        (json!([a, b, c]), "in this order already".to_owned()),
        (json!([]), "library_item_ids is empty".to_owned()),
        (Value::Null, "library_item_ids is empty".to_owned()),
    ] {
        let args = json!({ "collection_id": id, "name": "Renamed", "library_item_ids": order });
        let said = refused_unasked(&world, "update_collection", args).await;
        assert!(said.contains(&why) && said.contains("Nothing was changed"), "{said}");
    }
    let collection = world.raw.read(&format!("api/collections/{id}")).await;
    assert_ne!(collection["name"], "Renamed");
    assert_eq!(world.books_of(&id).await, [a, b, c]);
}

async fn an_order_names_every_item_once(world: World) {
    let [a, b, c, d] = world.four();
    let id = world.playlist(&[a, b, c]).await;
    let items =
        |ids: &[&str]| ids.iter().map(|id| json!({ "library_item_id": id })).collect::<Value>();
    for (order, why) in [
        (items(&[c, b]), format!("{a} is missing")),
        (items(&[c, b, d]), format!("{d} is not in this playlist")),
        (items(&[c, b, a, a]), "names everything once".to_owned()),
        (items(&[a, b, c]), "in this order already".to_owned()),
        (json!([]), "items is empty".to_owned()),
        (Value::Null, "items is empty".to_owned()),
    ] {
        let args = json!({ "playlist_id": id, "name": "Renamed", "items": order });
        let said = refused_unasked(&world, "update_playlist", args).await;
        assert!(said.contains(&why) && said.contains("Nothing was changed"), "{said}");
    }
    let playlist = world.raw.read(&format!("api/playlists/{id}")).await;
    assert_ne!(playlist["name"], "Renamed");
    assert_eq!(world.items_of(&id).await, [a, b, c]);
}

async fn what_is_twice_in_a_playlist_stands_side_by_side(world: World) {
    use crate::cases::{done, twice};
    use rmcp_approval::testing::Revision;

    let [a, b, _, _] = world.four();
    let id = world.playlist(&[b]).await;
    let both = json!({ "items": [{ "libraryItemId": a }, { "libraryItemId": a }] });
    let path = format!("api/playlists/{id}/batch/add");
    world.raw.change(reqwest::Method::POST, &path, both).await;
    assert_eq!(world.items_of(&id).await, [b, a, a]);

    let order = |ids: [&str; 3]| {
        let items = ids.map(|id| json!({ "library_item_id": id }));
        json!({ "playlist_id": id, "items": items })
    };
    let said = refused_unasked(&world, "update_playlist", order([a, b, a])).await;
    assert!(said.contains("stands side by side"), "{said}");
    let nobody = world.nobody(Revision::V2026_07_28).await;
    done(&twice(&nobody, "update_playlist", &order([a, a, b])).await);
    assert_eq!(world.items_of(&id).await, [a, a, b]);

    // A removal takes both.
    let args = json!({ "playlist_id": id, "items": [{ "library_item_id": a }] });
    done(&twice(&nobody, "remove_items_from_playlist", &args).await);
    assert_eq!(world.items_of(&id).await, [b]);
}
