//! The steps of a pipeline before the classification. Each is a command that turns puzzles
//! into puzzles, or a classification that keeps the puzzles that satisfy a condition.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::classification::{ClassifyPart, condition, request};
use super::error::{FormatError, wrong};
use crate::canon::FormChoice;
use crate::convert::{More, Which};
use crate::expression::Condition;
use gradus_engine::rating::{Expansion, Request};
use gradus_generate::vicinity::Vicinity;

/// A step, by the command that it runs.
#[derive(Clone, Debug)]
pub(crate) enum PipelineStep {
    Expand(More),
    Minimals(Which),
    Canon {
        /// The form to write.
        form: FormChoice,
        /// True to keep only the first of each class.
        unique: bool,
    },
    Neighbours(Vicinity),
    Isomorph {
        seed: u64,
        count: u64,
    },
    Solve,
    /// Keeps the puzzles whose ratings satisfy a condition.
    Classify {
        request: Box<Request>,
        condition: Option<Condition>,
    },
}

#[derive(Deserialize, Serialize)]
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

/// The keys of each step.
const KEYS: [(&str, &[&str]); 7] = [
    ("expand", &["by"]),
    ("minimals", &["limit", "sample", "seed"]),
    ("canon", &["form", "unique"]),
    ("neighbours", NEIGHBOURS),
    ("isomorph", &["seed", "count"]),
    ("solve", &[]),
    ("classify", CLASSIFY),
];

const NEIGHBOURS: &[&str] = &["minus", "plus", "minimal", "same_pattern", "in_solution"];
const CLASSIFY: &[&str] = &["ratings", "max_length", "budget", "max_depth", "where"];

/// The default limit of minimals per puzzle, as for the command.
const MOST_MINIMALS: u64 = 100_000;

impl StepPart {
    pub(super) fn step(self) -> Result<PipelineStep, FormatError> {
        let wrong = |message: String| wrong("step", message);
        let Some((kind, keys)) = KEYS.iter().find(|(kind, _)| *kind == self.kind) else {
            let kinds = KEYS.map(|(kind, _)| kind).join(", ");
            let message = format!("unknown step {:?} (expected one of {kinds})", self.kind);
            return Err(wrong(message));
        };
        let value = json!(self);
        let set = value.as_object().into_iter().flatten();
        let mut set = set.filter(|(_, value)| !value.is_null());
        if let Some((key, _)) = set.find(|(key, _)| *key != "do" && !keys.contains(&key.as_str())) {
            return Err(wrong(format!("{key} does not go with {kind}")));
        }
        Ok(match *kind {
            "expand" => PipelineStep::Expand(match self.by.as_deref() {
                None | Some("brt") => More::By(Expansion::Brt),
                Some("w1") => More::By(Expansion::W1),
                Some("s") => More::By(Expansion::S),
                Some("one") => More::One,
                Some(_) => return Err(wrong("by is brt, w1, s or one".to_string())),
            }),
            "minimals" => PipelineStep::Minimals(self.minimals()?),
            "canon" => PipelineStep::Canon {
                form: match self.form.as_deref() {
                    None | Some("minlex") => FormChoice::Minlex,
                    Some("solution") => FormChoice::Solution,
                    Some(_) => return Err(wrong("form must be minlex or solution".to_string())),
                },
                unique: self.unique.unwrap_or(false),
            },
            "neighbours" => PipelineStep::Neighbours(self.vicinity()?),
            "isomorph" => PipelineStep::Isomorph {
                seed: self.seed.unwrap_or(0),
                count: match self.count.unwrap_or(1) {
                    0 => return Err(wrong("count must be 1 or more".to_string())),
                    count => count,
                },
            },
            "solve" => PipelineStep::Solve,
            _ => PipelineStep::Classify {
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
            (Some(_), Some(_), _) => Err(wrong("step", "limit and sample exclude each other")),
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
        let (minus, plus) = (vicinity.minus, vicinity.plus);
        let faults = [
            (minus.max(plus) > 81, "minus and plus must be at most 81"),
            (
                minus + plus == 0,
                "minus = 0 and plus = 0 would change nothing",
            ),
            (
                vicinity.same_pattern && vicinity.in_solution,
                "same_pattern does not go with in_solution",
            ),
            (
                vicinity.same_pattern && minus != plus,
                "same_pattern needs as many clues added as deleted",
            ),
        ];
        match faults.into_iter().find(|(is_fault, _)| *is_fault) {
            Some((_, message)) => Err(wrong("step", message)),
            None => Ok(vicinity),
        }
    }
}

impl PipelineStep {
    /// The name of its command.
    pub(super) fn name(&self) -> &'static str {
        match self {
            PipelineStep::Expand(_) => "expand",
            PipelineStep::Minimals(_) => "minimals",
            PipelineStep::Canon { .. } => "canon",
            PipelineStep::Neighbours(_) => "neighbours",
            PipelineStep::Isomorph { .. } => "isomorph",
            PipelineStep::Solve => "solve",
            PipelineStep::Classify { .. } => "classify",
        }
    }

    pub(super) fn options(&self) -> Map<String, Value> {
        let options = match self {
            PipelineStep::Expand(More::One) => json!({ "by": "one" }),
            PipelineStep::Expand(More::By(by)) => json!({ "by": format!("{by:?}") }),
            PipelineStep::Minimals(Which::All { limit }) => json!({ "limit": limit }),
            PipelineStep::Minimals(Which::Sample { draws, seed }) => {
                json!({ "sample": draws, "seed": seed })
            }
            PipelineStep::Canon { form, unique } => {
                json!({ "form": format!("{form:?}"), "unique": unique })
            }
            PipelineStep::Neighbours(vicinity) => json!({
                "minus": vicinity.minus,
                "plus": vicinity.plus,
                "minimal": vicinity.minimal,
                "same_pattern": vicinity.same_pattern,
                "in_solution": vicinity.in_solution,
            }),
            PipelineStep::Isomorph { seed, count } => json!({ "seed": seed, "count": count }),
            // A classification has the options of its job.
            PipelineStep::Solve | PipelineStep::Classify { .. } => Value::Null,
        };
        options.as_object().cloned().unwrap_or_default()
    }
}
