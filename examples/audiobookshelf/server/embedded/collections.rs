//! `collections`: shared by all accounts.

use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::{delete, get, post},
};
use serde_json::{Value, json};

use super::{
    Account, Answer, BAD_REQUEST, FORBIDDEN, NOT_FOUND, OK, Refusal, Server,
    store::{Collection, Store},
};

pub(super) fn routes() -> Router<Server> {
    Router::new()
        .route("/collections", get(list).post(create))
        .route("/collections/{id}", get(read).patch(update).delete(remove))
        .route("/collections/{id}/book/{item}", delete(remove_book))
        .route("/collections/{id}/batch/add", post(add_books))
        .route("/collections/{id}/batch/remove", post(remove_books))
}

const NO_COLLECTION: Refusal = (StatusCode::NOT_FOUND, "Collection not found");

impl Store {
    fn collection(&mut self, id: &str) -> Result<&mut Collection, Refusal> {
        self.collections.iter_mut().find(|collection| collection.id == id).ok_or(NO_COLLECTION)
    }

    fn collection_answer(&self, id: &str) -> Answer {
        let found = self.collections.iter().find(|collection| collection.id == id);
        found.map(|collection| Json(self.collection_json(collection))).ok_or(NO_COLLECTION)
    }
}

fn check_may_change(account: &Account) -> Result<(), Refusal> {
    if account.may_change { Ok(()) } else { Err(FORBIDDEN) }
}

/// The strings of a list; anything else in it is passed over.
fn strings(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(|one| one.as_str()).filter(|one| !one.is_empty()).map(str::to_owned).collect()
}

async fn list(State(server): State<Server>) -> Json<Value> {
    let store = server.store();
    let all = store.collections.iter().map(|collection| store.collection_json(collection));
    Json(json!({ "collections": all.collect::<Value>() }))
}

async fn read(State(server): State<Server>, Path(id): Path<String>) -> Answer {
    server.store().collection_answer(&id)
}

async fn create(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Json(body): Json<Value>,
) -> Answer {
    check_may_change(&account)?;
    let mut store = server.store();
    let name = body["name"].as_str().filter(|name| !name.is_empty());
    let (Some(name), Some(library)) = (name, body["libraryId"].as_str()) else {
        return Err((BAD_REQUEST, "Invalid collection data"));
    };
    let books = strings(&body["books"]);
    if books.is_empty() {
        return Err((BAD_REQUEST, "Invalid collection data. No books"));
    }
    let is_book = |id: &String| store.item(id).is_some_and(|i| i.is_book() && i.library == library);
    if !books.iter().all(is_book) {
        return Err((BAD_REQUEST, "Invalid collection data. Invalid books"));
    }
    let collection = Collection {
        id: store.new_id("col"),
        library: library.to_owned(),
        name: name.to_owned(),
        description: body["description"].as_str().map(str::to_owned),
        books,
    };
    let created = store.collection_json(&collection);
    store.collections.push(collection);
    Ok(Json(created))
}

/// `books` is a sort key over the members: what is no member is ignored, and a member that is
/// left out has the index -1, which is in front.
async fn update(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Answer {
    let mut store = server.store();
    let collection = store.collection(&id)?;
    check_may_change(&account)?;
    if let Some(description) = body.get("description") {
        collection.description = description.as_str().map(str::to_owned);
    }
    if let Some(name) = body["name"].as_str() {
        collection.name = name.to_owned();
    }
    let order = strings(&body["books"]);
    if !order.is_empty() {
        collection.books.sort_by_key(|book| order.iter().position(|other| other == book));
    }
    store.collection_answer(&id)
}

async fn remove(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
) -> Result<&'static str, Refusal> {
    let mut store = server.store();
    store.collection(&id)?;
    check_may_change(&account)?;
    store.collections.retain(|collection| collection.id != id);
    Ok(OK)
}

async fn remove_book(
    State(server): State<Server>,
    Path((id, item)): Path<(String, String)>,
) -> Answer {
    let mut store = server.store();
    store.collection(&id)?;
    store.item(&item).ok_or(NOT_FOUND)?;
    store.collection(&id)?.books.retain(|book| *book != item);
    store.collection_answer(&id)
}

async fn add_books(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Answer {
    let mut store = server.store();
    let library = store.collection(&id)?.library.clone();
    check_may_change(&account)?;
    let wanted = strings(&body["books"]);
    if wanted.is_empty() {
        return Err((BAD_REQUEST, "Invalid request body"));
    }
    // In the order of the library, not in that of the request.
    let books = store.items.iter().filter(|item| item.is_book() && item.library == library);
    let books = books.map(|item| item.id.to_owned()).filter(|id| wanted.contains(id));
    let books: Vec<String> = books.collect();
    if books.is_empty() {
        return Err((BAD_REQUEST, "Invalid request body. No valid books"));
    }
    let collection = store.collection(&id)?;
    for book in books {
        if !collection.books.contains(&book) {
            collection.books.push(book);
        }
    }
    store.collection_answer(&id)
}

/// A collection that becomes empty stays.
async fn remove_books(
    State(server): State<Server>,
    Extension(account): Extension<Account>,
    Path(id): Path<String>,
    Json(body): Json<Value>,
) -> Answer {
    let mut store = server.store();
    let collection = store.collection(&id)?;
    check_may_change(&account)?;
    let removed = strings(&body["books"]);
    if removed.is_empty() {
        return Err((StatusCode::INTERNAL_SERVER_ERROR, "Invalid request body"));
    }
    collection.books.retain(|book| !removed.contains(book));
    store.collection_answer(&id)
}
