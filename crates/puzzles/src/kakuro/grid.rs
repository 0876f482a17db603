//! The grid of a Kakuro: white cells, and their runs between black cells, the sectors. Rows
//! and columns are numbered from 1, the black ones at the edge included (PBCS 15.1).

use super::combinations::{Digits, LONGEST, combinations};
use super::error::KakuroError;
use super::place::{Direction, Place};

/// What a row or a column says of one of its places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    White,
    Black,
    Clue(u8),
}

/// A run of white cells. All its digits are different; if its controller has a clue, that is
/// their sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sector {
    /// Where its cells lie from the controller.
    pub direction: Direction,
    /// The black cell before it.
    pub controller: Place,
    /// Its cells, as numbers of white cells.
    pub cells: Vec<usize>,
    /// The sum.
    pub clue: Option<u8>,
    /// The sets of digits that its cells may have; none without a clue.
    pub combinations: Vec<Digits>,
}

impl Sector {
    /// The digits of some combination.
    pub fn digits(&self) -> Digits {
        match self.clue {
            None => Digits::ALL,
            Some(_) => self.folded(Digits::NONE, Digits::or),
        }
    }

    /// The digits of all combinations, magic or pseudo-magic (PBCS 15.2).
    pub fn magic(&self) -> Digits {
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
pub struct Grid {
    /// Rows and columns.
    pub size: usize,
    /// White cells, row by row.
    pub cells: Vec<Place>,
    /// Sectors: horizontal ones row by row, then vertical ones column by column.
    pub sectors: Vec<Sector>,
    /// The horizontal and the vertical sector of each cell.
    pub sectors_of: Vec<[usize; 2]>,
}

impl Grid {
    /// The grid of rows and columns of tokens, each without the first.
    pub(super) fn new(
        size: usize,
        rows: &[Vec<Token>],
        columns: &[Vec<Token>],
    ) -> Result<Grid, KakuroError> {
        let mut cells = Vec::new();
        let mut number = vec![None; size * size];
        for row in 1..size {
            for column in 1..size {
                let place = Place {
                    row: row + 1,
                    column: column + 1,
                };
                let in_row = rows[row - 1][column] == Token::White;
                if in_row != (columns[column - 1][row] == Token::White) {
                    return Err(KakuroError::Colour {
                        place,
                        colours: if in_row {
                            ["white", "black"]
                        } else {
                            ["black", "white"]
                        },
                    });
                }
                if in_row {
                    number[row * size + column] = Some(cells.len());
                    cells.push(place);
                }
            }
        }
        let mut grid = Grid {
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
        tokens: &[Token],
        number: &[Option<usize>],
    ) -> Result<(), KakuroError> {
        let size = self.size;
        let at = |place: usize| match direction {
            Direction::Horizontal => (line, place),
            Direction::Vertical => (place, line),
        };
        let place = |(row, column)| Place {
            row: row + 1,
            column: column + 1,
        };
        if tokens[0] == Token::White {
            return Err(KakuroError::WhiteEdge(place(at(0))));
        }
        for start in (0..size).filter(|&start| tokens[start] != Token::White) {
            let white = tokens[start + 1..].iter();
            let length = white.take_while(|&&token| token == Token::White).count();
            let controller = place(at(start));
            let clue = match tokens[start] {
                Token::Clue(clue) => Some(clue),
                _ => None,
            };
            let combinations = match clue {
                _ if length > LONGEST => return Err(KakuroError::Run { controller, length }),
                None if length == 0 => continue,
                None => Vec::new(),
                Some(sum) => combinations(sum.into(), length),
            };
            match clue {
                Some(clue) if combinations.is_empty() => {
                    return Err(KakuroError::Clue {
                        direction,
                        controller,
                        clue,
                        length,
                    });
                }
                _ => {}
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

    /// The digits that a cell may have: those of some combination of both its sums.
    pub fn digits(&self, cell: usize) -> Digits {
        let [across, down] = self.sectors_of[cell];
        self.sectors[across]
            .digits()
            .and(self.sectors[down].digits())
    }

    /// Whether some cell or magic digit has no place from the start.
    pub(super) fn is_impossible(&self) -> bool {
        let misplaced = |sector: &Sector| {
            let cells = sector.cells.iter().map(|&cell| self.digits(cell));
            let possible = cells.fold(Digits::NONE, Digits::or);
            !sector.magic().and(possible.others()).is_empty()
        };
        (0..self.cells.len()).any(|cell| self.digits(cell).is_empty())
            || self.sectors.iter().any(misplaced)
    }
}

impl Grid {
    /// What the rows say, or the columns, line by line from the edge on.
    pub(super) fn tokens(&self, direction: Direction) -> Vec<Token> {
        let mut tokens = vec![Token::Black; self.size * self.size];
        let at = |place: Place| match direction {
            Direction::Horizontal => (place.row - 1) * self.size + place.column - 1,
            Direction::Vertical => (place.column - 1) * self.size + place.row - 1,
        };
        for &cell in &self.cells {
            tokens[at(cell)] = Token::White;
        }
        for sector in self.sectors.iter().filter(|s| s.direction == direction) {
            if let Some(clue) = sector.clue {
                tokens[at(sector.controller)] = Token::Clue(clue);
            }
        }
        tokens
    }
}
