//! A step of a path as a step of a record: with names instead of labels and variables.

use gradus_csp::{Label, Nomenclature, Variable};

use super::step::{BranchRecord, LinkRecord, SegmentRecord, StepRecord};
use crate::belt::Segment;
use crate::notation::rule_name;
use crate::path::PathStep;
use crate::pattern::{Object, Step};

pub(super) fn step_record(names: &dyn Nomenclature, step: &PathStep) -> StepRecord {
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
