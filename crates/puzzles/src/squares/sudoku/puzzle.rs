//! Puzzle text in and out: 81 characters of givens, or the 729 characters of a
//! sukaku (nine characters per cell, one for each digit).

use std::fmt;
use std::str::FromStr;

use super::grid::Grid;
use super::{coordinates, domain};
use gradus_csp::{Instance, ReadError};

/// Characters that stand for an empty cell, or for an absent candidate of a sukaku.
pub const BLANKS: &str = ".0*_-xX";

/// A puzzle as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Puzzle {
    /// Some cells have digits.
    Givens(Grid),
    /// Every cell has its candidates: bit d of a cell's mask is digit d+1.
    Sukaku(Box<[u16; 81]>),
}

impl FromStr for Puzzle {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        match text.chars().count() {
            81 => parse_givens(text),
            729 => parse_sukaku(text),
            length => Err(ReadError::Sudoku(wrong_length(text, length))),
        }
    }
}

/// Texts that are at least this long and consist mostly of cells are meant to be puzzles.
const LIKELY: usize = 20;

/// What is wrong with a text that has neither 81 nor 729 characters.
fn wrong_length(text: &str, length: usize) -> String {
    let is_cell = |c: &char| matches!(c, '1'..='9') || BLANKS.contains(*c);
    let cells = text.chars().filter(is_cell).count();
    if length >= LIKELY && 5 * cells >= 4 * length {
        return format!("{length} characters: a puzzle has 81 (or 729 for a sukaku)");
    }
    "neither 81 characters (729 for a sukaku) nor KIND:DATA".to_string()
}

/// The digit that a character stands for, 0 for a blank.
fn digit(position: usize, found: char) -> Result<u8, ReadError> {
    match found {
        '1'..='9' => Ok(found as u8 - b'0'),
        _ if BLANKS.contains(found) => Ok(0),
        _ => Err(ReadError::Sudoku(format!(
            "character {position} is {found:?}: expected 1 to 9 or one of {BLANKS} for empty"
        ))),
    }
}

fn parse_givens(text: &str) -> Result<Puzzle, ReadError> {
    let mut grid = Grid::EMPTY;
    // A fast path: most puzzles are 81 bytes of digits and dots.
    let plain = |byte: &u8| matches!(byte, b'.' | b'0'..=b'9');
    if text.len() == 81 && text.bytes().all(|byte| plain(&byte)) {
        for (digit, byte) in grid.0.iter_mut().zip(text.bytes()) {
            *digit = if byte == b'.' { 0 } else { byte - b'0' };
        }
        return Ok(Puzzle::Givens(grid));
    }
    for (index, found) in text.chars().enumerate() {
        grid.0[index] = digit(index + 1, found)?;
    }
    Ok(Puzzle::Givens(grid))
}

fn parse_sukaku(text: &str) -> Result<Puzzle, ReadError> {
    let mut cells = Box::new([0u16; 81]);
    for (index, found) in text.chars().enumerate() {
        let (cell, place) = (index / 9, index % 9);
        let given = digit(index + 1, found)?;
        if given != 0 && given as usize != place + 1 {
            let expected = (b'1' + place as u8) as char;
            return Err(ReadError::Sudoku(format!(
                "character {} is {found}: in a sukaku only {expected} or a blank can be there",
                index + 1
            )));
        }
        cells[cell] |= u16::from(given != 0) << place;
    }
    Ok(Puzzle::Sukaku(cells))
}

/// 81 or 729 characters, `.` for empty.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Puzzle::Givens(grid) => grid.fmt(f),
            Puzzle::Sukaku(cells) => {
                let digits = (b'1'..=b'9').enumerate();
                let cell = |&mask: &u16| {
                    let has = move |place: usize| mask >> place & 1 == 1;
                    let shown = move |(place, digit)| if has(place) { digit } else { b'.' };
                    digits.clone().map(move |digit| shown(digit) as char)
                };
                f.write_str(&cells.iter().flat_map(cell).collect::<String>())
            }
        }
    }
}

impl Puzzle {
    /// The candidate masks of the cells: all nine digits in a cell without a given.
    pub fn candidates(&self) -> [u16; 81] {
        match self {
            Puzzle::Givens(grid) => grid.0.map(|d| if d == 0 { 0x1ff } else { 1 << (d - 1) }),
            Puzzle::Sukaku(cells) => **cells,
        }
    }

    /// Digits by cell: the givens, or the cells of a sukaku with one candidate.
    pub fn givens(&self) -> Grid {
        match self {
            Puzzle::Givens(grid) => *grid,
            Puzzle::Sukaku(cells) => Grid(cells.map(|mask| match mask.count_ones() {
                1 => mask.trailing_zeros() as u8 + 1,
                _ => 0,
            })),
        }
    }

    /// Number of givens.
    pub fn clues(&self) -> usize {
        self.givens().filled()
    }
}

/// Returns true if a puzzle is a 9×9 Sudoku.
pub fn is_sudoku(puzzle: &dyn Instance) -> bool {
    std::ptr::eq(puzzle.domain(), domain())
}

/// The puzzle as a 9×9 Sudoku, or `None` if it is of another kind.
pub fn as_sudoku(puzzle: &dyn Instance) -> Option<Puzzle> {
    if !is_sudoku(puzzle) {
        return None;
    }
    Some(match puzzle.possible() {
        None => {
            let mut grid = Grid::EMPTY;
            for given in puzzle.givens() {
                let (digit, row, column) = coordinates(given);
                grid.0[row * 9 + column] = digit as u8 + 1;
            }
            Puzzle::Givens(grid)
        }
        Some(labels) => {
            let mut cells = Box::new([0; 81]);
            for label in labels {
                let (digit, row, column) = coordinates(label);
                cells[row * 9 + column] |= 1 << digit;
            }
            Puzzle::Sukaku(cells)
        }
    })
}
