//! The largest published values of ratings and gaps, with their sources (`data/extremes.toml`).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use gradus_table::expression::Formula;

const FILE: &str = include_str!("../../data/extremes.toml");

/// The largest published value of a rating or a gap.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Largest {
    /// The column or the gap, as given to `--by`.
    pub of: String,
    /// The value.
    pub value: i32,
    /// The publication.
    pub source: String,
}

impl Largest {
    /// The largest published value of a formula, if known.
    pub fn published(of: &Formula) -> Option<&'static Largest> {
        let of = of.to_string();
        LARGEST.iter().find(|largest| largest.of == of)
    }
}

static LARGEST: LazyLock<Vec<Largest>> = LazyLock::new(|| {
    let file: BTreeMap<String, Vec<Largest>> =
        toml::from_str(FILE).expect("the embedded file is sound");
    file.into_values().flatten().collect()
});
