//! c-chains (HLS, chapter XVI): an even number of different cells, one answer in all of
//! them. The first two, the third and fourth, and so on, are its only two places in some
//! row, column or block; the second and third, and so on, are linked. The answer is false
//! in every cell outside the chain that is linked to both ends.

use super::view::{SpaceView, each_cell};
use crate::kernel::Kernel;
use crate::rules::linked::remaining;
use gradus_csp::{Label, SpaceCells, State};

/// The targets of the first c-chain of a length, in the order of answers and cells.
pub(super) fn targets<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    cells: &SpaceView,
    length: usize,
) -> Option<Vec<Label>> {
    let places = conjugates(kernel, state, cells);
    for (answer, pairs) in places.iter().enumerate() {
        let search = CChainSearch {
            view: cells,
            answer,
            pairs,
        };
        for first in each_cell(cells.cells[answer]) {
            let targets = cells.space.linked[first] & cells.cells[answer];
            if let Some(targets) = search.pair(first, 1 << first, targets, length) {
                return Some(cells.labels(targets, answer));
            }
        }
    }
    None
}

/// For each answer and cell the cells that are, with it, the only two places of the answer
/// in some variable.
fn conjugates<K: Kernel>(
    kernel: &K,
    state: &State<K::Set>,
    cells: &SpaceView,
) -> Vec<Vec<SpaceCells>> {
    let (model, space) = (kernel.model(), cells.space);
    let mut pairs = vec![vec![0; space.linked.len()]; space.answers];
    let mut place = vec![(0, 0); model.label_count()];
    for cell in 0..space.linked.len() {
        for answer in 0..space.answers {
            place[space.label(cell, answer).index()] = (cell, answer);
        }
    }
    let candidates = state.candidates();
    for variable in model.variables() {
        if model.kind_of(variable) == space.kind {
            continue;
        }
        let mut left = remaining(model.labels_of(variable), &candidates);
        if let (Some(a), Some(b), None) = (left.next(), left.next(), left.next()) {
            let ((a, answer), (b, _)) = (place[a.index()], place[b.index()]);
            pairs[answer][a] |= 1 << b;
            pairs[answer][b] |= 1 << a;
        }
    }
    pairs
}

struct CChainSearch<'a> {
    view: &'a SpaceView<'a>,
    answer: usize,
    pairs: &'a [SpaceCells],
}

impl CChainSearch<'_> {
    /// The targets of the first chain that continues from a cell whose number is odd.
    fn pair(
        &self,
        last: usize,
        chain: SpaceCells,
        targets: SpaceCells,
        more: usize,
    ) -> Option<SpaceCells> {
        each_cell(self.pairs[last] & !chain).find_map(|second| {
            let chain = chain | 1 << second;
            let linked = self.view.space.linked[second];
            if more == 2 {
                let targets = targets & linked & !chain;
                return (targets != 0).then_some(targets);
            }
            let thirds = linked & self.view.cells[self.answer] & !chain;
            each_cell(thirds)
                .find_map(|third| self.pair(third, chain | 1 << third, targets, more - 2))
        })
    }
}
