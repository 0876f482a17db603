//! A step of a path, in any terms: one application of a rule. A record is a step
//! with names, an isomorph a step with other ids; [`PathStep::try_map`] makes both.

use gradus_csp::{Application, Label, Model, Position, RuleLevel};
use serde::{Deserialize, Serialize};

use super::chain::{Chain, ChainLink};
use super::forcing::{Branch, Forcing};
use super::ladder::Ladder;
use super::relation::{Impossible, OrWhip, PATTERN_LEVEL, Split};
use super::sets::{Belt, BeltSegment, FinnedFish, Subset};
use super::terms::{Named, Resolved, Terms, Text};
use super::theory::PathTheory;

/// A translation of terms: a symmetry of the model, ids to names, or names to ids.
pub trait TermMap<A: Terms, B: Terms> {
    /// The reason why a term has no translation.
    type Error;

    /// Translates a label.
    fn label(&mut self, label: &A::Label) -> Result<B::Label, Self::Error>;

    /// Translates a variable.
    fn variable(&mut self, variable: &A::Variable) -> Result<B::Variable, Self::Error>;

    /// Translates a right-linking object of a variable.
    fn object(
        &mut self,
        object: &A::Object,
        variable: &A::Variable,
    ) -> Result<B::Object, Self::Error>;

    /// Translates the name of a step's rule.
    fn rule(&mut self, step: &PathStep<A>) -> Result<B::Rule, Self::Error>;

    /// Translates the rule of a chain.
    fn chain_rule(&mut self, chain: &Chain<A>) -> Result<B::ChainRule, Self::Error>;

    /// Translates the guardians of a relation; ids stay in ascending order.
    fn guardians(&mut self, guardians: &[A::Label]) -> Result<Vec<B::Label>, Self::Error> {
        guardians
            .iter()
            .map(|guardian| self.label(guardian))
            .collect()
    }

    /// Translates the premise of a rule of one kind of puzzle, which is prose.
    fn premise(&mut self, premise: &str) -> Result<String, Self::Error> {
        Ok(premise.to_string())
    }
}

/// One application of a rule. Eliminations by links to an asserted value are implied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase", bound = "T: Text")]
#[non_exhaustive]
pub enum PathStep<T: Terms = Resolved> {
    /// Asserts the only candidate of a variable.
    Single {
        /// The name of the rule: `naked-single`, `hidden-single-in-a-row`.
        rule: T::Rule,
        /// The label asserted.
        value: T::Label,
        /// The variable in which it is alone.
        variable: T::Variable,
    },
    /// Eliminates the targets of a chain.
    Chain(Chain<T>),
    /// Eliminates the targets of a forcing whip.
    Forcing(Forcing<T>),
    /// Eliminates the targets of a Subset.
    Subset(Subset<T>),
    /// Eliminates the targets of a finned fish.
    Finned(FinnedFish<T>),
    /// Eliminates the targets of a belt.
    Belt(Belt<T>),
    /// Asserts a relation, or eliminates the targets of an impossible pattern.
    Impossible(Impossible<T>),
    /// Splits a relation into two.
    Split(Split<T>),
    /// Eliminates the targets of an OR_k-whip.
    OrWhip(OrWhip<T>),
    /// Asserts the only guardian left of a relation.
    Guardian {
        /// The name of the rule: `Trid-OR1-relation`.
        rule: T::Rule,
        /// The name of the relation's pattern.
        pattern: String,
        /// The guardian.
        value: T::Label,
    },
    /// Eliminates the targets of a rule of one kind of puzzle.
    Specific(Specific<T>),
    /// Eliminates a candidate that leads to a contradiction.
    Trial(Trial<T>),
}

/// One application of a rule of one kind of puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Specific<T: Terms = Resolved> {
    /// The name of the rule.
    pub rule: String,
    /// The part of the puzzle it was applied to, in the notation of the kind.
    pub premise: String,
    /// Its level, a number in records.
    #[serde(with = "level_number")]
    pub level: RuleLevel,
    /// The candidates that it eliminates.
    #[serde(rename = "eliminates")]
    pub targets: Vec<T::Label>,
}

/// A candidate tried and refuted (PBCS 4.6): in a copy of the state in which it
/// is asserted, steps lead to a variable without candidates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Text")]
pub struct Trial<T: Terms = Resolved> {
    /// The candidate.
    pub hypothesis: T::Label,
    /// The steps that follow from it; trials among them have a depth that is one less.
    pub steps: Vec<PathStep<T>>,
    /// A variable that has no candidate and no value at the end.
    pub empty: T::Variable,
}

impl From<Application> for PathStep {
    fn from(application: Application) -> PathStep {
        let Application {
            rule,
            premise,
            level,
            targets,
        } = application;
        PathStep::Specific(Specific {
            rule,
            premise,
            level,
            targets,
        })
    }
}

impl<T: Terms> PathStep<T> {
    /// The candidates that it eliminates, empty for an assertion.
    pub fn targets(&self) -> &[T::Label] {
        match self {
            PathStep::Single { .. } | PathStep::Split(_) | PathStep::Guardian { .. } => &[],
            PathStep::Impossible(pattern) => &pattern.targets,
            PathStep::OrWhip(whip) => &whip.targets,
            PathStep::Chain(chain) => &chain.targets,
            PathStep::Forcing(forcing) => &forcing.targets,
            PathStep::Subset(subset) => &subset.targets,
            PathStep::Finned(fish) => &fish.targets,
            PathStep::Belt(belt) => &belt.targets,
            PathStep::Specific(specific) => &specific.targets,
            PathStep::Trial(trial) => std::slice::from_ref(&trial.hypothesis),
        }
    }

    /// Translates every term.
    pub fn try_map<U: Terms, M: TermMap<T, U>>(
        &self,
        map: &mut M,
    ) -> Result<PathStep<U>, M::Error> {
        Ok(match self {
            PathStep::Single {
                value, variable, ..
            } => PathStep::Single {
                rule: map.rule(self)?,
                value: map.label(value)?,
                variable: map.variable(variable)?,
            },
            PathStep::Chain(chain) => PathStep::Chain(Chain {
                rule: map.chain_rule(chain)?,
                links: links(&chain.links, map)?,
                targets: labels(&chain.targets, map)?,
            }),
            PathStep::Forcing(forcing) => {
                let branch = |branch: &Branch<T>| {
                    Ok(Branch {
                        start: map.label(&branch.start)?,
                        links: links(&branch.links, map)?,
                    })
                };
                let branches = forcing.branches.iter().map(branch);
                PathStep::Forcing(Forcing {
                    branches: branches.collect::<Result<_, _>>()?,
                    rule: map.rule(self)?,
                    variable: map.variable(&forcing.variable)?,
                    targets: labels(&forcing.targets, map)?,
                })
            }
            PathStep::Subset(subset) => PathStep::Subset(Subset {
                rule: map.rule(self)?,
                bases: variables(&subset.bases, map)?,
                covers: variables(&subset.covers, map)?,
                targets: labels(&subset.targets, map)?,
            }),
            PathStep::Finned(fish) => PathStep::Finned(FinnedFish {
                rule: map.rule(self)?,
                bases: variables(&fish.bases, map)?,
                covers: variables(&fish.covers, map)?,
                fins: map.variable(&fish.fins)?,
                targets: labels(&fish.targets, map)?,
            }),
            PathStep::Belt(belt) => {
                let segment = |BeltSegment { ends, shared }: &BeltSegment<T>| {
                    Ok(BeltSegment {
                        ends: [map.variable(&ends[0])?, map.variable(&ends[1])?],
                        shared: [map.variable(&shared[0])?, map.variable(&shared[1])?],
                    })
                };
                let segments = belt.segments.iter().map(segment);
                PathStep::Belt(Belt {
                    segments: segments.collect::<Result<_, _>>()?,
                    rule: map.rule(self)?,
                    targets: labels(&belt.targets, map)?,
                })
            }
            PathStep::Impossible(impossible) => PathStep::Impossible(Impossible {
                rule: map.rule(self)?,
                pattern: impossible.pattern.clone(),
                variables: variables(&impossible.variables, map)?,
                inside: labels(&impossible.inside, map)?,
                guardians: map.guardians(&impossible.guardians)?,
                targets: labels(&impossible.targets, map)?,
            }),
            PathStep::Split(split) => PathStep::Split(Split {
                rule: map.rule(self)?,
                pattern: split.pattern.clone(),
                guardians: map.guardians(&split.guardians)?,
                candidates: labels(&split.candidates, map)?,
                variables: variables(&split.variables, map)?,
            }),
            PathStep::OrWhip(whip) => PathStep::OrWhip(OrWhip {
                rule: map.rule(self)?,
                pattern: whip.pattern.clone(),
                before: links(&whip.before, map)?,
                guardians: map.guardians(&whip.guardians)?,
                left: map.label(&whip.left)?,
                right: whip.right.as_ref().map(|r| map.label(r)).transpose()?,
                after: links(&whip.after, map)?,
                targets: labels(&whip.targets, map)?,
            }),
            PathStep::Guardian { pattern, value, .. } => PathStep::Guardian {
                rule: map.rule(self)?,
                pattern: pattern.clone(),
                value: map.label(value)?,
            },
            PathStep::Specific(specific) => PathStep::Specific(Specific {
                rule: specific.rule.clone(),
                premise: map.premise(&specific.premise)?,
                level: specific.level,
                targets: labels(&specific.targets, map)?,
            }),
            PathStep::Trial(trial) => {
                let steps = trial.steps.iter().map(|step| step.try_map(map));
                PathStep::Trial(Trial {
                    steps: steps.collect::<Result<_, _>>()?,
                    hypothesis: map.label(&trial.hypothesis)?,
                    empty: map.variable(&trial.empty)?,
                })
            }
        })
    }
}

fn labels<A: Terms, B: Terms, M: TermMap<A, B>>(
    labels: &[A::Label],
    map: &mut M,
) -> Result<Vec<B::Label>, M::Error> {
    labels.iter().map(|label| map.label(label)).collect()
}

fn variables<A: Terms, B: Terms, M: TermMap<A, B>>(
    variables: &[A::Variable],
    map: &mut M,
) -> Result<Vec<B::Variable>, M::Error> {
    variables.iter().map(|v| map.variable(v)).collect()
}

fn links<A: Terms, B: Terms, M: TermMap<A, B>>(
    links: &[ChainLink<A>],
    map: &mut M,
) -> Result<Vec<ChainLink<B>>, M::Error> {
    let link = |link: &ChainLink<A>| {
        let ChainLink { variable, llc, rlo } = link;
        Ok(ChainLink {
            variable: map.variable(variable)?,
            llc: map.label(llc)?,
            rlo: rlo.as_ref().map(|o| map.object(o, variable)).transpose()?,
        })
    };
    links.iter().map(link).collect()
}

impl PathStep<Named> {
    /// The name of the rule, as in the record.
    pub fn rule(&self) -> &str {
        match self {
            PathStep::Single { rule, .. } | PathStep::Guardian { rule, .. } => rule,
            PathStep::Chain(chain) => &chain.rule,
            PathStep::Forcing(forcing) => &forcing.rule,
            PathStep::Subset(subset) => &subset.rule,
            PathStep::Finned(fish) => &fish.rule,
            PathStep::Belt(belt) => &belt.rule,
            PathStep::Impossible(pattern) => &pattern.rule,
            PathStep::Split(split) => &split.rule,
            PathStep::OrWhip(whip) => &whip.rule,
            PathStep::Specific(specific) => &specific.rule,
            PathStep::Trial(_) => "trial",
        }
    }
}

impl PathStep {
    /// The length of a chain or belt, the size of a Subset or fish, the largest of
    /// these inside a trial; 0 for a Single and for the last guardian of a
    /// relation. An impossible pattern counts as the Subsets that precede it.
    pub fn length(&self) -> usize {
        match self {
            PathStep::Single { .. } | PathStep::Guardian { .. } => 0,
            PathStep::Impossible(_) => PATTERN_LEVEL,
            PathStep::Split(split) => split.variables.len(),
            PathStep::OrWhip(whip) => whip.length(),
            PathStep::Chain(chain) => chain.length(),
            PathStep::Forcing(forcing) => forcing.length(),
            PathStep::Subset(subset) => subset.bases.len(),
            PathStep::Finned(fish) => fish.bases.len(),
            PathStep::Belt(belt) => belt.segments.len(),
            PathStep::Specific(specific) => specific.level as usize,
            PathStep::Trial(trial) => trial.steps.iter().map(Self::length).max().unwrap_or(0),
        }
    }

    /// The number of nested trials, including this one.
    pub(crate) fn depth(&self) -> usize {
        match self {
            PathStep::Trial(trial) => 1 + trial.steps.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Its level in a theory: the length or size of its patterns or, where T&E depth
    /// is counted, the depth of its trials. Finned fish and belts are levels of
    /// their own class.
    pub fn level(&self, theory: PathTheory) -> usize {
        let PathTheory::Trials(ladder) = theory else {
            return self.length();
        };
        match self {
            _ if ladder.counts_depth() => self.depth(),
            PathStep::Finned(_) => Ladder::FINNED,
            PathStep::Belt(_) => Ladder::BELTS,
            PathStep::Trial(trial) => {
                let levels = trial.steps.iter().map(|step| step.level(theory));
                levels.max().unwrap_or(0)
            }
            _ => self.length(),
        }
    }

    /// Applies it to a position.
    pub fn apply(&self, model: &Model, position: &mut Position) {
        match self {
            PathStep::Single { value, .. } | PathStep::Guardian { value, .. } => {
                position.assert(model, *value);
            }
            PathStep::Specific(specific) => {
                position.eliminate(&specific.targets);
                // In a contradictory state, a value may be refuted.
                let refuted = |value: &Label| specific.targets.contains(value);
                position.values.retain(|value| !refuted(value));
            }
            _ => position.eliminate(self.targets()),
        }
    }
}

/// The level of a rule as its number.
mod level_number {
    use gradus_csp::RuleLevel;
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(level: &RuleLevel, to: S) -> Result<S::Ok, S::Error> {
        (*level as u64).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<RuleLevel, D::Error> {
        match u64::deserialize(from)? {
            0 => Ok(RuleLevel::Basic),
            1 => Ok(RuleLevel::Whips1),
            other => Err(D::Error::invalid_value(
                Unexpected::Unsigned(other),
                &"the level 0 or 1",
            )),
        }
    }
}
