//! The books' nrc notation (PBCS 5.2.3 and 8.3): every variable of a chain with
//! its left- and right-linking candidates, a dot where nothing is left, then
//! what is eliminated. The names are those of the puzzle's domain.

use gradus_model::Nomenclature;
use gradus_model::model::Variable;

use super::belt::Segment;
use super::forcing::{Branch, Forcing};
use super::path::PathStep;
use super::pattern::{Object, Step};
use super::rule::Rule;

/// The name of a step's rule, with its length: `whip[4]`.
pub fn rule_name(names: &dyn Nomenclature, step: &PathStep) -> String {
    match step {
        PathStep::Single { variable, .. } => names.single(*variable),
        PathStep::Chain(chain) => {
            let kind = match (chain.rule, chain.steps.first()) {
                (Rule::TypedWhip, Some(first)) => format!("-{}", names.kind(first.variable)),
                _ => String::new(),
            };
            format!("{}{kind}[{}]", chain.rule, chain.length())
        }
        PathStep::Forcing(forcing) => format!("{}[{}]", forcing.rule(), forcing.length()),
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
            let links = links_text(names, &chain.steps);
            format!("{rule}: {links} ==> {targets}")
        }
        PathStep::Forcing(forcing) => {
            let fork = fork_text(names, forcing);
            let branches = forcing.branches.iter();
            let branches: String = branches.map(|branch| branch_text(names, branch)).collect();
            format!("{rule}: {fork}{branches} ==> {targets}")
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

/// The variable from which the branches start, with its candidates.
fn fork_text(names: &dyn Nomenclature, forcing: &Forcing) -> String {
    let starts = forcing.branches.iter().map(|branch| branch.start);
    let answers: Vec<String> = starts
        .map(|start| names.answer(forcing.variable, start))
        .collect();
    format!(
        "{}{{{}}}",
        names.variable(forcing.variable),
        answers.join(" ")
    )
}

/// A branch: ` || n2r6c5 - partial-whip[2]: c6n2{r5 r7} - r7n3{c6 c5} -`.
fn branch_text(names: &dyn Nomenclature, branch: &Branch) -> String {
    let start = names.label(branch.start);
    match branch.steps.len() {
        0 => format!(" || {start} -"),
        length => {
            let links = links_text(names, &branch.steps);
            format!(" || {start} - partial-whip[{length}]: {links} -")
        }
    }
}

fn links_text(names: &dyn Nomenclature, steps: &[Step]) -> String {
    let links: Vec<String> = steps.iter().map(|step| link_text(names, step)).collect();
    links.join(" - ")
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
