//! Whether a candidate has a bivalue chain or a z-chain, by trying everything
//! that the definitions allow (PBCS 5.3). Both theories are stable for confluence.

use super::board::Board;
use super::budget::{Budget, OutOfBudget};
use gradus_csp::{Label, Variable};

/// Partial chains that are tried for one candidate.
const TRIES: u64 = 5_000;

/// Looks for chains in a state in which no Single is left.
pub(crate) struct ReversibleChains<'a> {
    /// z-chains, of which bivalue chains are some.
    pub(crate) z: bool,
    pub(crate) budget: &'a mut Budget,
}

impl ReversibleChains<'_> {
    /// Whether a candidate has a chain up to a length.
    pub(crate) fn exists(
        &mut self,
        board: &Board<'_>,
        target: Label,
        length: usize,
    ) -> Result<bool, OutOfBudget> {
        // Where only loops may remain, all chains would have to be tried.
        let kept = self.budget.0.saturating_sub(TRIES);
        self.budget.0 -= kept;
        let found = self.go_on(board, target, length, &mut Vec::new());
        self.budget.0 += kept;
        found
    }

    /// Whether so many more variables complete a chain with these candidates.
    fn go_on(
        &mut self,
        board: &Board<'_>,
        target: Label,
        more: usize,
        chain: &mut Vec<Label>,
    ) -> Result<bool, OutOfBudget> {
        // What no chain with loops reaches, none without reaches.
        if more == 0 || !self.is_within(board, target, more, chain)? {
            return Ok(false);
        }
        self.budget.spend()?;
        let last = chain.last().copied().unwrap_or(target);
        for (variable, llc) in places(board, target, last) {
            if chain.contains(&llc) {
                continue;
            }
            let others = self.others(board, target, variable, llc);
            if self.closes(board, target, &others) {
                let repeated = others.iter().any(|other| chain.contains(other));
                if self.z || !repeated {
                    return Ok(true);
                }
            }
            if let [rlc] = others[..]
                && !chain.contains(&rlc)
                && !board.model.linked(rlc, target)
            {
                chain.extend([llc, rlc]);
                let found = self.go_on(board, target, more - 1, chain)?;
                chain.truncate(chain.len() - 2);
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether so many more variables complete a chain with these candidates, if
    /// others may occur twice.
    fn is_within(
        &mut self,
        board: &Board<'_>,
        target: Label,
        length: usize,
        chain: &[Label],
    ) -> Result<bool, OutOfBudget> {
        let mut reached = vec![false; board.model.label_count()];
        chain.iter().for_each(|label| reached[label.index()] = true);
        let mut layer = vec![chain.last().copied().unwrap_or(target)];
        for _ in 0..length {
            self.budget.spend()?;
            let mut next = Vec::new();
            for last in layer {
                for (variable, llc) in places(board, target, last) {
                    if chain.contains(&llc) {
                        continue;
                    }
                    let others = self.others(board, target, variable, llc);
                    if self.closes(board, target, &others) {
                        return Ok(true);
                    }
                    if let [rlc] = others[..]
                        && !std::mem::replace(&mut reached[rlc.index()], true)
                    {
                        next.push(rlc);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Ok(false)
    }

    /// What a variable has besides its left-linking candidate and, in z-chains,
    /// what is linked to the target.
    fn others(
        &self,
        board: &Board<'_>,
        target: Label,
        variable: Variable,
        llc: Label,
    ) -> Vec<Label> {
        let z = |label: Label| self.z && board.model.linked(label, target);
        let labels = board.labels_left(variable);
        labels.filter(|&label| label != llc && !z(label)).collect()
    }

    /// Whether a variable with these others ends a chain.
    fn closes(&self, board: &Board<'_>, target: Label, others: &[Label]) -> bool {
        match others {
            [] => self.z,
            [rlc] => !self.z && board.model.linked(*rlc, target),
            _ => false,
        }
    }
}

/// The variables, none of the target's, that may come after a candidate, each
/// with a left-linking candidate.
fn places(board: &Board<'_>, target: Label, last: Label) -> Vec<(Variable, Label)> {
    let model = board.model;
    let linked = model.linked_labels(last).iter().copied();
    let llcs = linked.filter(|&llc| llc != target && board.is_candidate(llc));
    let places = llcs.flat_map(|llc| model.variables_of(llc).map(move |v| (v, llc)));
    places
        .filter(|(v, _)| board.count(*v) > 1 && !model.labels_of(*v).contains(&target))
        .collect()
}
