//! The books' nrc notation (PBCS 5.2.3 and 8.3): every variable of a chain with its
//! left- and right-linking candidates, a dot for an empty place, then the
//! eliminations. The names are those of the puzzle's domain.

use gradus_csp::{Label, Nomenclature, Variable};

use super::chain::{Chain, ChainLink};
use super::forcing::{Branch, Forcing};
use super::relation::{Impossible, OrWhip, Split};
use super::rule::ChainRule;
use super::sets::BeltSegment;
use super::step::PathStep;
use super::terms::Object;

/// The name of a step's rule, with its length: `whip[4]`.
pub fn rule_name(names: &dyn Nomenclature, step: &PathStep) -> String {
    match step {
        PathStep::Single { variable, .. } => names.single(*variable),
        PathStep::Chain(chain) => chain_name(names, chain),
        PathStep::Forcing(forcing) => {
            let kind = match forcing.branches.len() {
                3 => "forcing3-whip",
                _ => "forcing-whip",
            };
            format!("{kind}[{}]", forcing.length())
        }
        PathStep::Subset(subset) => names.subset_rule(&subset.bases, &subset.covers),
        PathStep::Finned(fish) => {
            format!("finned-{}", names.subset_rule(&fish.bases, &fish.covers))
        }
        PathStep::Belt(belt) => format!("x2y2-belt[{}]", belt.segments.len()),
        PathStep::Impossible(pattern) => {
            if pattern.targets.is_empty() {
                relation_name(&pattern.pattern, pattern.guardians.len())
            } else {
                format!("{}-elimination", pattern.pattern)
            }
        }
        PathStep::Split(split) => {
            let (size, length) = (split.guardians.len(), split.variables.len());
            format!("{}-OR{size}-splitting[{length}]", split.pattern)
        }
        PathStep::OrWhip(whip) => {
            let kind = match whip.right {
                Some(_) => "whip",
                None => "ctr-whip",
            };
            let (pattern, size) = (&whip.pattern, whip.guardians.len());
            format!("{pattern}-OR{size}-{kind}[{}]", whip.length())
        }
        PathStep::Guardian { pattern, .. } => relation_name(pattern, 1),
        PathStep::Specific(specific) => specific.rule.clone(),
        PathStep::Trial(_) => "trial".to_string(),
    }
}

/// The name of a chain's rule, with its length.
pub(crate) fn chain_name(names: &dyn Nomenclature, chain: &Chain) -> String {
    let kind = match (chain.rule, chain.links.first()) {
        (ChainRule::TypedWhip, Some(first)) => format!("-{}", names.kind(first.variable)),
        _ => String::new(),
    };
    format!("{}{kind}[{}]", chain.rule, chain.length())
}

/// The lines of a path: consecutive Singles share one, `singles: r2c6=2 r5c5=2`.
/// Each line has its number of steps.
pub fn path_lines(
    names: &dyn Nomenclature,
    steps: &[PathStep],
) -> impl Iterator<Item = (usize, String)> {
    let value = |step: &PathStep| match step {
        PathStep::Single { value, .. } => Some(*value),
        _ => None,
    };
    let runs = steps.chunk_by(move |a, b| value(a).is_some() && value(b).is_some());
    runs.map(move |run| {
        let values = run.iter().filter_map(value);
        let values = joined(values.map(|label| names.value(label)), " ");
        match run {
            [step] if values.is_empty() => (1, step_text(names, step)),
            _ => (run.len(), format!("singles: {values}")),
        }
    })
}

/// A step in full: `whip[1]: r9n7{c9 .} ==> r8c9 ≠ 7`.
pub fn step_text(names: &dyn Nomenclature, step: &PathStep) -> String {
    let rule = rule_name(names, step);
    let targets = step.targets().iter();
    let targets = joined(targets.map(|&t| names.elimination(t)), ", ");
    match step {
        PathStep::Single { value, .. } | PathStep::Guardian { value, .. } => {
            format!("{rule} ==> {}", names.value(*value))
        }
        PathStep::Chain(chain) => {
            let links = links_text(names, &chain.links);
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
            let segment = |s: &BeltSegment| format!("{} ={}=", pair(s.ends), pair(s.shared));
            let segments = joined(belt.segments.iter().map(segment), " ");
            format!("{rule}: {segments} ==> {targets}")
        }
        PathStep::Impossible(pattern) => {
            let text = impossible_text(names, pattern);
            if pattern.targets.is_empty() {
                format!("{rule} {text}")
            } else {
                format!("{rule} {text} ==> {targets}")
            }
        }
        PathStep::Split(split) => format!("{rule}: {}", split_text(names, split)),
        PathStep::OrWhip(whip) => {
            let links = or_links(names, whip).join(" - ");
            format!("{rule}: {links} ==> {targets}")
        }
        PathStep::Specific(specific) => {
            format!("{rule}: {} ==> {targets}", specific.premise)
        }
        PathStep::Trial(trial) => {
            let hypothesis = names.value(trial.hypothesis);
            let empty = names.variable(trial.empty);
            format!("{rule}: {hypothesis} leaves {empty} empty ==> {targets}")
        }
    }
}

/// The links of a chain as strings, in the order of its line; empty for other steps.
pub fn link_texts(names: &dyn Nomenclature, step: &PathStep) -> Vec<String> {
    let link = |link| link_text(names, link);
    match step {
        PathStep::Chain(chain) => chain.links.iter().map(link).collect(),
        PathStep::Forcing(forcing) => {
            let links = forcing.branches.iter().flat_map(|branch| &branch.links);
            links.map(link).collect()
        }
        PathStep::OrWhip(whip) => or_links(names, whip),
        _ => Vec::new(),
    }
}

/// The name of a relation: `Trid-OR3-relation`.
fn relation_name(pattern: &str, guardians: usize) -> String {
    format!("{pattern}-OR{guardians}-relation")
}

fn labels_text(names: &dyn Nomenclature, labels: &[Label]) -> String {
    joined(labels.iter().map(|&label| names.label(label)), " ")
}

fn joined(items: impl Iterator<Item = String>, separator: &str) -> String {
    items.collect::<Vec<_>>().join(separator)
}

/// A list in prose: `2, 4 and 8`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The distinct digits of a pattern: the answers to its variables, which are of one kind.
fn digits(names: &dyn Nomenclature, pattern: &Impossible) -> Vec<String> {
    let mut digits: Vec<String> = Vec::new();
    for (&label, &variable) in pattern.inside.iter().zip(pattern.variables.iter().cycle()) {
        let answer = names.answer(variable, label);
        let digit = answer.trim_start_matches('n').to_string();
        if !digits.contains(&digit) {
            digits.push(digit);
        }
    }
    digits
}

/// `for digits 2, 4 and 8 in cells: r1c2, r2c1, ...; guardians: n5r1c2 n7r2c1`.
fn impossible_text(names: &dyn Nomenclature, pattern: &Impossible) -> String {
    let cells = joined(pattern.variables.iter().map(|&v| names.variable(v)), ", ");
    let (digits, guardians) = (listed(&digits(names, pattern)), &pattern.guardians);
    let (count, plural) = match guardians.len() {
        1 => (1, ""),
        count => (count, "s"),
    };
    let guardians = labels_text(names, guardians);
    format!("for digits {digits} in cells: {cells}; with {count} guardian{plural}: {guardians}")
}

/// `same valence for n8r8c2 and n8r7c5 via c-chain[2]: n8r8c2,n8r7c2,n8r7c5 ==> ...`.
fn split_text(names: &dyn Nomenclature, split: &Split) -> String {
    let ends = [split.candidates.first(), split.candidates.last()];
    let [from, to] = ends.map(|end| end.map(|&label| names.label(label)).unwrap_or_default());
    let chain = joined(
        split.candidates.iter().map(|&label| names.label(label)),
        ",",
    );
    let length = split.variables.len();
    let [one, other] = split.halves().map(|half| {
        let guardians = labels_text(names, &half.guardians);
        format!("{} {guardians}", relation_name(&half.pattern, half.size()))
    });
    format!("same valence for {from} and {to} via c-chain[{length}]: {chain} ==> {one} and {other}")
}

/// The links of an OR_k-whip: `r7c6{n1 n8}`, `OR3{{n8r5c6 n6r3c4 | n4r1c5}}`, `r7c5{n4 .}`.
fn or_links(names: &dyn Nomenclature, whip: &OrWhip) -> Vec<String> {
    let texts = |links: &[ChainLink]| links.iter().map(|l| link_text(names, l)).collect();
    let (before, after): (Vec<String>, Vec<String>) = (texts(&whip.before), texts(&whip.after));
    [before, vec![or_text(names, whip)], after].concat()
}

/// The relation of an OR_k-whip, in the place of a variable.
fn or_text(names: &dyn Nomenclature, whip: &OrWhip) -> String {
    let guardians = whip.guardians.iter().copied();
    let others = guardians.filter(|&g| g != whip.left && Some(g) != whip.right);
    let struck: Vec<Label> = std::iter::once(whip.left).chain(others).collect();
    let right = whip
        .right
        .map_or(".".to_string(), |right| names.label(right));
    let struck = labels_text(names, &struck);
    format!("OR{}{{{{{struck} | {right}}}}}", whip.guardians.len())
}

/// The variable from which the branches start, with its candidates.
fn fork_text(names: &dyn Nomenclature, forcing: &Forcing) -> String {
    let starts = forcing.branches.iter().map(|branch| branch.start);
    let answers = joined(
        starts.map(|start| names.answer(forcing.variable, start)),
        " ",
    );
    format!("{}{{{answers}}}", names.variable(forcing.variable))
}

/// A branch: ` || n2r6c5 - partial-whip[2]: c6n2{r5 r7} - r7n3{c6 c5} -`.
fn branch_text(names: &dyn Nomenclature, branch: &Branch) -> String {
    let start = names.label(branch.start);
    match branch.links.len() {
        0 => format!(" || {start} -"),
        length => {
            let links = links_text(names, &branch.links);
            format!(" || {start} - partial-whip[{length}]: {links} -")
        }
    }
}

fn links_text(names: &dyn Nomenclature, links: &[ChainLink]) -> String {
    joined(links.iter().map(|link| link_text(names, link)), " - ")
}

/// One variable of a chain: `r7n4{c5 c123}`.
fn link_text(names: &dyn Nomenclature, step: &ChainLink) -> String {
    let right = match step.rlo {
        None => ".".to_string(),
        Some(Object::Label(rlc)) => names.answer(step.variable, rlc),
        Some(Object::Group(group)) => names.grouped_answer(group),
    };
    let left = names.answer(step.variable, step.llc);
    format!("{}{{{left} {right}}}", names.variable(step.variable))
}
