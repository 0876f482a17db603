//! The signs of a Futoshiki, which compare neighbouring cells.

/// A cell: row and column, from 0.
pub(super) type Cell = (usize, usize);

/// A sign between two neighbours, read from left to right or from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// `<`: the first cell is the smaller one.
    Less,
    /// `>`: the second cell is the smaller one.
    Greater,
}

impl Sign {
    /// The character of a sign or of its absence.
    pub(crate) fn character(sign: Option<Sign>) -> char {
        match sign {
            None => '-',
            Some(Sign::Less) => '<',
            Some(Sign::Greater) => '>',
        }
    }
}

/// All signs of a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Signs {
    size: usize,
    /// Row by row, between each cell and the one on its right.
    pub(super) across: Vec<Option<Sign>>,
    /// Column by column, between each cell and the one below.
    pub(super) down: Vec<Option<Sign>>,
}

/// The axis along which a line of cells lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    Row,
    Column,
}

impl Signs {
    /// A square without signs.
    pub(super) fn none(size: usize) -> Signs {
        let places = size * size.saturating_sub(1);
        Signs {
            size,
            across: vec![None; places],
            down: vec![None; places],
        }
    }

    /// Number of rows and columns.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The sign between two neighbours of a line, the cell at `place` and the next one.
    pub(crate) fn at(&self, axis: Axis, line: usize, place: usize) -> Option<Sign> {
        let index = line * (self.size - 1) + place;
        match axis {
            Axis::Row => self.across[index],
            Axis::Column => self.down[index],
        }
    }

    /// Adds that a cell is greater than its neighbour. Returns false if it is already smaller.
    pub(super) fn set_greater(&mut self, greater: Cell, smaller: Cell) -> bool {
        let first = greater.min(smaller);
        let sign = if first == smaller {
            Sign::Less
        } else {
            Sign::Greater
        };
        let steps = self.size - 1;
        let slot = if greater.0 == smaller.0 {
            &mut self.across[first.0 * steps + first.1]
        } else {
            &mut self.down[first.1 * steps + first.0]
        };
        slot.replace(sign).is_none_or(|before| before == sign)
    }

    /// The pairs of neighbours with a sign, the smaller cell first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let lines = (0..self.size).flat_map(|line| {
            let places = 0..self.size.saturating_sub(1);
            places.flat_map(move |place| {
                let row = ((line, place), (line, place + 1), Axis::Row);
                let column = ((place, line), (place + 1, line), Axis::Column);
                [row, column].map(|pair| (pair, line, place))
            })
        });
        lines.filter_map(|((first, second, axis), line, place)| {
            match self.at(axis, line, place)? {
                Sign::Less => Some((first, second)),
                Sign::Greater => Some((second, first)),
            }
        })
    }
}
