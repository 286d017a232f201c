//! The set of targets is the operation: an approval for one executes no other.

use rmcp_approval::testing::{Answer, Leg, Revision};
use serde_json::{Value, json};

use crate::{
    cases::{done, not_done, token, with},
    world::World,
};

on_both! {
    a_token_for_one_removes_no_second,
    an_answer_for_one_removes_no_second,
    any_order_is_the_same_removal,
    another_order_is_another_reordering,
}

/// The removals: each with what it removes from, and two targets in it.
async fn removals(world: &World) -> [(&'static str, &'static str, Value, [Value; 2]); 2] {
    let [a, b] = [world.books[0].clone(), world.books[1].clone()];
    let collection = world.collection(&world.books).await;
    let playlist = world.playlist(&world.books).await;
    [
        (
            "remove_books_from_collection",
            "library_item_ids",
            json!({ "collection_id": collection }),
            [json!(a), json!(b)],
        ),
        (
            "remove_items_from_playlist",
            "items",
            json!({ "playlist_id": playlist }),
            [json!({ "library_item_id": a }), json!({ "library_item_id": b })],
        ),
    ]
}

async fn left(world: &World, id: &Value) -> usize {
    match id["collection_id"].as_str() {
        Some(id) => world.books_of(id).await.len(),
        None => world.items_of(id["playlist_id"].as_str().unwrap()).await.len(),
    }
}

async fn a_token_for_one_removes_no_second(world: World) {
    for revision in Revision::ALL {
        for (tool, targets, id, [a, b]) in removals(&world).await {
            let nobody = world.nobody(revision).await;
            let one = with(&id, targets, json!([a]));
            let both = with(&id, targets, json!([a, b]));
            let token = token(&nobody.call(tool, one.clone()).await.unwrap());
            let widened = with(&both, "confirm_token", token.clone());
            let said = not_done(&nobody.call(tool, widened).await.unwrap());
            assert!(said.contains("does not fit"), "{said}");
            assert_eq!(left(&world, &id).await, 4);

            done(&nobody.call(tool, with(&one, "confirm_token", token)).await.unwrap());
            assert_eq!(left(&world, &id).await, 3, "the control");
        }
    }
}

async fn an_answer_for_one_removes_no_second(world: World) {
    for (tool, targets, id, [a, b]) in removals(&world).await {
        let person = world.person(Revision::V2026_07_28, Answer::Never).await;
        let one = with(&id, targets, json!([a]));
        let asked = person.call_once(tool, one.clone()).await.unwrap().asked().expect("a question");
        let widened = with(&id, targets, json!([a, b]));
        let leg = asked.retry().arguments(widened).answer(Answer::Accept).send().await.unwrap();
        assert!(matches!(leg, Leg::Asked(_)), "asked again, about both");
        assert_eq!(left(&world, &id).await, 4);

        let leg = asked.retry().answer(Answer::Accept).send().await.unwrap();
        done(&leg.done().expect("the control runs"));
        assert_eq!(left(&world, &id).await, 3);
    }
}

async fn any_order_is_the_same_removal(world: World) {
    for revision in Revision::ALL {
        for (tool, targets, id, [a, b]) in removals(&world).await {
            let nobody = world.nobody(revision).await;
            let there = with(&id, targets, json!([a, b]));
            let token = token(&nobody.call(tool, there).await.unwrap());
            let back = with(&with(&id, targets, json!([b, a, b])), "confirm_token", token);
            done(&nobody.call(tool, back).await.unwrap());
            assert_eq!(left(&world, &id).await, 2);
        }
    }
}

async fn another_order_is_another_reordering(world: World) {
    let [a, b, c, d] = world.four();
    for revision in Revision::ALL {
        let collection = world.collection(&world.books).await;
        let playlist = world.playlist(&world.books).await;
        let books =
            |order: [&str; 4]| json!({ "collection_id": collection, "library_item_ids": order });
        let items = |order: [&str; 4]| {
            let items = order.map(|id| json!({ "library_item_id": id }));
            json!({ "playlist_id": playlist, "items": items })
        };
        let (wanted, other) = ([d, c, b, a], [d, c, a, b]);
        for (tool, wanted, other) in [
            ("update_collection", books(wanted), books(other)),
            ("update_playlist", items(wanted), items(other)),
        ] {
            let nobody = world.nobody(revision).await;
            let token = token(&nobody.call(tool, wanted.clone()).await.unwrap());
            let other = with(&other, "confirm_token", token.clone());
            let said = not_done(&nobody.call(tool, other).await.unwrap());
            assert!(said.contains("does not fit"), "{tool}: {said}");
            let quoted = with(&wanted, "confirm_token", token);
            done(&nobody.call(tool, quoted).await.unwrap());
        }
        assert_eq!(world.books_of(&collection).await, wanted);
        assert_eq!(world.items_of(&playlist).await, wanted);
    }
}
