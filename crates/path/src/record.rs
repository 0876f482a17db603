//! Paths as JSON, one object a line, each with all that is needed to check it:
//! the puzzle, the theory, the rating that it proves, and the steps by the names
//! that the books give to candidates and variables. A record claims no more than
//! its path and its puzzle can show.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use gradus_model::model::{Label, Variable};
use gradus_model::{Application, Instance, Level, Nomenclature, Position};

use super::belt::{Belt, Segment};
use super::fish::FinnedFish;
use super::forcing::{Branch, Forcing};
use super::notation::rule_name;
use super::path::{End, Path, PathStep, Strategy, Trial};
use super::pattern::{Object, Pattern, Step};
use super::rating::{Rating, Status};
use super::relation::{Impossible, OrWhip, PATTERN_LEVEL, Relation, Split};
use super::rule::Rule;
use super::subset::Subset;
use super::theory::UnknownTheory;

/// A resolution path of a puzzle, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The text of the puzzle.
    pub puzzle: String,
    /// The theory of the path.
    pub theory: String,
    /// The rating of the puzzle in this theory, if it is finite and shown.
    pub rating: Option<u8>,
    /// What is claimed of the rating: `exact`, `upper`, `infinite` or
    /// `not applicable`; none if nothing is.
    pub status: Option<String>,
    /// The longest chain or the largest Subset of the path; where T&E depth is
    /// counted, its deepest trial.
    pub longest: usize,
    /// How the path ends: `solved`, `contradiction`, `stuck` or `stopped`.
    pub end: String,
    /// In what order the steps come: a note, no claim about the puzzle.
    pub strategy: String,
    /// The solution, if the path leads to it.
    pub solution: Option<String>,
    /// The program that made it: a note as well.
    pub version: String,
    /// The steps, in order.
    pub steps: Vec<StepRecord>,
    /// The candidates before a step, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateRecord>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum StepRecord {
    /// A value.
    #[serde(rename_all = "lowercase")]
    Single {
        /// `naked-single`, `hidden-single-in-a-row` and so on.
        rule: String,
        /// The label asserted.
        value: String,
        /// The variable in which it is alone.
        variable: String,
    },
    /// A chain.
    Chain {
        /// Name and length: `whip[4]`.
        rule: String,
        /// The variables with their candidates.
        links: Vec<LinkRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A forcing whip.
    Forcing {
        /// Name and length: `forcing-whip[5]`.
        rule: String,
        /// The variable whose candidates are the starts.
        variable: String,
        /// A partial whip from each of them.
        branches: Vec<BranchRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A Subset.
    Subset {
        /// `naked-pairs-in-a-row` and so on.
        rule: String,
        /// The bases.
        bases: Vec<String>,
        /// The covers.
        covers: Vec<String>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A finned fish.
    Finned {
        /// `finned-x-wing-in-rows` and so on.
        rule: String,
        /// The bases, the one with the fins last.
        bases: Vec<String>,
        /// The covers.
        covers: Vec<String>,
        /// The variable that has the fins.
        fins: String,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A belt.
    Belt {
        /// `x2y2-belt[8]` and so on.
        rule: String,
        /// The segments.
        segments: Vec<SegmentRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// An impossible pattern.
    Impossible {
        /// `Trid-OR3-relation` and so on, or `Trid-elimination`.
        rule: String,
        /// The name of the pattern: `Trid`.
        pattern: String,
        /// Its variables.
        cells: Vec<String>,
        /// The labels that they cannot all have one of.
        inside: Vec<String>,
        /// Their other candidates.
        guardians: Vec<String>,
        /// The targets, if all guardians are of one variable.
        eliminates: Vec<String>,
    },
    /// A relation that is split.
    Split {
        /// `Trid-OR7-splitting[2]` and so on.
        rule: String,
        /// The name of its pattern.
        pattern: String,
        /// Its guardians.
        guardians: Vec<String>,
        /// The candidates of the c-chain.
        chain: Vec<String>,
        /// The variables between them.
        variables: Vec<String>,
    },
    /// An OR_k-whip.
    OrWhip {
        /// `Trid-OR3-whip[4]` and so on.
        rule: String,
        /// The name of the pattern of its relation.
        pattern: String,
        /// The variables before the relation.
        before: Vec<LinkRecord>,
        /// The guardians of the relation.
        guardians: Vec<String>,
        /// The guardian that is linked to what comes before.
        left: String,
        /// The guardian that is left, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        right: Option<String>,
        /// The variables after the relation.
        after: Vec<LinkRecord>,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// The only guardian that is left of a relation.
    Guardian {
        /// `Trid-OR1-relation` and so on.
        rule: String,
        /// The name of the pattern.
        pattern: String,
        /// The label asserted.
        value: String,
    },
    /// A rule of the kind of puzzle.
    Specific {
        /// Its name.
        rule: String,
        /// What it is applied to.
        premise: String,
        /// The level that it counts with, 0 or 1.
        level: usize,
        /// The targets.
        eliminates: Vec<String>,
    },
    /// A candidate that is refuted by a trial.
    Trial {
        /// The candidate.
        hypothesis: String,
        /// What follows from it.
        steps: Vec<StepRecord>,
        /// The variable that has no candidate left.
        empty: String,
    },
}

impl StepRecord {
    /// The name of the rule.
    pub fn rule(&self) -> &str {
        match self {
            StepRecord::Single { rule, .. }
            | StepRecord::Chain { rule, .. }
            | StepRecord::Forcing { rule, .. }
            | StepRecord::Subset { rule, .. }
            | StepRecord::Finned { rule, .. }
            | StepRecord::Belt { rule, .. }
            | StepRecord::Impossible { rule, .. }
            | StepRecord::Split { rule, .. }
            | StepRecord::OrWhip { rule, .. }
            | StepRecord::Specific { rule, .. }
            | StepRecord::Guardian { rule, .. } => rule,
            StepRecord::Trial { .. } => "trial",
        }
    }
}

/// A partial whip of a forcing whip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchRecord {
    /// The candidate on which it is built.
    pub start: String,
    /// The variables with their candidates.
    pub links: Vec<LinkRecord>,
}

/// One variable of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkRecord {
    /// The variable.
    pub variable: String,
    /// The left-linking candidate.
    pub left: String,
    /// The right-linking candidate or g-candidate, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
}

/// One segment of a belt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SegmentRecord {
    /// Its two ends.
    pub ends: [String; 2],
    /// The variables that it shares with the next segment.
    pub shared: [String; 2],
}

/// A resolution state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateRecord {
    /// The step before which it is, from 1.
    pub before_step: usize,
    /// What is left in each cell, row by row.
    pub cells: Vec<String>,
}

/// What in a record is no name of anything.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecordError {
    /// The theory.
    #[error(transparent)]
    Theory(#[from] UnknownTheory),
    /// The end.
    #[error("a path cannot end {0:?}")]
    End(String),
    /// The rating and its status.
    #[error("a record cannot claim the rating {0} with the status {1}")]
    Claim(String, String),
    /// The program.
    #[error("{0:?} is no version of gradus")]
    Version(String),
    /// The order.
    #[error("no strategy is called {0:?}")]
    Strategy(String),
    /// A label, g-label, variable or chain.
    #[error("step {0}: {1:?} is not the name of a {2}")]
    Name(usize, String, &'static str),
}

/// The program that makes records.
pub const VERSION: &str = concat!("gradus ", env!("CARGO_PKG_VERSION"));

const ENDS: [(End, &str); 4] = [
    (End::Solved, "solved"),
    (End::Contradiction, "contradiction"),
    (End::Stuck, "stuck"),
    (End::Stopped, "stopped"),
];

const STRATEGIES: [(Strategy, &str); 4] = [
    (Strategy::SimplestFirst, "simplest first"),
    (Strategy::ByLength, "by length"),
    (Strategy::InTurn, "in turn"),
    (Strategy::FewSteps, "few steps"),
];

/// The word for one of the things that have one.
fn word_for<T: PartialEq>(thing: T, words: &[(T, &'static str)]) -> String {
    let found = words.iter().find(|(known, _)| *known == thing);
    found.map_or("", |(_, word)| word).to_string()
}

impl Record {
    /// The record of a path of a puzzle, beside the rating that it shows.
    pub fn new(puzzle: &dyn Instance, path: &Path, rating: Option<Rating>) -> Self {
        let names = puzzle.domain().names();
        let claim = rating.and_then(|rating| shown(path, rating));
        Record {
            puzzle: puzzle.to_string(),
            theory: path.theory.to_string(),
            rating: claim.and_then(|rating| rating.value),
            status: claim.map(|rating| rating.status.word().to_string()),
            longest: path.longest,
            end: word_for(path.end, &ENDS),
            strategy: word_for(path.strategy, &STRATEGIES),
            solution: (path.end == End::Solved).then(|| solution_of(puzzle, path)),
            version: VERSION.to_string(),
            steps: path
                .steps
                .iter()
                .map(|step| step_record(names, step))
                .collect(),
            state: None,
        }
    }

    /// The path that it records, of the puzzle that it names.
    pub fn path(&self, puzzle: &dyn Instance) -> Result<Path, RecordError> {
        let names = puzzle.domain().names();
        let end = ENDS.iter().find(|(_, word)| *word == self.end);
        let strategy = STRATEGIES.iter().find(|(_, word)| *word == self.strategy);
        let steps = self.steps.iter().enumerate();
        let step = |(index, step): (usize, &StepRecord)| {
            Reader {
                names,
                step: index + 1,
            }
            .step(step)
        };
        Ok(Path {
            theory: self.theory.parse()?,
            longest: self.longest,
            steps: steps.map(step).collect::<Result<_, _>>()?,
            end: end.ok_or_else(|| RecordError::End(self.end.clone()))?.0,
            strategy: strategy
                .ok_or_else(|| RecordError::Strategy(self.strategy.clone()))?
                .0,
        })
    }

    /// What it claims of the rating, if anything: a value that is exact or an
    /// upper bound, or no value because there is none.
    pub fn claim(&self) -> Result<Option<Rating>, RecordError> {
        let status = self.status.as_deref();
        match (self.rating, status.and_then(Status::of)) {
            (None, None) if status.is_none() => Ok(None),
            (value @ Some(_), Some(status @ (Status::Exact | Status::Upper)))
            | (value @ None, Some(status @ (Status::Infinite | Status::NotApplicable))) => {
                Ok(Some(Rating { value, status }))
            }
            _ => {
                let value = self.rating.map_or("null".into(), |value| value.to_string());
                let status = status.map_or("null".into(), |word| format!("{word:?}"));
                Err(RecordError::Claim(value, status))
            }
        }
    }

    /// Refuses what is not written as the version of a program is.
    pub fn check_version(&self) -> Result<(), RecordError> {
        let number = self.version.strip_prefix("gradus ");
        let release = number.and_then(|number| number.split(['-', '+']).next());
        let mut parts = release.into_iter().flat_map(|release| release.split('.'));
        let is_number = |part: &str| part.parse::<u32>().is_ok();
        let known = parts.clone().count() == 3 && parts.all(is_number);
        let unknown = || RecordError::Version(self.version.clone());
        known.then_some(()).ok_or_else(unknown)
    }
}

/// What a path can show of a rating, or the checker find out.
fn shown(path: &Path, rating: Rating) -> Option<Rating> {
    let longest = u8::try_from(path.longest).ok()?;
    match (path.end, rating.status) {
        // That no lower level solves is beyond the checker where there are relations.
        (End::Solved, Status::Exact)
            if path.theory.has_relations() && path.longest > PATTERN_LEVEL =>
        {
            Some(Rating::upper(path.longest))
        }
        (End::Solved, Status::Exact) if rating.value == Some(longest) => Some(rating),
        (End::Solved, Status::NotApplicable) => (longest == 0).then_some(rating),
        (End::Solved, _) => Some(Rating::upper(path.longest)),
        (End::Stuck | End::Stopped, Status::Infinite) => Some(rating),
        _ => None,
    }
}

/// The givens and the values of a path that solves, cell by cell.
fn solution_of(puzzle: &dyn Instance, path: &Path) -> String {
    let end = path.position_before(puzzle, path.steps.len());
    let values = |label| end.values.contains(&label);
    let names = puzzle.domain().names();
    names.cells(&values).join(names.separator())
}

/// What a position has left in each cell.
pub fn position_cells(puzzle: &dyn Instance, position: &Position) -> Vec<String> {
    puzzle.domain().names().cells(&|label| position.has(label))
}

fn step_record(names: &dyn Nomenclature, step: &PathStep) -> StepRecord {
    let rule = rule_name(names, step);
    let variables = |list: &[Variable]| list.iter().map(|&v| names.variable(v)).collect();
    let labels = |list: &[Label]| list.iter().map(|&l| names.label(l)).collect();
    let eliminates = labels(step.targets());
    match step {
        PathStep::Single { label, variable } => StepRecord::Single {
            rule,
            value: names.label(*label),
            variable: names.variable(*variable),
        },
        PathStep::Chain(chain) => StepRecord::Chain {
            rule,
            links: link_records(names, &chain.steps),
            eliminates,
        },
        PathStep::Forcing(forcing) => StepRecord::Forcing {
            rule,
            variable: names.variable(forcing.variable),
            branches: forcing
                .branches
                .iter()
                .map(|branch| BranchRecord {
                    start: names.label(branch.start),
                    links: link_records(names, &branch.steps),
                })
                .collect(),
            eliminates,
        },
        PathStep::Subset(subset) => StepRecord::Subset {
            rule,
            bases: variables(&subset.bases),
            covers: variables(&subset.covers),
            eliminates,
        },
        PathStep::Finned(fish) => StepRecord::Finned {
            rule,
            bases: variables(&fish.bases),
            covers: variables(&fish.covers),
            fins: names.variable(fish.fins),
            eliminates,
        },
        PathStep::Belt(belt) => {
            let pair = |pair: [Variable; 2]| pair.map(|v| names.variable(v));
            let segment = |segment: &Segment| SegmentRecord {
                ends: pair(segment.ends),
                shared: pair(segment.shared),
            };
            StepRecord::Belt {
                rule,
                segments: belt.segments.iter().map(segment).collect(),
                eliminates,
            }
        }
        PathStep::Impossible(impossible) => StepRecord::Impossible {
            rule,
            pattern: impossible.relation.pattern.clone(),
            cells: variables(&impossible.variables),
            inside: labels(&impossible.inside),
            guardians: labels(&impossible.relation.guardians),
            eliminates,
        },
        PathStep::Split(split) => StepRecord::Split {
            rule,
            pattern: split.relation.pattern.clone(),
            guardians: labels(&split.relation.guardians),
            chain: labels(&split.candidates),
            variables: variables(&split.variables),
        },
        PathStep::OrWhip(whip) => StepRecord::OrWhip {
            rule,
            pattern: whip.relation.pattern.clone(),
            before: link_records(names, &whip.before),
            guardians: labels(&whip.relation.guardians),
            left: names.label(whip.left),
            right: whip.right.map(|right| names.label(right)),
            after: link_records(names, &whip.after),
            eliminates,
        },
        PathStep::Guardian(relation) => StepRecord::Guardian {
            rule,
            pattern: relation.pattern.clone(),
            value: labels(&relation.guardians).join(" "),
        },
        PathStep::Specific(application) => StepRecord::Specific {
            rule,
            premise: application.premise.clone(),
            level: application.level.number(),
            eliminates,
        },
        PathStep::Trial(trial) => StepRecord::Trial {
            hypothesis: names.label(trial.hypothesis),
            steps: trial.steps.iter().map(|s| step_record(names, s)).collect(),
            empty: names.variable(trial.empty),
        },
    }
}

fn link_records(names: &dyn Nomenclature, steps: &[Step]) -> Vec<LinkRecord> {
    steps.iter().map(|step| link_record(names, step)).collect()
}

fn link_record(names: &dyn Nomenclature, step: &Step) -> LinkRecord {
    LinkRecord {
        variable: names.variable(step.variable),
        left: names.label(step.llc),
        right: step.rlo.map(|rlo| match rlo {
            Object::Label(label) => names.label(label),
            Object::Group(group) => names.glabel(group),
        }),
    }
}

/// Reads the names in the step with this number, from 1.
struct Reader<'a> {
    names: &'a dyn Nomenclature,
    step: usize,
}

impl Reader<'_> {
    fn step(&self, step: &StepRecord) -> Result<PathStep, RecordError> {
        Ok(match step {
            StepRecord::Single {
                value, variable, ..
            } => PathStep::Single {
                label: self.label(value)?,
                variable: self.variable(variable)?,
            },
            StepRecord::Chain {
                rule,
                links,
                eliminates,
            } => PathStep::Chain(Pattern {
                rule: self.rule(rule)?,
                targets: self.all(eliminates, Self::label)?,
                steps: self.links(links)?,
            }),
            StepRecord::Forcing {
                variable,
                branches,
                eliminates,
                ..
            } => PathStep::Forcing(Forcing {
                variable: self.variable(variable)?,
                branches: branches
                    .iter()
                    .map(|branch| self.branch(branch))
                    .collect::<Result<_, _>>()?,
                targets: self.all(eliminates, Self::label)?,
            }),
            StepRecord::Subset {
                bases,
                covers,
                eliminates,
                ..
            } => PathStep::Subset(Subset {
                bases: self.all(bases, Self::variable)?,
                covers: self.all(covers, Self::variable)?,
                targets: self.all(eliminates, Self::label)?,
            }),
            StepRecord::Finned {
                bases,
                covers,
                fins,
                eliminates,
                ..
            } => PathStep::Finned(FinnedFish {
                bases: self.all(bases, Self::variable)?,
                covers: self.all(covers, Self::variable)?,
                fins: self.variable(fins)?,
                targets: self.all(eliminates, Self::label)?,
            }),
            StepRecord::Belt {
                segments,
                eliminates,
                ..
            } => PathStep::Belt(Belt {
                segments: segments
                    .iter()
                    .map(|segment| self.segment(segment))
                    .collect::<Result<_, _>>()?,
                targets: self.all(eliminates, Self::label)?,
            }),
            StepRecord::Impossible {
                pattern,
                cells,
                inside,
                guardians,
                eliminates,
                ..
            } => PathStep::Impossible(Impossible {
                relation: self.relation(pattern, guardians)?,
                variables: self.all(cells, Self::variable)?,
                inside: self.all(inside, Self::label)?,
                targets: self.all(eliminates, Self::label)?,
            }),
            StepRecord::Split {
                pattern,
                guardians,
                chain,
                variables,
                ..
            } => PathStep::Split(Split {
                relation: self.relation(pattern, guardians)?,
                candidates: self.all(chain, Self::label)?,
                variables: self.all(variables, Self::variable)?,
            }),
            StepRecord::OrWhip {
                pattern,
                before,
                guardians,
                left,
                right,
                after,
                eliminates,
                ..
            } => PathStep::OrWhip(OrWhip {
                relation: self.relation(pattern, guardians)?,
                before: self.links(before)?,
                left: self.label(left)?,
                right: right.as_ref().map(|name| self.label(name)).transpose()?,
                after: self.links(after)?,
                targets: self.all(eliminates, Self::label)?,
            }),
            StepRecord::Guardian { pattern, value, .. } => {
                let only = std::slice::from_ref(value);
                PathStep::Guardian(self.relation(pattern, only)?)
            }
            StepRecord::Specific {
                rule,
                premise,
                level,
                eliminates,
            } => PathStep::Specific(Application {
                rule: rule.clone(),
                premise: premise.clone(),
                level: match level {
                    0 => Level::Basic,
                    1 => Level::Whips1,
                    other => return Err(self.unknown(&other.to_string(), "level of a rule")),
                },
                targets: self.all(eliminates, Self::label)?,
            }),
            StepRecord::Trial {
                hypothesis,
                steps,
                empty,
            } => PathStep::Trial(Trial {
                hypothesis: self.label(hypothesis)?,
                steps: steps
                    .iter()
                    .map(|step| self.step(step))
                    .collect::<Result<_, _>>()?,
                empty: self.variable(empty)?,
            }),
        })
    }

    fn all<T>(
        &self,
        names: &[String],
        read: fn(&Self, &str) -> Result<T, RecordError>,
    ) -> Result<Vec<T>, RecordError> {
        names.iter().map(|name| read(self, name)).collect()
    }

    fn relation(&self, pattern: &str, guardians: &[String]) -> Result<Relation, RecordError> {
        Ok(Relation {
            pattern: pattern.to_string(),
            guardians: self.all(guardians, Self::label)?,
        })
    }

    fn branch(&self, branch: &BranchRecord) -> Result<Branch, RecordError> {
        Ok(Branch {
            start: self.label(&branch.start)?,
            steps: self.links(&branch.links)?,
        })
    }

    fn links(&self, links: &[LinkRecord]) -> Result<Vec<Step>, RecordError> {
        links.iter().map(|link| self.link(link)).collect()
    }

    fn link(&self, link: &LinkRecord) -> Result<Step, RecordError> {
        let variable = self.variable(&link.variable)?;
        let object = |name: &String| {
            let label = self.names.label_named(name).map(Object::Label);
            let object = label.or_else(|| {
                let group = self.names.glabel_named(name, variable);
                group.map(Object::Group)
            });
            object.ok_or_else(|| self.unknown(name, "candidate or g-candidate of its variable"))
        };
        Ok(Step {
            variable,
            llc: self.label(&link.left)?,
            rlo: link.right.as_ref().map(object).transpose()?,
        })
    }

    fn segment(&self, segment: &SegmentRecord) -> Result<Segment, RecordError> {
        let [one, other] = &segment.ends;
        let ends = [self.variable(one)?, self.variable(other)?];
        let [one, other] = &segment.shared;
        let shared = [self.variable(one)?, self.variable(other)?];
        Ok(Segment { ends, shared })
    }

    /// The kind of a chain; its length is not read but compared.
    fn rule(&self, name: &str) -> Result<Rule, RecordError> {
        let kind = name.split('[').next().unwrap_or(name);
        let plain = |rule: &Rule| *rule != Rule::TypedWhip && rule.name() == kind;
        let rule = match kind.strip_prefix("whip-") {
            Some(_) => Some(Rule::TypedWhip),
            None => Rule::ALL.into_iter().find(plain),
        };
        rule.ok_or_else(|| self.unknown(name, "chain"))
    }

    fn label(&self, name: &str) -> Result<Label, RecordError> {
        let label = self.names.label_named(name);
        label.ok_or_else(|| self.unknown(name, "candidate"))
    }

    fn variable(&self, name: &str) -> Result<Variable, RecordError> {
        let variable = self.names.variable_named(name);
        variable.ok_or_else(|| self.unknown(name, "variable"))
    }

    fn unknown(&self, name: &str, what: &'static str) -> RecordError {
        RecordError::Name(self.step, name.to_string(), what)
    }
}
