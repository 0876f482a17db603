//! A step of a record as a step of a path: labels and variables found by their names.

use gradus_csp::{Application, Label, Level, Nomenclature, Variable};

use super::error::RecordError;
use super::step::{BranchRecord, LinkRecord, SegmentRecord, StepRecord};
use crate::belt::{Belt, Segment};
use crate::fish::FinnedFish;
use crate::forcing::{Branch, Forcing};
use crate::path::{PathStep, Trial};
use crate::pattern::{Object, Pattern, Step};
use crate::relation::{Impossible, OrWhip, Relation, Split};
use crate::rule::Rule;
use crate::subset::Subset;

/// Reads the names in the step with this number, from 1.
pub(super) struct Reader<'a> {
    pub(super) names: &'a dyn Nomenclature,
    pub(super) step: usize,
}

impl Reader<'_> {
    pub(super) fn step(&self, step: &StepRecord) -> Result<PathStep, RecordError> {
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
