//! A tool's arguments: what `Patch`, `Caller` and `Parameters` are in Rust, in JSON and in the
//! schema that the tool declares.

use rmcp_approval::{Caller, Parameters, Patch};
use schemars::{JsonSchema, SchemaGenerator, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[test]
fn leaving_clearing_and_setting_are_three_things() {
    let three = [Patch::Omitted, Patch::Clear, Patch::Set("x")];
    assert_eq!(three.map(|patch| patch.is_omitted()), [true, false, false]);
    assert_eq!(three.map(|patch| patch.is_clear()), [false, true, false]);
    assert_eq!(three.map(|patch| patch.is_set()), [false, false, true]);
    assert_eq!(three.map(|patch| patch.as_set().copied()), [None, None, Some("x")]);
    assert_eq!(
        three.map(|patch| patch.map(str::len)),
        [Patch::Omitted, Patch::Clear, Patch::Set(1)]
    );
    assert_eq!(Patch::<&str>::default(), Patch::Omitted);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Update {
    #[serde(default, skip_serializing_if = "Patch::is_omitted")]
    title: Patch<String>,
}

#[test]
fn a_missing_key_null_and_a_value_come_back_as_they_were() {
    for (json, title) in [
        (json!({}), Patch::Omitted),
        (json!({"title": null}), Patch::Clear),
        (json!({"title": ""}), Patch::Set(String::new())),
        (json!({"title": "null"}), Patch::Set("null".to_owned())),
    ] {
        let update: Update = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(update, Update { title });
        assert_eq!(serde_json::to_value(&update).unwrap(), json);
    }
    assert!(serde_json::from_value::<Update>(json!({"title": 1})).is_err());
}

#[derive(JsonSchema)]
struct Place {
    _street: String,
}

/// Everything that schemars asks of a type.
fn declared<T: JsonSchema>() -> Value {
    let mut generator = SchemaGenerator::default();
    json!({
        "inline": T::inline_schema(),
        "name": T::schema_name(),
        "id": T::schema_id(),
        "schema": T::json_schema(&mut generator),
        "definitions": generator.take_definitions(true),
        "title": schema_for!(T).get("title"),
    })
}

#[test]
fn a_patch_is_declared_as_a_value_or_null_and_a_caller_as_what_it_holds() {
    assert_eq!(declared::<Patch<u32>>(), declared::<Option<u32>>());
    assert_eq!(declared::<Patch<Place>>(), declared::<Option<Place>>());
    assert_eq!(declared::<Caller<u32>>(), declared::<u32>());
    assert_eq!(declared::<Caller<Place>>(), declared::<Place>());
}

#[test]
fn a_guarded_tool_declares_its_own_arguments_and_an_optional_token_and_nothing_else() {
    let mut declared = schema_for!(Parameters<Place>).to_value();
    let token = declared["properties"].as_object_mut().unwrap().remove("confirm_token").unwrap();
    assert_eq!(declared, schema_for!(Place).to_value());
    let description = token["description"].as_str().unwrap();
    assert!(description.starts_with("Leave this out. "), "{description}");
    assert!(description.contains("made twice with the same arguments, and nothing more"));
    assert_eq!(token, json!({"type": "string", "description": description}));

    // Arguments without any property have the token as their only one.
    #[derive(JsonSchema)]
    struct Nothing {}
    let declared = schema_for!(Parameters<Nothing>).to_value();
    assert_eq!(declared["properties"], json!({ "confirm_token": token }));
    assert_eq!(declared.get("required"), None);
}

/// A generator that has met one of them must not take another for it.
#[test]
fn the_parameters_of_two_tools_are_two_types_and_neither_is_its_arguments() {
    let ids = [
        Parameters::<Place>::schema_id(),
        Parameters::<u32>::schema_id(),
        Place::schema_id(),
        u32::schema_id(),
    ];
    for (place, id) in ids.iter().enumerate() {
        assert!(!ids[..place].contains(id), "{id}");
    }
}
