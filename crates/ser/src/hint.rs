//! What a producer finds: the next step.

use crate::board::Grid;
use crate::chain::Chain;
use crate::technique::Technique;
use crate::tenths::Tenths;

/// Eliminations: cells, ascending, with digits.
pub(crate) type Removals = Vec<(u8, u16)>;

/// A hint: what a step does, and why.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) technique: Technique,
    pub(crate) rating: Tenths,
    pub(crate) complexity: u32,
    pub(crate) removals: Removals,
    pub(crate) placement: Option<(u8, u8)>,
    pub(crate) chain: Option<Chain>,
}

impl Hint {
    pub(crate) fn new(technique: Technique, tenths: u16, removals: Removals) -> Hint {
        Hint {
            technique,
            rating: Tenths(tenths),
            complexity: 0,
            removals,
            placement: None,
            chain: None,
        }
    }

    pub(crate) fn placing(technique: Technique, tenths: u16, cell: usize, digit: usize) -> Hint {
        Hint {
            placement: Some((cell as u8, digit as u8)),
            ..Hint::new(technique, tenths, Vec::new())
        }
    }
}

/// What the grid has of these digits in these cells.
pub(crate) fn removals(grid: &Grid, cells: impl Iterator<Item = usize>, digits: u16) -> Removals {
    cells
        .filter_map(|cell| {
            let found = grid.cand[cell] & digits;
            (found != 0).then_some((cell as u8, found))
        })
        .collect()
}
