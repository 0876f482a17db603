//! Squares of symbols to be completed: Latin and pandiagonal squares, Sudokus of all sizes,
//! with diagonals, windows or irregular blocks (PBCS 14.1; CSP-Rules manual 7). A line is
//! the kind and n² characters, row by row; `1` to `9` and then `A` to `P` are symbols. A
//! jigsaw has its blocks after a comma: a letter for each cell.

use std::fmt::{self, Write};
use std::sync::Arc;

use super::form::{SquareBoard, SquareForm};
use super::shape::{BLOCK, BlockSize, Houses, LARGEST, Shape};
use super::sudoku::Puzzle;
use super::sudoku::puzzle::BLANKS;
use crate::text::boxed;
use gradus_csp::{Domain, Instance, Label, ReadResult};

/// A square to be completed.
#[derive(Debug)]
pub struct SquarePuzzle {
    form: SquareForm,
    /// Shared by all puzzles of a form and size, unless they have blocks of their own.
    board: Arc<SquareBoard>,
    /// Row by row: the symbol of a cell if given.
    cells: Vec<Option<u8>>,
}

/// Reads the data of a kind of squares. Sudokus of 81 and 729 characters have a domain of
/// their own.
pub(crate) fn read(kind: &'static str, text: &str) -> ReadResult {
    let form = SquareForm::of_kind(kind).unwrap_or(SquareForm::Latin);
    if let (SquareForm::Sudoku, 81 | 729) = (form, text.chars().count()) {
        return Ok(Box::new(text.parse::<Puzzle>()?));
    }
    boxed(kind, SquarePuzzle::of_text(form, text))
}

impl SquarePuzzle {
    /// Reads a square. The error explains why a text is not one.
    fn of_text(form: SquareForm, text: &str) -> Result<Self, String> {
        let (cells, blocks) = match text.split_once(',') {
            Some((cells, blocks)) if form.is_jigsaw() => (cells, Some(blocks)),
            _ => (text, None),
        };
        let size = size_of(form, cells.chars().count())?;
        let cells = parse_cells(size, cells)?;
        match blocks {
            None if form.is_jigsaw() => Err(
                "no blocks: expected a comma after the cells, then a letter for the block of \
                 each cell"
                    .to_string(),
            ),
            Some(blocks) => Ok(Self::with_blocks(
                form,
                size,
                parse_blocks(size, blocks)?,
                cells,
            )),
            None => Ok(SquarePuzzle {
                form,
                board: form.shared(size),
                cells,
            }),
        }
    }

    /// A Sudoku with blocks of one height and width.
    pub(super) fn with_block(form: SquareForm, block: BlockSize, cells: Vec<Option<u8>>) -> Self {
        let size = block.height * block.width;
        let board = if SquareForm::usual(size) == Some(block) {
            form.shared(size)
        } else {
            SquareBoard::new(form.shape(size, Some(block)))
        };
        SquarePuzzle { form, board, cells }
    }

    /// A jigsaw with these blocks.
    pub(super) fn with_blocks(
        form: SquareForm,
        size: usize,
        blocks: Houses,
        cells: Vec<Option<u8>>,
    ) -> Self {
        let board = SquareBoard::new(form.shape(size, None).with([blocks]));
        SquarePuzzle { form, board, cells }
    }

    /// The empty puzzle of a kind of squares with the usual blocks, or `None` for an unknown
    /// kind or size.
    pub fn empty(kind: &str, size: usize) -> Option<SquarePuzzle> {
        let form = SquareForm::of_kind(kind).filter(|form| form.has_size(size))?;
        (!form.is_jigsaw()).then(|| SquarePuzzle {
            form,
            board: form.shared(size),
            cells: vec![None; size * size],
        })
    }

    fn shape(&self) -> &Shape {
        &self.board.shape
    }
}

/// The size of a square with this many cells.
fn size_of(form: SquareForm, found: usize) -> Result<usize, String> {
    let size = found.isqrt();
    if size * size == found && form.has_size(size) {
        return Ok(size);
    }
    let square = size * size == found && (1..=LARGEST).contains(&size);
    let (what, sizes) = (form.word(), form.sizes());
    Err(match form {
        SquareForm::Pandiagonal if square => format!(
            "size {size}: there are pandiagonal squares of sizes that are divisible neither by \
             2 nor by 3 only, here {sizes}"
        ),
        _ if found == 1 => format!("1 character: a {what} of size n has n times n, with n {sizes}"),
        _ => format!("{found} characters: a {what} of size n has n times n, with n {sizes}"),
    })
}

fn parse_cells(size: usize, text: &str) -> Result<Vec<Option<u8>>, String> {
    let cell = |(index, found): (usize, char)| {
        let byte = u8::try_from(found).ok();
        let symbol = byte.and_then(|byte| Shape::symbol(byte.to_ascii_uppercase()));
        match symbol.filter(|&symbol| symbol < size) {
            Some(symbol) => Ok(Some(symbol as u8)),
            None if BLANKS.contains(found) => Ok(None),
            None => Err(format!(
                "character {} is {found:?}: expected 1 to {} or one of {BLANKS} for empty",
                index + 1,
                Shape::character(size - 1)
            )),
        }
    };
    text.chars().enumerate().map(cell).collect()
}

/// Blocks from a letter for each cell, numbered by first appearance.
fn parse_blocks(size: usize, text: &str) -> Result<Houses, String> {
    let (found, expected) = (text.chars().count(), size * size);
    if found != expected {
        return Err(format!(
            "{found} letters of blocks: expected {expected}, one for each cell"
        ));
    }
    let mut letters: Vec<(char, usize)> = Vec::new();
    let mut of = Vec::with_capacity(expected);
    for letter in text.chars().map(|letter| letter.to_ascii_lowercase()) {
        let known = letters.iter().position(|(known, _)| *known == letter);
        let place = known.unwrap_or(letters.len());
        if place == letters.len() {
            letters.push((letter, 0));
        }
        letters[place].1 += 1;
        of.push(place);
    }
    let blocks = Houses::new(BLOCK, size, |row, column| Some(of[row * size + column]));
    blocks.ok_or_else(|| {
        let wrong = letters.iter().find(|(_, count)| *count != size);
        let (letter, found) = wrong.copied().unwrap_or(('a', 0));
        format!("block {letter:?} has {found} cells: expected {size} blocks of {size} cells each")
    })
}

/// The line of the puzzle, `.` for empty. Blocks that are unusual for their size are written
/// as in an ID of Solo.
impl fmt::Display for SquarePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.form.kind())?;
        let shape = self.shape();
        if let Some(block) = shape.block
            && SquareForm::usual(shape.size) != Some(block)
        {
            return write_solo(f, self.form, block, &self.cells);
        }
        for cell in &self.cells {
            let symbol = cell.map_or('.', |symbol| Shape::character(symbol.into()));
            f.write_char(symbol)?;
        }
        let blocks = shape.houses_of(BLOCK).filter(|_| self.form.is_jigsaw());
        let Some(blocks) = blocks else {
            return Ok(());
        };
        f.write_char(',')?;
        let letter = |block: usize| (b'a' + block as u8) as char;
        (0..self.cells.len()).try_for_each(|cell| f.write_char(blocks.of(cell).map_or('?', letter)))
    }
}

/// Writes the Solo ID of a Sudoku with blocks of one height and width.
fn write_solo(
    f: &mut fmt::Formatter<'_>,
    form: SquareForm,
    BlockSize { height, width }: BlockSize,
    cells: &[Option<u8>],
) -> fmt::Result {
    let x = if form == SquareForm::SudokuX { "x" } else { "" };
    write!(f, "{height}x{width}{x}:")?;
    let mut after_number = false;
    for run in cells.chunk_by(|a, b| a.is_none() && b.is_none()) {
        if let [Some(symbol)] = run {
            let separator = if after_number { "_" } else { "" };
            write!(f, "{separator}{}", symbol + 1)?;
        } else {
            for letter in run.chunks(26) {
                f.write_char((b'a' - 1 + letter.len() as u8) as char)?;
            }
        }
        after_number = run[0].is_some();
    }
    Ok(())
}

impl Instance for SquarePuzzle {
    fn kind(&self) -> &'static str {
        self.form.kind()
    }

    fn domain(&self) -> &Domain {
        self.board.domain()
    }

    fn givens(&self) -> Vec<Label> {
        let shape = self.shape();
        let given = |(cell, symbol): (usize, &Option<u8>)| {
            Some(shape.label((*symbol)?.into(), cell / shape.size, cell % shape.size))
        };
        self.cells.iter().enumerate().filter_map(given).collect()
    }

    fn with_givens(&self, more: &[Label]) -> Option<Box<dyn Instance>> {
        let mut cells = self.cells.clone();
        for &label in more {
            let (symbol, row, column) = self.shape().coordinates(label);
            cells[row * self.shape().size + column] = Some(symbol as u8);
        }
        Some(Box::new(SquarePuzzle {
            form: self.form,
            board: self.board.clone(),
            cells,
        }))
    }
}
