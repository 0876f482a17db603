//! The candidates of a state in one space.

use gradus_csp::{Bits, Label, Labels, Space, State};

/// A set of cells; bit `i` is cell `i` of a space.
pub(super) type SpaceCells = u128;

/// A set of answers, the places of labels in their cells.
pub(super) type Answers = u16;

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
    /// The candidates of a state in a space.
    pub(super) fn of<S: Labels>(space: &'a Space, state: &State<S>) -> SpaceView<'a> {
        let candidates = state.candidates();
        let mask = |cell: usize| -> Answers {
            let has = |answer| candidates.contains(space.label(cell, answer));
            let bits = (0..space.answers).map(|answer| Answers::from(has(answer)) << answer);
            bits.sum()
        };
        let answers: Vec<Answers> = (0..space.linked.len()).map(mask).collect();
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
