//! OR_k relations against their definitions (CSP-Rules manual, 3.5 and 14): how an
//! impossible pattern asserts one, how a path remembers it, how it is split, and
//! the whips that have it in the place of a variable.
//!
//! The claim that a pattern is impossible is verified: all ways to give each of its
//! variables one of its labels are tried, and each must have two linked labels.

use std::collections::BTreeSet;

use super::chain::check_or_chain;
use super::{Refusal, all_different, candidates, check_targets, ensure};
use gradus_csp::{Label, Model, Position, Variable};
use gradus_path::{
    Impossible, LONGEST_C_CHAIN, MOST_GUARDIANS, MOST_SPLIT, OrWhip, Relation, Split, TRIDAGON,
};

/// Maximum number of ways to try before a pattern is refused.
const WAYS: usize = 1_000_000;

/// The relations that a path has asserted. Guardians eliminated since then are kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct AssertedRelations(Vec<(String, BTreeSet<Label>)>);

impl AssertedRelations {
    /// Remembers a relation.
    pub(crate) fn remember(&mut self, relation: Relation) {
        let guardians = relation.guardians.into_iter().collect();
        self.0.push((relation.pattern, guardians));
    }

    /// Refuses a relation that is not a remembered one, restricted to its remaining
    /// candidates and without a true guardian.
    pub(crate) fn check(
        &self,
        position: &Position,
        pattern: &str,
        guardians: &[Label],
    ) -> Result<(), Refusal> {
        ensure(all_different(guardians), Refusal::Repeated)?;
        let guardians: BTreeSet<Label> = guardians.iter().copied().collect();
        let is = |(known, all): &(String, BTreeSet<Label>)| {
            let left: BTreeSet<Label> = all & &position.candidates;
            known == pattern && all.is_disjoint(&position.values) && left == guardians
        };
        ensure(self.0.iter().any(is), Refusal::UnknownRelation)
    }
}

/// Checks that an impossible pattern is valid in a state: then one of its guardians is
/// true, or, if all are of one variable, the inside labels of that variable are false.
pub fn check_impossible(
    model: &Model,
    position: &Position,
    pattern: &Impossible,
) -> Result<(), Refusal> {
    let Impossible {
        variables,
        inside,
        guardians: stated,
        targets,
        ..
    } = pattern;
    ensure(all_different(variables), Refusal::Repeated)?;
    ensure(all_different(inside), Refusal::Repeated)?;
    let mut outside = BTreeSet::new();
    let mut choices = Vec::new();
    for &variable in variables {
        let all = candidates(model, position, variable)?;
        let (own, others): (Vec<Label>, Vec<Label>) =
            all.into_iter().partition(|label| inside.contains(label));
        ensure(!own.is_empty(), Refusal::NoPattern)?;
        choices.push(own);
        outside.extend(others);
    }
    // All labels inside are candidates of a variable.
    let own = choices.iter().flatten().collect::<BTreeSet<_>>();
    ensure(own.len() == inside.len(), Refusal::NoPattern)?;
    if pattern.pattern == TRIDAGON {
        ensure(is_tridagon(model, &choices), Refusal::NoTridagon)?;
    }
    let mut ways = WAYS;
    let possible = can_be_filled(model, &choices, &mut Vec::new(), &mut ways);
    ensure(!possible, Refusal::Possible)?;
    ensure(all_different(stated), Refusal::Repeated)?;
    let guardians: BTreeSet<Label> = stated.iter().copied().collect();
    ensure(guardians == outside, Refusal::WrongGuardians)?;
    if targets.is_empty() {
        return ensure(!guardians.is_empty(), Refusal::WrongGuardians);
    }
    check_targets(position, targets)?;
    let of = |variable: Variable| model.labels_of(variable);
    let takes = |&variable: &Variable| {
        let in_one = guardians.iter().all(|label| of(variable).contains(label));
        let mut targets = targets.iter();
        in_one && targets.all(|t| inside.contains(t) && of(variable).contains(t))
    };
    ensure(variables.iter().any(takes), Refusal::NotTaken)
}

/// Returns true if each variable can have one of its choices without any two
/// linked, or if there are too many ways to try.
fn can_be_filled(
    model: &Model,
    choices: &[Vec<Label>],
    chosen: &mut Vec<Label>,
    ways: &mut usize,
) -> bool {
    let Some((first, rest)) = choices.split_first() else {
        return true;
    };
    for &label in first {
        *ways = ways.saturating_sub(1);
        if *ways == 0 {
            return true;
        }
        if chosen.iter().any(|&other| model.linked(other, label)) {
            continue;
        }
        chosen.push(label);
        let filled = can_be_filled(model, rest, chosen, ways);
        chosen.pop();
        if filled {
            return true;
        }
    }
    false
}

/// Returns true if twelve variables with three labels each are four blocks of three, in a
/// ring, each cell linked to the two others of its block and to one in each of the neighbours.
fn is_tridagon(model: &Model, cells: &[Vec<Label>]) -> bool {
    if cells.len() != 12 || cells.iter().any(|labels| labels.len() != 3) {
        return false;
    }
    // Two cells are linked if each label of one is linked to one label of the other.
    let linked = |one: usize, other: usize| {
        let contradicts = |&a: &Label| cells[other].iter().filter(|&&b| model.linked(a, b)).count();
        one != other && cells[one].iter().all(|label| contradicts(label) == 1)
    };
    let neighbours =
        |cell: usize| -> BTreeSet<usize> { (0..12).filter(|&other| linked(cell, other)).collect() };
    // A cell's block: itself and the two neighbours that are linked to each other.
    let block = |cell: usize| -> Option<BTreeSet<usize>> {
        let around = neighbours(cell);
        let in_block = |&&one: &&usize| around.iter().any(|&other| linked(one, other));
        let mut block: BTreeSet<usize> = around.iter().filter(in_block).copied().collect();
        block.insert(cell);
        (around.len() == 4 && block.len() == 3).then_some(block)
    };
    let Some(blocks) = (0..12).map(block).collect::<Option<BTreeSet<_>>>() else {
        return false;
    };
    // Each block has two others next to it, all three cells of which have one neighbour there.
    let beside = |one: &BTreeSet<usize>, other: &BTreeSet<usize>| {
        let links = |&cell: &usize| (&neighbours(cell) & other).len();
        let counts: BTreeSet<usize> = one.iter().map(links).collect();
        (counts.len() == 1).then(|| counts.contains(&1))
    };
    blocks.len() == 4
        && blocks.iter().all(|one| {
            let others = blocks.iter().filter(|other| *other != one);
            let found: Vec<Option<bool>> = others.map(|other| beside(one, other)).collect();
            !found.contains(&None) && found.iter().filter(|is| **is == Some(true)).count() == 2
        })
}

/// Checks a c-chain between two guardians of a relation, so that it may be split.
pub(crate) fn check_split(
    model: &Model,
    position: &Position,
    relations: &AssertedRelations,
    split: &Split,
) -> Result<(), Refusal> {
    relations.check(position, &split.pattern, &split.guardians)?;
    let Split {
        guardians,
        candidates: chain,
        variables,
        ..
    } = split;
    let length = variables.len();
    let sizes = (2..=MOST_SPLIT).contains(&guardians.len())
        && (2..=LONGEST_C_CHAIN).contains(&length)
        && length.is_multiple_of(2)
        && chain.len() == length + 1;
    ensure(sizes, Refusal::NoCChain)?;
    ensure(
        all_different(chain) && all_different(variables),
        Refusal::Repeated,
    )?;
    for (pair, &variable) in chain.windows(2).zip(variables) {
        let left = candidates(model, position, variable)?;
        let both = left.len() == 2 && pair.iter().all(|label| left.contains(label));
        ensure(both, Refusal::NoCChain)?;
    }
    let is_guardian = |end: Option<&Label>| end.is_some_and(|l| guardians.contains(l));
    let ends = is_guardian(chain.first()) && is_guardian(chain.last());
    ensure(ends, Refusal::NoCChain)
}

/// Checks that an OR_k-whip is valid in a state, with a relation that the path has asserted.
pub(crate) fn check_or_whip(
    model: &Model,
    position: &Position,
    relations: &AssertedRelations,
    whip: &OrWhip,
) -> Result<(), Refusal> {
    relations.check(position, &whip.pattern, &whip.guardians)?;
    let usable = (2..=MOST_GUARDIANS).contains(&whip.guardians.len());
    ensure(usable, Refusal::TooManyGuardians)?;
    check_targets(position, &whip.targets)?;
    check_or_chain(model, position, whip)
}
