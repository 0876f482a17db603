//! The steps of a pipeline before the classification. Each is a command that turns puzzles
//! into puzzles, or a classification that keeps those that satisfy a condition.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::classification::{ClassifyPart, condition, request};
use super::error::{FormatError, wrong};
use crate::canon::FormChoice;
use crate::convert::{More, Which};
use crate::expression::Condition;
use gradus_engine::rating::{Expansion, Request};
use gradus_generate::vicinity::Vicinity;

/// A step.
#[derive(Clone, Debug)]
pub enum Step {
    /// Puzzles with more clues of their solution.
    Expand(More),
    /// The minimal puzzles inside puzzles.
    Minimals(Which),
    /// Canonical forms.
    Canon {
        /// Which form.
        form: FormChoice,
        /// True to keep only the first of each class.
        unique: bool,
    },
    /// Puzzles with some clues exchanged for others.
    Neighbours(Vicinity),
    /// Random isomorphs.
    Isomorph {
        /// The same seed gives the same isomorphs.
        seed: u64,
        /// Isomorphs of each puzzle.
        count: u64,
    },
    /// The solutions.
    Solve,
    /// The puzzles for which a condition on their ratings holds.
    Classify {
        /// The ratings and limits.
        request: Box<Request>,
        /// The condition.
        condition: Option<Condition>,
    },
}

/// A step as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepPart {
    #[serde(rename = "do")]
    kind: String,
    by: Option<String>,
    limit: Option<u64>,
    sample: Option<u64>,
    seed: Option<u64>,
    count: Option<u64>,
    form: Option<String>,
    unique: Option<bool>,
    minus: Option<u8>,
    plus: Option<u8>,
    minimal: Option<bool>,
    same_pattern: Option<bool>,
    in_solution: Option<bool>,
    ratings: Option<Vec<String>>,
    max_length: Option<u8>,
    budget: Option<u64>,
    max_depth: Option<u8>,
    #[serde(rename = "where")]
    condition: Option<String>,
}

/// The keys that go with each step.
const KEYS: [(&str, &[&str]); 7] = [
    ("expand", &["by"]),
    ("minimals", &["limit", "sample", "seed"]),
    ("canon", &["form", "unique"]),
    (
        "neighbours",
        &["minus", "plus", "minimal", "same_pattern", "in_solution"],
    ),
    ("isomorph", &["seed", "count"]),
    ("solve", &[]),
    (
        "classify",
        &["ratings", "max_length", "budget", "max_depth", "where"],
    ),
];

/// The default limit of minimals per puzzle, as for the command.
const MOST_MINIMALS: u64 = 100_000;

impl StepPart {
    /// The keys that are set.
    fn set(&self) -> Vec<&'static str> {
        let keys = [
            ("by", self.by.is_some()),
            ("limit", self.limit.is_some()),
            ("sample", self.sample.is_some()),
            ("seed", self.seed.is_some()),
            ("count", self.count.is_some()),
            ("form", self.form.is_some()),
            ("unique", self.unique.is_some()),
            ("minus", self.minus.is_some()),
            ("plus", self.plus.is_some()),
            ("minimal", self.minimal.is_some()),
            ("same_pattern", self.same_pattern.is_some()),
            ("in_solution", self.in_solution.is_some()),
            ("ratings", self.ratings.is_some()),
            ("max_length", self.max_length.is_some()),
            ("budget", self.budget.is_some()),
            ("max_depth", self.max_depth.is_some()),
            ("where", self.condition.is_some()),
        ];
        let set = keys.into_iter().filter(|(_, is_set)| *is_set);
        set.map(|(key, _)| key).collect()
    }

    /// The step that it describes.
    pub(super) fn step(self) -> Result<Step, FormatError> {
        let wrong = |message: String| wrong("step", message);
        let Some((kind, keys)) = KEYS.iter().find(|(kind, _)| *kind == self.kind) else {
            let kinds = KEYS.map(|(kind, _)| kind).join(", ");
            let message = format!("unknown step {:?} (expected one of {kinds})", self.kind);
            return Err(wrong(message));
        };
        if let Some(key) = self.set().into_iter().find(|key| !keys.contains(key)) {
            return Err(wrong(format!("{key} does not go with {kind}")));
        }
        Ok(match *kind {
            "expand" => Step::Expand(match self.by.as_deref() {
                None | Some("brt") => More::By(Expansion::Brt),
                Some("w1") => More::By(Expansion::W1),
                Some("s") => More::By(Expansion::S),
                Some("one") => More::One,
                Some(_) => return Err(wrong("by is brt, w1, s or one".to_string())),
            }),
            "minimals" => Step::Minimals(self.minimals()?),
            "canon" => Step::Canon {
                form: match self.form.as_deref() {
                    None | Some("minlex") => FormChoice::Minlex,
                    Some("solution") => FormChoice::Solution,
                    Some(_) => return Err(wrong("form is minlex or solution".to_string())),
                },
                unique: self.unique.unwrap_or(false),
            },
            "neighbours" => Step::Neighbours(self.vicinity()?),
            "isomorph" => Step::Isomorph {
                seed: self.seed.unwrap_or(0),
                count: match self.count.unwrap_or(1) {
                    0 => return Err(wrong("count is 1 or more".to_string())),
                    count => count,
                },
            },
            "solve" => Step::Solve,
            _ => Step::Classify {
                request: Box::new(request(&ClassifyPart {
                    ratings: self.ratings,
                    max_length: self.max_length,
                    budget: self.budget,
                    max_depth: self.max_depth,
                    ..ClassifyPart::default()
                })?),
                condition: condition("step.where", self.condition)?,
            },
        })
    }

    fn minimals(&self) -> Result<Which, FormatError> {
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        match (self.limit, self.sample, self.seed) {
            (Some(0), ..) | (_, Some(0), _) => Err(wrong("step", "0 minimals")),
            (Some(_), Some(_), _) => Err(wrong("step", "give limit or sample, not both")),
            (_, None, Some(_)) => Err(wrong("step", "seed goes with sample")),
            (None, Some(draws), seed) => Ok(Which::Sample {
                draws: number(draws),
                seed: seed.unwrap_or(0),
            }),
            (limit, None, None) => Ok(Which::All {
                limit: number(limit.unwrap_or(MOST_MINIMALS)),
            }),
        }
    }

    fn vicinity(&self) -> Result<Vicinity, FormatError> {
        let vicinity = Vicinity {
            minus: self.minus.unwrap_or(1).into(),
            plus: self.plus.unwrap_or(1).into(),
            minimal: self.minimal.unwrap_or(false),
            same_pattern: self.same_pattern.unwrap_or(false),
            in_solution: self.in_solution.unwrap_or(false),
        };
        let refused = if vicinity.minus.max(vicinity.plus) > 81 {
            Some("minus and plus are up to 81")
        } else if vicinity.minus + vicinity.plus == 0 {
            Some("minus = 0 and plus = 0 would change nothing")
        } else if vicinity.same_pattern && vicinity.in_solution {
            Some("same_pattern does not go with in_solution")
        } else if vicinity.same_pattern && vicinity.minus != vicinity.plus {
            Some("same_pattern needs as many clues added as deleted")
        } else {
            None
        };
        match refused {
            Some(message) => Err(wrong("step", message)),
            None => Ok(vicinity),
        }
    }
}

impl Step {
    /// The name of its command.
    pub fn name(&self) -> &'static str {
        match self {
            Step::Expand(_) => "expand",
            Step::Minimals(_) => "minimals",
            Step::Canon { .. } => "canon",
            Step::Neighbours(_) => "neighbours",
            Step::Isomorph { .. } => "isomorph",
            Step::Solve => "solve",
            Step::Classify { .. } => "classify",
        }
    }

    /// Its options.
    pub(super) fn options(&self) -> Map<String, Value> {
        let options = match self {
            Step::Expand(More::One) => json!({ "by": "one" }),
            Step::Expand(More::By(by)) => json!({ "by": format!("{by:?}") }),
            Step::Minimals(Which::All { limit }) => json!({ "limit": limit }),
            Step::Minimals(Which::Sample { draws, seed }) => {
                json!({ "sample": draws, "seed": seed })
            }
            Step::Canon { form, unique } => {
                json!({ "form": format!("{form:?}"), "unique": unique })
            }
            Step::Neighbours(vicinity) => json!({
                "minus": vicinity.minus,
                "plus": vicinity.plus,
                "minimal": vicinity.minimal,
                "same_pattern": vicinity.same_pattern,
                "in_solution": vicinity.in_solution,
            }),
            Step::Isomorph { seed, count } => json!({ "seed": seed, "count": count }),
            // A classification has the options of its job.
            Step::Solve | Step::Classify { .. } => Value::Null,
        };
        options.as_object().cloned().unwrap_or_default()
    }
}
