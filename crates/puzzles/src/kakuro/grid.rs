//! The grid of a Kakuro: white cells, and their runs between black cells, the sectors. Rows
//! and columns are numbered from 1, the black ones at the edge included (PBCS 15.1).

use super::combinations::{Digits, LONGEST, combinations};

/// The direction from a controller to the cells of its sector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// To the right.
    Horizontal,
    /// Below.
    Vertical,
}

impl Direction {
    /// Both, in the order of processing.
    pub(super) const BOTH: [Direction; 2] = [Direction::Horizontal, Direction::Vertical];

    /// The letter of its controllers: `hr3c1`.
    pub(super) fn letter(self) -> char {
        match self {
            Direction::Horizontal => 'h',
            Direction::Vertical => 'v',
        }
    }
}

/// A place in the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct GridPoint {
    /// From 1.
    pub(super) row: usize,
    /// From 1.
    pub(super) column: usize,
}

impl GridPoint {
    /// The point of a row and a column that are counted from 0.
    fn at(row: usize, column: usize) -> GridPoint {
        GridPoint {
            row: row + 1,
            column: column + 1,
        }
    }
}

impl std::fmt::Display for GridPoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// A place as described by its row or column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KakuroToken {
    White,
    Black,
    Clue(u8),
}

impl std::fmt::Display for KakuroToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KakuroToken::White => f.write_str("."),
            KakuroToken::Black => f.write_str("B"),
            KakuroToken::Clue(clue) => clue.fmt(f),
        }
    }
}

/// A run of white cells with different digits; the clue of its controller, if any, is their
/// sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sector {
    /// The direction from the controller to its cells.
    pub(super) direction: Direction,
    /// The black cell before it.
    pub(super) controller: GridPoint,
    /// Its cells, as numbers of white cells.
    pub(super) cells: Vec<usize>,
    /// The sum.
    pub(super) clue: Option<u8>,
    /// The possible sets of digits of its cells; empty without a clue.
    pub(super) combinations: Vec<Digits>,
}

impl Sector {
    /// The digits of some combination.
    pub(super) fn digits(&self) -> Digits {
        match self.clue {
            None => Digits::ALL,
            Some(_) => self.folded(Digits::NONE, Digits::or),
        }
    }

    /// The digits of all combinations, magic or pseudo-magic (PBCS 15.2).
    pub(super) fn magic(&self) -> Digits {
        match self.clue {
            None => Digits::NONE,
            Some(_) => self.folded(Digits::ALL, Digits::and),
        }
    }

    fn folded(&self, start: Digits, step: fn(Digits, Digits) -> Digits) -> Digits {
        self.combinations.iter().copied().fold(start, step)
    }
}

/// The cells and sectors of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct KakuroGrid {
    /// Rows and columns.
    pub(super) size: usize,
    /// White cells, row by row.
    pub(super) cells: Vec<GridPoint>,
    /// Sectors: horizontal ones row by row, then vertical ones column by column.
    pub(super) sectors: Vec<Sector>,
    /// The horizontal and the vertical sector of each cell.
    pub(super) sectors_of: Vec<[usize; 2]>,
}

impl KakuroGrid {
    /// The grid from rows and columns of tokens, each without the first.
    pub(super) fn new(
        size: usize,
        rows: &[Vec<KakuroToken>],
        columns: &[Vec<KakuroToken>],
    ) -> Result<KakuroGrid, String> {
        let mut cells = Vec::new();
        let mut number = vec![None; size * size];
        for row in 1..size {
            for column in 1..size {
                let place = GridPoint::at(row, column);
                let in_row = rows[row - 1][column] == KakuroToken::White;
                if in_row != (columns[column - 1][row] == KakuroToken::White) {
                    let colours = ["black", "white"];
                    let (own, other) =
                        (colours[usize::from(in_row)], colours[usize::from(!in_row)]);
                    return Err(format!(
                        "{place} is {own} in its row and {other} in its column"
                    ));
                }
                if in_row {
                    number[row * size + column] = Some(cells.len());
                    cells.push(place);
                }
            }
        }
        let mut grid = KakuroGrid {
            size,
            sectors: Vec::new(),
            sectors_of: vec![[0; 2]; cells.len()],
            cells,
        };
        for (direction, lines) in Direction::BOTH.into_iter().zip([rows, columns]) {
            for (line, tokens) in (1..).zip(lines) {
                grid.add_sectors(direction, line, tokens, &number)?;
            }
        }
        Ok(grid)
    }

    /// Adds the sectors of a row or column, counted from 0.
    fn add_sectors(
        &mut self,
        direction: Direction,
        line: usize,
        tokens: &[KakuroToken],
        number: &[Option<usize>],
    ) -> Result<(), String> {
        let size = self.size;
        let at = |place: usize| match direction {
            Direction::Horizontal => (line, place),
            Direction::Vertical => (place, line),
        };
        let place = |(row, column)| GridPoint::at(row, column);
        if tokens[0] == KakuroToken::White {
            return Err(format!(
                "{} is white: the first row and the first column are black",
                place(at(0))
            ));
        }
        for start in (0..size).filter(|&start| tokens[start] != KakuroToken::White) {
            let white = tokens[start + 1..].iter();
            let length = white
                .take_while(|&&token| token == KakuroToken::White)
                .count();
            let controller = place(at(start));
            let clue = match tokens[start] {
                KakuroToken::Clue(clue) => Some(clue),
                _ => None,
            };
            if length > LONGEST {
                return Err(format!(
                    "{length} white cells after {controller}: a run has at most {LONGEST}"
                ));
            }
            let combinations = match clue {
                None if length == 0 => continue,
                None => Vec::new(),
                Some(sum) => combinations(sum.into(), length),
            };
            if let (Some(clue), true) = (clue, combinations.is_empty()) {
                return Err(format!(
                    "the sum {clue} at {}{controller} is for {length} white cells: \
                     no {length} different digits have it",
                    direction.letter()
                ));
            }
            let cells = (start + 1..=start + length).filter_map(|place| {
                let (row, column) = at(place);
                number[row * size + column]
            });
            let cells: Vec<usize> = cells.collect();
            for &cell in &cells {
                self.sectors_of[cell][direction as usize] = self.sectors.len();
            }
            self.sectors.push(Sector {
                direction,
                controller,
                cells,
                clue,
                combinations,
            });
        }
        Ok(())
    }

    /// The possible digits of a cell: those in some combination of both its sums.
    pub(super) fn digits(&self, cell: usize) -> Digits {
        let [across, down] = self.sectors_of[cell];
        self.sectors[across]
            .digits()
            .and(self.sectors[down].digits())
    }

    /// Returns true if some cell has no digit, or some magic digit no cell, from the start.
    pub(super) fn is_impossible(&self) -> bool {
        let misplaced = |sector: &Sector| {
            let cells = sector.cells.iter().map(|&cell| self.digits(cell));
            let possible = cells.fold(Digits::NONE, Digits::or);
            !sector.magic().and(possible.others()).is_empty()
        };
        (0..self.cells.len()).any(|cell| self.digits(cell).is_empty())
            || self.sectors.iter().any(misplaced)
    }

    /// The tokens of the rows, or of the columns, line by line from the edge.
    pub(super) fn tokens(&self, direction: Direction) -> Vec<KakuroToken> {
        let mut tokens = vec![KakuroToken::Black; self.size * self.size];
        let at = |place: GridPoint| match direction {
            Direction::Horizontal => (place.row - 1) * self.size + place.column - 1,
            Direction::Vertical => (place.column - 1) * self.size + place.row - 1,
        };
        for &cell in &self.cells {
            tokens[at(cell)] = KakuroToken::White;
        }
        for sector in self.sectors.iter().filter(|s| s.direction == direction) {
            if let Some(clue) = sector.clue {
                tokens[at(sector.controller)] = KakuroToken::Clue(clue);
            }
        }
        tokens
    }
}
