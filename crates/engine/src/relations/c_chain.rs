//! c-chains: candidates one after the other, each two neighbours being the only candidates
//! of a variable, so that one of them is true and the other is not. If their number is odd
//! the two ends are true or false together. CSP-Rules manual, 14.16.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::memory::KnownRelations;
use crate::kernel::Kernel;
use crate::rules::linked::remaining;
use gradus_csp::{Label, State, Variable};
use gradus_path::{MOST_SPLIT, Relation, Split};

/// For each candidate that was reached, after how many variables, and from where.
type Predecessors = FxHashMap<Label, (usize, Option<(Label, Variable)>)>;

/// For each candidate, its neighbours and the variables between.
pub(super) struct Bivalue(FxHashMap<Label, Vec<(Label, Variable)>>);

impl Bivalue {
    pub(super) fn new<K: Kernel>(kernel: &K, state: &State<K::Set>) -> Self {
        let model = kernel.model();
        let mut neighbours: FxHashMap<Label, Vec<(Label, Variable)>> = FxHashMap::default();
        for variable in model.variables() {
            let mut left = remaining(model.labels_of(variable), &state.left);
            if let (Some(one), Some(other), None) = (left.next(), left.next(), left.next()) {
                neighbours.entry(one).or_default().push((other, variable));
                neighbours.entry(other).or_default().push((one, variable));
            }
        }
        Bivalue(neighbours)
    }

    /// A relation that a c-chain of a length splits, where no shorter one does.
    pub(super) fn split(&self, relations: &KnownRelations, length: usize) -> Option<Split> {
        let few = relations.live.iter().filter(|r| r.size() <= MOST_SPLIT);
        few.into_iter()
            .find_map(|relation| self.split_of(relation, length))
    }

    fn split_of(&self, relation: &Relation, length: usize) -> Option<Split> {
        relation.guardians.iter().find_map(|&start| {
            let (candidates, variables) = self.chain(start, &relation.guardians, length)?;
            Some(Split {
                rule: (),
                pattern: relation.pattern.clone(),
                guardians: relation.guardians.clone(),
                candidates,
                variables,
            })
        })
    }

    /// A shortest chain of this length from a candidate to another of some. The shortest
    /// has no candidate twice, nor a variable.
    fn chain(
        &self,
        start: Label,
        ends: &[Label],
        length: usize,
    ) -> Option<(Vec<Label>, Vec<Variable>)> {
        let mut reached = Predecessors::default();
        reached.insert(start, (0, None));
        let mut queue = VecDeque::from([start]);
        while let Some(label) = queue.pop_front() {
            let (distance, _) = reached[&label];
            if distance == length {
                if label != start && ends.contains(&label) {
                    return Some(trace(&reached, label));
                }
                continue;
            }
            for &(next, variable) in self.0.get(&label).into_iter().flatten() {
                reached.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    (distance + 1, Some((label, variable)))
                });
            }
        }
        None
    }
}

/// The chain that led to a candidate, from its start on.
fn trace(reached: &Predecessors, end: Label) -> (Vec<Label>, Vec<Variable>) {
    let (mut candidates, mut variables) = (vec![end], Vec::new());
    let mut at = end;
    while let Some((before, variable)) = reached[&at].1 {
        candidates.push(before);
        variables.push(variable);
        at = before;
    }
    candidates.reverse();
    variables.reverse();
    (candidates, variables)
}
