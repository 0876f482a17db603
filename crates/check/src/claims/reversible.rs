//! Decides if a candidate has a bivalue chain or a z-chain, by trying all chains
//! that the definitions allow (PBCS 5.3). Both theories are stable for confluence.

use super::board::CheckState;
use super::{LookBudget, Unverified};
use gradus_csp::{Label, Variable};

/// Maximum number of partial chains to try for one candidate.
const TRIES: u64 = 5_000;

/// Returns true if a candidate has a bivalue chain up to a length, or a z-chain
/// (which includes bivalue chains), in a state without Singles.
pub(crate) fn has_reversible_chain(
    board: &CheckState<'_>,
    target: Label,
    z: bool,
    length: usize,
    budget: &mut LookBudget,
) -> Result<bool, Unverified> {
    // Where all remaining chains may be loops, every one would have to be tried.
    let kept = budget.0.saturating_sub(TRIES);
    let mut search = ReversibleSearch {
        board,
        target,
        z,
        budget: LookBudget(budget.0 - kept),
        chain: Vec::new(),
    };
    let found = search.completes(length);
    budget.0 = search.budget.0 + kept;
    found
}

/// Looks for chains on a candidate.
struct ReversibleSearch<'a> {
    board: &'a CheckState<'a>,
    target: Label,
    z: bool,
    budget: LookBudget,
    /// The candidates of the chain so far.
    chain: Vec<Label>,
}

impl ReversibleSearch<'_> {
    /// Returns true if this many more variables complete the chain.
    fn completes(&mut self, more: usize) -> Result<bool, Unverified> {
        // Chains without loops reach no more than chains with loops.
        if more == 0 || !self.is_within(more)? {
            return Ok(false);
        }
        self.budget.spend()?;
        for (variable, llc) in self.places(self.last()) {
            let others = self.others(variable, llc);
            if self.closes(&others) {
                let repeated = others.iter().any(|other| self.chain.contains(other));
                if self.z || !repeated {
                    return Ok(true);
                }
            }
            if let [rlc] = others[..]
                && !self.chain.contains(&rlc)
                && !self.board.model.linked(rlc, self.target)
            {
                self.chain.extend([llc, rlc]);
                let found = self.completes(more - 1)?;
                self.chain.truncate(self.chain.len() - 2);
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns true if this many more variables complete the chain when candidates may occur twice.
    fn is_within(&mut self, length: usize) -> Result<bool, Unverified> {
        let mut reached = vec![false; self.board.model.label_count()];
        self.chain
            .iter()
            .for_each(|label| reached[label.index()] = true);
        let mut layer = vec![self.last()];
        for _ in 0..length {
            self.budget.spend()?;
            let mut next = Vec::new();
            for last in layer {
                for (variable, llc) in self.places(last) {
                    let others = self.others(variable, llc);
                    if self.closes(&others) {
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

    fn last(&self) -> Label {
        self.chain.last().copied().unwrap_or(self.target)
    }

    /// The labels of a variable besides its left-linking candidate and, in z-chains, those
    /// linked to the target.
    fn others(&self, variable: Variable, llc: Label) -> Vec<Label> {
        let z = |label: Label| self.z && self.board.model.linked(label, self.target);
        let labels = self.board.labels_left(variable);
        labels.filter(|&label| label != llc && !z(label)).collect()
    }

    /// Returns true if a variable with these others ends a chain.
    fn closes(&self, others: &[Label]) -> bool {
        match others {
            [] => self.z,
            [rlc] => !self.z && self.board.model.linked(*rlc, self.target),
            _ => false,
        }
    }

    /// The variables, none of the target's, that may follow a candidate, each with
    /// a left-linking candidate that is not in the chain.
    fn places(&self, last: Label) -> Vec<(Variable, Label)> {
        let (board, target, model) = (self.board, self.target, self.board.model);
        let linked = model.linked_labels(last).iter().copied();
        let llcs = linked.filter(|llc| *llc != target && !self.chain.contains(llc));
        let llcs = llcs.filter(|&llc| board.is_candidate(llc));
        let places = llcs.flat_map(|llc| model.variables_of(llc).map(move |v| (v, llc)));
        places
            .filter(|(v, _)| board.count(*v) > 1 && !model.labels_of(*v).contains(&target))
            .collect()
    }
}
