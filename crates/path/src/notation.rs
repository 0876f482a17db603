//! The books' nrc notation (PBCS 5.2.3 and 8.3): every variable of a chain with
//! its left- and right-linking candidates, a dot where nothing is left, then
//! what is eliminated. The names are those of the puzzle's domain.

use gradus_model::Nomenclature;
use gradus_model::model::Variable;

use super::belt::Segment;
use super::path::PathStep;
use super::pattern::{Object, Step};

/// The name of a step's rule, with its length: `whip[4]`.
pub fn rule_name(names: &dyn Nomenclature, step: &PathStep) -> String {
    match step {
        PathStep::Single { variable, .. } => names.single(*variable),
        PathStep::Chain(chain) => format!("{}[{}]", chain.rule, chain.length()),
        PathStep::Subset(subset) => names.subset_rule(&subset.bases, &subset.covers),
        PathStep::Finned(fish) => {
            format!("finned-{}", names.subset_rule(&fish.bases, &fish.covers))
        }
        PathStep::Belt(belt) => format!("x2y2-belt[{}]", belt.segments.len()),
        PathStep::Trial(_) => "trial".to_string(),
    }
}

/// A step in full: `whip[1]: r9n7{c9 .} ==> r8c9 ≠ 7`.
pub fn step_text(names: &dyn Nomenclature, step: &PathStep) -> String {
    let rule = rule_name(names, step);
    let targets: Vec<String> = step
        .targets()
        .iter()
        .map(|&t| names.elimination(t))
        .collect();
    let targets = targets.join(", ");
    match step {
        PathStep::Single { label, .. } => format!("{rule} ==> {}", names.value(*label)),
        PathStep::Chain(chain) => {
            let links: Vec<String> = chain
                .steps
                .iter()
                .map(|step| link_text(names, step))
                .collect();
            format!("{rule}: {} ==> {targets}", links.join(" - "))
        }
        PathStep::Subset(subset) => {
            let text = names.subset(&subset.bases, &subset.covers);
            format!("{rule}: {text} ==> {targets}")
        }
        PathStep::Finned(fish) => {
            let text = names.subset(&fish.bases, &fish.covers);
            let fins = names.variable(fish.fins);
            format!("{rule}: {text} with fins in {fins} ==> {targets}")
        }
        PathStep::Belt(belt) => {
            let pair = |pair: [Variable; 2]| pair.map(|v| names.variable(v)).join(" ");
            let segment = |s: &Segment| format!("{} ={}=", pair(s.ends), pair(s.shared));
            let segments: Vec<String> = belt.segments.iter().map(segment).collect();
            format!("{rule}: {} ==> {targets}", segments.join(" "))
        }
        PathStep::Trial(trial) => {
            let hypothesis = names.value(trial.hypothesis);
            let empty = names.variable(trial.empty);
            format!("{rule}: {hypothesis} leaves {empty} empty ==> {targets}")
        }
    }
}

fn link_text(names: &dyn Nomenclature, step: &Step) -> String {
    let right = match step.rlo {
        None => ".".to_string(),
        Some(Object::Label(rlc)) => names.answer(step.variable, rlc),
        Some(Object::Group(group)) => names.grouped_answer(group),
    };
    let variable = names.variable(step.variable);
    format!(
        "{variable}{{{} {right}}}",
        names.answer(step.variable, step.llc)
    )
}
