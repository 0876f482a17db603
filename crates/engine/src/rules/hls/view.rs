//! The candidates of a state in one space.

use crate::kernel::Kernel;
use gradus_csp::{Answers, Bits, Label, Labels, Space, SpaceCells, State};

/// The candidates of a state, as cells with answers.
pub(super) struct SpaceView<'a> {
    pub space: &'a Space,
    /// The answers of every cell.
    pub answers: Vec<Answers>,
    /// The cells of every answer.
    pub cells: Vec<SpaceCells>,
    /// The cells with two answers.
    pub bivalue: SpaceCells,
}

impl<'a> SpaceView<'a> {
    pub(super) fn of<S: Labels>(space: &'a Space, state: &State<S>) -> SpaceView<'a> {
        let answers = space.candidates(state);
        let mut cells = vec![0; space.answers];
        let mut bivalue = 0;
        for (cell, &mask) in answers.iter().enumerate() {
            each_answer(mask).for_each(|answer| cells[answer] |= 1 << cell);
            bivalue |= SpaceCells::from(mask.count_ones() == 2) << cell;
        }
        SpaceView {
            space,
            answers,
            cells,
            bivalue,
        }
    }

    pub(super) fn labels(&self, cells: SpaceCells, answer: usize) -> Vec<Label> {
        each_cell(cells)
            .map(|cell| self.space.label(cell, answer))
            .collect()
    }
}

pub(super) fn views<'a, K: Kernel>(kernel: &'a K, state: &State<K::Set>) -> Vec<SpaceView<'a>> {
    let spaces = kernel.spaces().iter();
    spaces.map(|space| SpaceView::of(space, state)).collect()
}

#[inline(always)]
pub(super) fn each_cell(mut cells: SpaceCells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= cells - 1;
        Some(cell)
    })
}

#[inline(always)]
pub(super) fn each_answer(answers: Answers) -> impl Iterator<Item = usize> {
    Bits(u64::from(answers)).map(|answer| answer as usize)
}
