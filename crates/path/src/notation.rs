//! The books' nrc notation (PBCS 5.2.3 and 8.3): every variable of a chain with
//! its left- and right-linking candidates, a dot where nothing is left, then
//! what is eliminated. The names are those of the puzzle's domain.

use gradus_model::Nomenclature;

use super::path::PathStep;
use super::pattern::{Object, Step};

/// The name of a step's rule, with its length: `whip[4]`.
pub fn rule_name(names: &dyn Nomenclature, step: &PathStep) -> String {
    match step {
        PathStep::Single { variable, .. } => names.single(*variable),
        PathStep::Chain(chain) => format!("{}[{}]", chain.rule, chain.length()),
        PathStep::Subset(subset) => names.subset_rule(&subset.bases, &subset.covers),
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
