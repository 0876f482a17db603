//! A CSP as written in JSON. Errors in the JSON are reported with their place; names
//! are resolved later.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// A CSP by names.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CspText {
    /// The variables with their values, in the order in which they are written.
    #[serde(serialize_with = "write_map", deserialize_with = "read_map")]
    pub(super) variables: Vec<(String, Vec<String>)>,
    #[serde(default)]
    pub(super) links: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) same: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "GroupsText::is_usual")]
    pub(super) groups: GroupsText,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) values: Vec<String>,
}

/// The g-labels.
#[derive(Deserialize, Serialize)]
#[serde(
    untagged,
    expecting = "expected true, false or a list of groups of labels"
)]
pub(super) enum GroupsText {
    /// All that the links define, or none.
    Derived(bool),
    /// The listed ones.
    Listed(Vec<Vec<String>>),
}

impl Default for GroupsText {
    fn default() -> GroupsText {
        GroupsText::Derived(true)
    }
}

impl GroupsText {
    fn is_usual(&self) -> bool {
        matches!(self, GroupsText::Derived(true))
    }
}

/// A value: a text, or an integer that stands for its digits.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or an integer as a value")]
enum WrittenValue {
    Text(String),
    Natural(u64),
    Negative(i64),
}

fn write_map<S: Serializer>(map: &[(String, Vec<String>)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(map.iter().map(|(name, values)| (name, values)))
}

/// A map that keeps the order and repeated names.
fn read_map<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, Vec<String>)>, D::Error> {
    struct MapVisitor;
    impl<'de> Visitor<'de> for MapVisitor {
        type Value = Vec<(String, Vec<String>)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object with the values of each variable")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let text = |value: WrittenValue| match value {
                WrittenValue::Text(text) => text,
                WrittenValue::Natural(number) => number.to_string(),
                WrittenValue::Negative(number) => number.to_string(),
            };
            let mut variables = Vec::new();
            while let Some((name, values)) = map.next_entry::<_, Vec<WrittenValue>>()? {
                variables.push((name, values.into_iter().map(text).collect()));
            }
            Ok(variables)
        }
    }
    from.deserialize_map(MapVisitor)
}
