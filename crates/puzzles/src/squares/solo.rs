//! IDs of Simon Tatham's Solo: `3x3:`, `2x3:`, `3x3x:` with diagonals, `9j:` with irregular
//! blocks, and a description of the cells. Killer Sudokus are rejected by name.

use std::fmt;

use super::form::SquareForm;
use super::puzzle::SquarePuzzle;
use super::shape::{BLOCK, BlockSize, Houses, LARGEST};
use super::sudoku::{Grid, Puzzle};
use crate::tatham::Id;
use gradus_csp::{ReadError, ReadResult};

fn wrong(reason: impl fmt::Display) -> ReadError {
    ReadError::Id(format!("Solo id: {reason}"))
}

/// Reads the puzzle of an ID.
pub(crate) fn read(id: &Id<'_>) -> ReadResult {
    if id.letters.contains('k') {
        return Err(wrong(
            "killer Sudokus are not read: the sum of a cage is no constraint between two cells",
        ));
    }
    if let Some(other) = id.letters.chars().find(|letter| !"xj".contains(*letter)) {
        return Err(wrong(format!(
            "the letter {other:?} after the size is not known: expected x or j"
        )));
    }
    let (diagonals, jigsaw) = (id.letters.contains('x'), id.letters.contains('j'));
    let size = id.width.checked_mul(id.height.unwrap_or(1));
    let size = size.filter(|size| (2..=LARGEST).contains(size));
    let size = size.ok_or_else(|| wrong(format!("the size must be from 2 to {LARGEST}")))?;
    let (cells, blocks) = match (jigsaw, id.description.split_once(',')) {
        (true, Some((cells, blocks))) => (cells, Some(blocks)),
        (true, None) => return Err(wrong("no blocks: expected them after a comma")),
        (false, _) => (id.description, None),
    };
    let cells = parse_cells(size, cells)?;
    let form = match (diagonals, jigsaw) {
        (false, false) => SquareForm::Sudoku,
        (true, false) => SquareForm::SudokuX,
        (false, true) => SquareForm::Jigsaw,
        (true, true) => SquareForm::JigsawX,
    };
    if let Some(blocks) = blocks {
        let blocks = parse_blocks(size, blocks)?;
        return Ok(Box::new(SquarePuzzle::with_blocks(
            form, size, blocks, cells,
        )));
    }
    let (Some(width), height @ 2..) = (id.height.filter(|&width| width > 1), id.width) else {
        return Err(wrong(
            "expected the height and the width of a block, as in 2x3",
        ));
    };
    let block = BlockSize { height, width };
    if (diagonals, size, height) != (false, 9, 3) {
        return Ok(Box::new(SquarePuzzle::with_block(form, block, cells)));
    }
    let mut grid = Grid::EMPTY;
    for (digit, cell) in grid.0.iter_mut().zip(&cells) {
        *digit = cell.map_or(0, |symbol| symbol + 1);
    }
    Ok(Box::new(Puzzle::Givens(grid)))
}

/// Cells row by row: a number is a given, a letter a run of empty cells, and `_` only ends
/// a number.
fn parse_cells(size: usize, text: &str) -> Result<Vec<Option<u8>>, ReadError> {
    let mut cells = Vec::with_capacity(size * size);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let position = text.len() - rest.len() + 1;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest = match first {
            '0'..='9' => {
                let number = rest[..digits].parse().unwrap_or(usize::MAX);
                if !(1..=size).contains(&number) {
                    return Err(wrong(format!(
                        "character {position} begins the number {}: expected 1 to {size}",
                        &rest[..digits]
                    )));
                }
                cells.push(Some(number as u8 - 1));
                &rest[digits..]
            }
            'a'..='z' => {
                let run = usize::from(first as u8 - b'a') + 1;
                cells.extend(std::iter::repeat_n(None, run));
                &rest[1..]
            }
            '_' => &rest[1..],
            _ => {
                return Err(wrong(format!(
                    "character {position} is {first:?}: expected a number, a letter from a to z or _"
                )));
            }
        };
    }
    if cells.len() == size * size {
        Ok(cells)
    } else {
        Err(wrong(format!(
            "{} cells: expected {size} times {size}",
            cells.len()
        )))
    }
}

/// Blocks by the lines between cells: the n-th letter is n places without a line and then a
/// line, `_` a line immediately, `z` 25 places without a line. The places in the rows come
/// first, then those in the columns.
fn parse_blocks(size: usize, text: &str) -> Result<Houses, ReadError> {
    let places = 2 * size * (size - 1);
    let mut has_line = Vec::with_capacity(places + 1);
    for (index, found) in text.chars().enumerate() {
        let (run, line) = match found {
            '_' => (0, true),
            'a'..='y' => (usize::from(found as u8 - b'a') + 1, true),
            'z' => (25, false),
            _ => {
                return Err(wrong(format!(
                    "character {} of the blocks is {found:?}: expected a letter from a to z or _",
                    index + 1
                )));
            }
        };
        has_line.extend(std::iter::repeat_n(false, run));
        has_line.extend(line.then_some(true));
    }
    // An implicit line follows the last place.
    if has_line.len() != places + 1 {
        return Err(wrong(format!(
            "the blocks describe {} places between cells: expected {places}",
            has_line.len().saturating_sub(1)
        )));
    }
    let right = |row: usize, column: usize| has_line[row * (size - 1) + column];
    let below = |row: usize, column: usize| has_line[places / 2 + column * (size - 1) + row];
    // True if no line is on the right of a cell, and below it.
    let open = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        let right = column + 1 < size && !right(row, column);
        (right, row + 1 < size && !below(row, column))
    };
    let mut of = vec![usize::MAX; size * size];
    let mut blocks = 0;
    for start in 0..size * size {
        if of[start] != usize::MAX {
            continue;
        }
        let mut cells = vec![start];
        while let Some(cell) = cells.pop() {
            if of[cell] == usize::MAX {
                of[cell] = blocks;
                let (right, down) = open(cell);
                let back = (cell.checked_sub(1), cell.checked_sub(size));
                cells.extend(right.then_some(cell + 1));
                cells.extend(down.then_some(cell + size));
                cells.extend(back.0.filter(|&left| open(left).0));
                cells.extend(back.1.filter(|&above| open(above).1));
            }
        }
        blocks += 1;
    }
    let houses = Houses::new(BLOCK, size, |row, column| Some(of[row * size + column]));
    houses.ok_or_else(|| {
        wrong(format!(
            "{blocks} blocks, not all of {size} cells: expected {size} blocks of {size} cells"
        ))
    })
}
