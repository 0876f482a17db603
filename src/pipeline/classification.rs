//! The keys of a classification, in `[classify]` and in a step.

use serde::Deserialize;

use super::error::{FormatError, wrong};
use crate::expression::Condition;
use gradus_engine::rating::{Limits, Names, Request};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassifyPart {
    pub ratings: Option<Vec<String>>,
    pub max_length: Option<u8>,
    pub budget: Option<u64>,
    pub max_depth: Option<u8>,
    pub limit: Option<u64>,
    #[serde(rename = "where")]
    pub condition: Option<String>,
}

pub(super) fn condition(
    key: &'static str,
    text: Option<String>,
) -> Result<Option<Condition>, FormatError> {
    let parsed = text.map(|text| text.parse().map_err(|fault| wrong(key, fault)));
    parsed.transpose()
}

pub(super) fn request(part: &ClassifyPart) -> Result<Request, FormatError> {
    let names = part.ratings.as_ref().map(|names| names.join(",").parse());
    let names: Option<Names> = names.transpose().map_err(|error| wrong("ratings", error))?;
    let defaults = Limits::default();
    let max_length = part.max_length.map_or(defaults.max_length, usize::from);
    if !(1..=99).contains(&max_length) {
        return Err(wrong("max_length", "it must be from 1 to 99"));
    }
    let max_depth = part.max_depth.map_or(defaults.max_depth, usize::from);
    if !(1..=9).contains(&max_depth) {
        return Err(wrong("max_depth", "it must be from 1 to 9"));
    }
    Ok(Request {
        names: names.unwrap_or_default(),
        limits: Limits {
            max_length,
            budget: match part.budget {
                Some(0) => u64::MAX,
                budget => budget.unwrap_or(defaults.budget),
            },
            max_depth,
            timeout: None,
        },
    })
}
