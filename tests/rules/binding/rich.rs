//! A value whose encoding is written down.

use std::collections::HashMap;

use rmcp_approval::Patch;
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Rich {
    yes: bool,
    small: i8,
    large: u128,
    half: f64,
    letter: char,
    text: &'static str,
    #[serde(serialize_with = "as_bytes")]
    bytes: [u8; 3],
    nothing: Option<u8>,
    something: Option<Option<u8>>,
    unit: (),
    pair: (u16, &'static str),
    list: Vec<Shape>,
    map: HashMap<&'static str, i64>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    omitted: Patch<u8>,
    #[serde(skip_serializing_if = "Patch::is_omitted")]
    cleared: Patch<u8>,
}

fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

#[derive(Serialize)]
struct Nothing;
#[derive(Serialize)]
struct Id(u32);
#[derive(Serialize)]
struct Pair(Id, Nothing);

#[derive(Serialize)]
enum Shape {
    Point,
    Circle(f32),
    Line(Pair, i128),
    Square { side: u8 },
}

/// One of each kind of value.
pub fn rich() -> impl Serialize {
    Rich {
        yes: true,
        small: -7,
        large: u128::MAX,
        half: 0.5,
        letter: 'é',
        text: "Ada\nLovelace",
        bytes: [0, 7, 255],
        nothing: None,
        something: Some(None),
        unit: (),
        pair: (443, ""),
        list: vec![
            Shape::Point,
            Shape::Circle(-0.0),
            Shape::Line(Pair(Id(1), Nothing), i128::MIN),
            Shape::Square { side: 4 },
        ],
        map: HashMap::from([("b", 2), ("a", 1), ("", i64::MIN)]),
        omitted: Patch::Omitted,
        cleared: Patch::Clear,
    }
}
