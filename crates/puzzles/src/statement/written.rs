//! A CSP as it is written in JSON. What is wrong with the JSON is reported with its place; what
//! the words mean is found out later.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A CSP in words.
#[derive(serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) variables: Variables,
    #[serde(default)]
    pub(super) links: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) same: Vec<Vec<String>>,
    #[serde(default, skip_serializing_if = "WrittenGroups::is_usual")]
    pub(super) groups: WrittenGroups,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) values: Vec<String>,
}

/// The variables with their values, in the order in which they are written.
pub(super) struct Variables(pub(super) Vec<(String, Vec<String>)>);

/// The g-labels.
#[derive(Default)]
pub(super) enum WrittenGroups {
    /// Those that the links define.
    #[default]
    Derived,
    /// None.
    None,
    /// These.
    Listed(Vec<Vec<String>>),
}

impl WrittenGroups {
    fn is_usual(&self) -> bool {
        matches!(self, WrittenGroups::Derived)
    }
}

impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, values) in &self.0 {
            map.serialize_entry(name, values)?;
        }
        map.end()
    }
}

impl Serialize for WrittenGroups {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            WrittenGroups::Derived => serializer.serialize_bool(true),
            WrittenGroups::None => serializer.serialize_bool(false),
            WrittenGroups::Listed(groups) => groups.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variables, D::Error> {
        struct Of;
        impl<'de> Visitor<'de> for Of {
            type Value = Variables;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with the values of each variable")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variables, A::Error> {
                let mut variables = Vec::new();
                while let Some((name, values)) = map.next_entry::<String, Vec<Value>>()? {
                    let values = values.into_iter().map(|value| value.0);
                    variables.push((name, values.collect()));
                }
                Ok(Variables(variables))
            }
        }
        deserializer.deserialize_map(Of)
    }
}

/// A value: a text, or a whole number that stands for its digits.
struct Value(String);

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        struct Of;
        impl Visitor<'_> for Of {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value: a text or a whole number")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value(text.to_string()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }
        }
        deserializer.deserialize_any(Of)
    }
}

impl<'de> Deserialize<'de> for WrittenGroups {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenGroups, D::Error> {
        struct Of;
        impl<'de> Visitor<'de> for Of {
            type Value = WrittenGroups;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or a list of groups of labels")
            }

            fn visit_bool<E: Error>(self, derived: bool) -> Result<WrittenGroups, E> {
                Ok(match derived {
                    true => WrittenGroups::Derived,
                    false => WrittenGroups::None,
                })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<WrittenGroups, A::Error> {
                let mut groups = Vec::new();
                while let Some(group) = seq.next_element()? {
                    groups.push(group);
                }
                Ok(WrittenGroups::Listed(groups))
            }
        }
        deserializer.deserialize_any(Of)
    }
}
