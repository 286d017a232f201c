//! One call of each of the eight guarded tools, on something made for it.

use rmcp::model::CallToolResult;
use rmcp_approval::testing::{Answer, Revision, Session, token_in};
use serde::Serialize;
use serde_json::{Value, json};

use crate::world::{DESCRIPTION, NAME, World};

pub struct Case {
    pub tool: &'static str,
    pub args: Value,
    /// Beginnings of the question.
    pub asks: String,
    about: About,
    /// What is there when it has happened.
    pub after: Value,
}

enum About {
    Collection(String),
    Playlist(String),
    Progress(String),
    Bookmark(String, f64),
}

impl Case {
    /// All eight, each on something of its own.
    pub async fn all(world: &World) -> [Self; 8] {
        [
            Self::delete_collection(world).await,
            Self::delete_playlist(world).await,
            Self::delete_media_progress(world).await,
            Self::delete_bookmark(world).await,
            Self::remove_books(world).await,
            Self::remove_items(world).await,
            Self::update_collection(world).await,
            Self::update_playlist(world).await,
        ]
    }

    async fn delete_collection(world: &World) -> Self {
        let id = world.collection(&world.books).await;
        Self {
            tool: "delete_collection",
            args: json!({ "collection_id": id }),
            asks: format!(
                "delete a collection of 4 book(s)\n\n\
                 The books stay; the list that somebody curated goes, and its order with it. \
                 Neither can be reconstructed from here.\n\n  \
                 Books in it: 4\n\n{SUPPLIED}\n  Collection: {id}"
            ),
            about: About::Collection(id),
            after: Value::Null,
        }
    }

    async fn delete_playlist(world: &World) -> Self {
        let id = world.playlist(&world.books[..3]).await;
        Self {
            tool: "delete_playlist",
            args: json!({ "playlist_id": id }),
            asks: format!(
                "delete a playlist of 3 item(s)\n\n\
                 The books and episodes stay; the playlist goes, and its order with it. Neither \
                 can be reconstructed from here.\n\n  \
                 Items in it: 3\n\n{SUPPLIED}\n  Playlist: {id}"
            ),
            about: About::Playlist(id),
            after: Value::Null,
        }
    }

    async fn delete_media_progress(world: &World) -> Self {
        let item = world.progress().await;
        Self {
            tool: "delete_media_progress",
            args: json!({ "library_item_id": item }),
            asks: format!(
                "delete the listening history of an item\n\n\
                 The position, whether it is finished, and the dates when it was begun and \
                 finished go. A position can be set again; the dates cannot be reconstructed.\n\n  \
                 Position in seconds: 20\n  Length in seconds: 60\n  Finished (1 is yes): 0\n\n\
                 {SUPPLIED}\n  Item: {item}"
            ),
            about: About::Progress(item),
            after: Value::Null,
        }
    }

    async fn delete_bookmark(world: &World) -> Self {
        let (item, time) = world.bookmark().await;
        let all = world.raw.read("api/me/bookmarks").await;
        let all = all["bookmarks"].as_array().unwrap();
        let of_item = all.iter().filter(|bookmark| bookmark["libraryItemId"] == *item).count();
        Self {
            tool: "delete_bookmark",
            args: json!({ "library_item_id": item, "time": time }),
            asks: format!(
                "delete a bookmark\n\n\
                 The title that somebody typed for it goes: a new bookmark at the same position \
                 gets a new title. The position is all that this tool is given, and a wrong one \
                 takes out another bookmark than the one that was meant.\n\n  \
                 Bookmarks of this item: {of_item}\n\n\
                 {SUPPLIED}\n  Item: {item}\n  Position in seconds: {time}"
            ),
            about: About::Bookmark(item, time),
            after: Value::Null,
        }
    }

    async fn remove_books(world: &World) -> Self {
        let id = world.collection(&world.books).await;
        let mut removed = world.books[..2].to_vec();
        let args = json!({ "collection_id": id, "library_item_ids": removed });
        removed.sort();
        Self {
            tool: "remove_books_from_collection",
            args,
            asks: format!(
                "remove 2 book(s) from a collection\n\n\
                 The books themselves are not deleted. The curated order of the collection cannot \
                 be reconstructed from here: add_books_to_collection puts a book back at the \
                 end.\n\n  Books removed: 2\n  Books that stay: 2\n\n\
                 {SUPPLIED}\n  Collection: {id}\n  Book: {}\n  Book: {}",
                removed[0], removed[1],
            ),
            about: About::Collection(id),
            after: list(&world.books[2..]),
        }
    }

    async fn remove_items(world: &World) -> Self {
        let id = world.playlist(&world.books[..3]).await;
        let removed = &world.books[1];
        Self {
            tool: "remove_items_from_playlist",
            args: json!({ "playlist_id": id, "items": [{ "library_item_id": removed }] }),
            asks: format!(
                "remove 1 item(s) from a playlist\n\n\
                 The books and episodes themselves are not deleted. The order of the playlist \
                 cannot be reconstructed from here: add_items_to_playlist puts an item back at the \
                 end.\n\n  Items removed: 1\n  Items that stay: 2\n\n\
                 {SUPPLIED}\n  Playlist: {id}\n  Item: {removed}"
            ),
            about: About::Playlist(id),
            after: list(&[world.books[0].clone(), world.books[2].clone()]),
        }
    }

    async fn update_collection(world: &World) -> Self {
        let id = world.collection(&world.books).await;
        let [a, b, c, d] = world.four();
        let order = [d, b, a, c];
        Self {
            tool: "update_collection",
            args: json!({ "collection_id": id, "library_item_ids": order }),
            asks: format!(
                "reorder a collection of 4 book(s)\n\n\
                 The books all stay. The order that somebody arranged goes, and cannot be \
                 reconstructed from here.\n\n  \
                 Books that change their place: 3\n  Names and descriptions replaced: 0\n\n\
                 {SUPPLIED}\n  Collection: {id}\n  Next book: {}\n",
                order[0],
            ),
            about: About::Collection(id),
            after: list(&order),
        }
    }

    async fn update_playlist(world: &World) -> Self {
        let id = world.playlist(&world.books[..3]).await;
        let [a, b, c, _] = world.four();
        let order = [c, a, b];
        let items: Vec<_> = order.iter().map(|item| json!({"library_item_id": item})).collect();
        Self {
            tool: "update_playlist",
            args: json!({ "playlist_id": id, "items": items }),
            asks: format!(
                "reorder a playlist of 3 item(s)\n\n\
                 The items all stay. The order that somebody arranged goes, and cannot be \
                 reconstructed from here.\n\n  \
                 Items that change their place: 3\n  Names and descriptions replaced: 0\n\n\
                 {SUPPLIED}\n  Playlist: {id}\n  Next item: {}\n",
                order[0],
            ),
            about: About::Playlist(id),
            after: list(&order),
        }
    }

    /// What is there now, in the form of `after`.
    pub async fn now(&self, world: &World) -> Value {
        let read = async |path: String| world.raw.read(&path).await;
        match &self.about {
            About::Collection(id) => shown(&read(format!("api/collections/{id}")).await, "books"),
            About::Playlist(id) => shown(&read(format!("api/playlists/{id}")).await, "items"),
            About::Progress(item) => read(format!("api/me/progress/{item}")).await,
            About::Bookmark(item, time) => {
                let all = read("api/me/bookmarks".to_owned()).await;
                let mut all = all["bookmarks"].as_array().unwrap().iter();
                let is_it = |one: &&Value| one["libraryItemId"] == **item && one["time"] == *time;
                all.find(is_it).cloned().unwrap_or_default()
            }
        }
    }
}

pub const SUPPLIED: &str = "Values below are supplied by the caller, not by this server:";

fn list(ids: &[impl Serialize]) -> Value {
    json!({ "name": NAME, "description": DESCRIPTION, "ids": ids })
}

/// A collection or a playlist, with the ids of its books or items.
pub fn shown(whole: &Value, list: &str) -> Value {
    if whole.is_null() {
        return Value::Null;
    }
    let list = whole[list].as_array().unwrap().iter();
    let ids = list.map(|one| one.get("libraryItemId").unwrap_or(&one["id"]));
    json!({
        "name": whole["name"],
        "description": whole["description"],
        "ids": ids.cloned().collect::<Value>(),
    })
}

pub fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    texts.map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// What a call that was carried out answers.
pub fn done(result: &CallToolResult) -> Value {
    assert_eq!(result.is_error, Some(false), "{}", text(result));
    result.structured_content.clone().expect("structured content")
}

/// What a call that was not carried out says.
pub fn not_done(result: &CallToolResult) -> String {
    assert_eq!(result.is_error, Some(true), "{}", text(result));
    text(result)
}

pub fn with(args: &Value, name: &str, value: impl Into<Value>) -> Value {
    let mut args = args.clone();
    args[name] = value.into();
    args
}

/// The token of a refusal.
pub fn token(result: &CallToolResult) -> String {
    let text = not_done(result);
    token_in(result).unwrap_or_else(|| panic!("{text}"))
}

/// The same call twice, the second time with the token of the first.
pub async fn twice(nobody: &Session, tool: &str, args: &Value) -> CallToolResult {
    let refused = nobody.call(tool, args.clone()).await.unwrap();
    nobody.call(tool, with(args, "confirm_token", token(&refused))).await.unwrap()
}

/// A call that is refused before anybody is asked, on both revisions.
pub async fn refused_unasked(world: &World, tool: &str, args: Value) -> String {
    let mut said = String::new();
    for revision in Revision::ALL {
        let person = world.person(revision, Answer::Accept).await;
        said = not_done(&person.call(tool, args.clone()).await.unwrap());
        assert_eq!(person.questions(), [], "{tool} {args}");
    }
    said
}
