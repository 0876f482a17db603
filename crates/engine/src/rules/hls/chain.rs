//! The chains of HLS that stay in one space: xy, xyt, xyz and xyzt (HLS, chapters XIV to XX),
//! and in the spaces of rows or columns and numbers their hidden counterparts.
//!
//! A chain is a sequence of different cells, each linked to the next, with a left and a
//! right answer in each: the left one is the right one of the cell before, and the first
//! left one is the last right one. Besides these two a cell may have
//! - t: answers that are the right ones of earlier cells linked to it;
//! - z: in one cell that is neither first nor last, the answer of the target.
//!
//! That answer is false in every cell outside the chain that is linked to both ends and,
//! if there is one, to the cell of z.

use super::view::{SpaceView, each_answer, each_cell};
use gradus_csp::{Answers, Label, SpaceCells};

/// The answers that cells of a chain may have besides their left and right ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Additional {
    /// Right answers of earlier cells.
    pub t: bool,
    /// In one cell, and one cell must have it, the answer of the target.
    pub z: bool,
}

pub(super) const XY: Additional = Additional { t: false, z: false };
pub(super) const XYT: Additional = Additional { t: true, z: false };
pub(super) const XYZ: Additional = Additional { t: false, z: true };
pub(super) const XYZT: Additional = Additional { t: true, z: true };

/// The targets of the first chain of a length, in the order of first cells, answers and
/// further cells.
pub(super) fn targets(
    view: &SpaceView,
    additional: Additional,
    length: usize,
) -> Option<Vec<Label>> {
    for first in each_cell(view.bivalue) {
        for left in each_answer(view.answers[first]) {
            let targets = view.space.linked[first] & view.cells[left];
            let mut search = SpaceChainSearch {
                view,
                additional,
                length,
                target: left,
                rights: [0; Answers::BITS as usize],
            };
            let right = view.answers[first] & !(1 << left);
            let partial = ChainBeginning {
                length: 1,
                last: first,
                right: right.trailing_zeros() as usize,
                cells: 1 << first,
                targets,
                z: false,
            };
            if let Some(targets) = search.extend(partial) {
                return Some(view.labels(targets, left));
            }
        }
    }
    None
}

struct SpaceChainSearch<'a> {
    view: &'a SpaceView<'a>,
    additional: Additional,
    length: usize,
    target: usize,
    /// For each answer, the cells that are linked to a cell of which it is the right one.
    rights: [SpaceCells; Answers::BITS as usize],
}

#[derive(Clone, Copy)]
struct ChainBeginning {
    length: usize,
    last: usize,
    right: usize,
    cells: SpaceCells,
    /// The cells that may still be targets.
    targets: SpaceCells,
    /// True if a cell has the answer of the target besides.
    z: bool,
}

impl SpaceChainSearch<'_> {
    /// The targets of the first full chain that begins so.
    fn extend(&mut self, partial: ChainBeginning) -> Option<SpaceCells> {
        if partial.targets == 0 {
            return None;
        }
        let ChainBeginning { last, right, .. } = partial;
        let view = self.view;
        let before = self.rights[right];
        let next = view.space.linked[last] & view.cells[right] & !partial.cells;
        if partial.length + 1 == self.length {
            return self.end(partial, next & view.cells[self.target]);
        }
        self.rights[right] |= view.space.linked[last];
        let next = match self.additional {
            XY => next & view.bivalue,
            _ => next,
        };
        let found = each_cell(next).find_map(|cell| self.through(partial, cell));
        self.rights[right] = before;
        found
    }

    /// The answers of a cell, but for its left one, that need not be its right one.
    fn explained(&self, cell: usize, others: Answers) -> Answers {
        if !self.additional.t {
            return 0;
        }
        let is = |answer: &usize| self.rights[*answer] >> cell & 1 == 1;
        each_answer(others)
            .filter(is)
            .map(|answer| 1 << answer)
            .sum()
    }

    fn end(&self, partial: ChainBeginning, ends: SpaceCells) -> Option<SpaceCells> {
        if partial.right == self.target || partial.z != self.additional.z {
            return None;
        }
        each_cell(ends).find_map(|cell| {
            let targets = partial.targets & self.view.space.linked[cell] & !(1 << cell);
            let others = self.view.answers[cell] & !(1 << partial.right | 1 << self.target);
            (targets != 0 && self.explained(cell, others) == others).then_some(targets)
        })
    }

    fn through(&mut self, partial: ChainBeginning, cell: usize) -> Option<SpaceCells> {
        let others = self.view.answers[cell] & !(1 << partial.right);
        let open = others & !self.explained(cell, others);
        let z = 1 << self.target;
        let further = ChainBeginning {
            length: partial.length + 1,
            last: cell,
            cells: partial.cells | 1 << cell,
            targets: partial.targets & !(1 << cell),
            ..partial
        };
        if let Some(targets) = self.with_rights(further, rights(others, open)) {
            return Some(targets);
        }
        if self.additional.z && !partial.z && open & z != 0 {
            let further = ChainBeginning {
                z: true,
                targets: further.targets & self.view.space.linked[cell],
                ..further
            };
            return self.with_rights(further, rights(others & !z, open & !z));
        }
        None
    }

    fn with_rights(&mut self, further: ChainBeginning, rights: Answers) -> Option<SpaceCells> {
        each_answer(rights).find_map(|right| self.extend(ChainBeginning { right, ..further }))
    }
}

/// What can be the right answer of a cell: the one that nothing explains, or any if all are
/// explained.
fn rights(others: Answers, open: Answers) -> Answers {
    match open.count_ones() {
        0 => others,
        1 => open,
        _ => 0,
    }
}
