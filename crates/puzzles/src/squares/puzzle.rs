//! Squares of symbols to be completed: Latin and pandiagonal squares, Sudokus of all sizes,
//! with diagonals, windows or blocks of any form (PBCS 14.1; CSP-Rules manual 7). A line is
//! the kind and n² characters, row by row; `1` to `9` and then `A` to `P` are symbols. A
//! jigsaw has its blocks after a comma: a letter for each cell.

use std::fmt;
use std::sync::OnceLock;

use thiserror::Error;

use super::form::{Form, Shared};
use super::shape::{BLOCK, BlockSize, Houses, LARGEST, Shape};
use super::square;
use super::sudoku::Puzzle;
use super::sudoku::puzzle::BLANKS;
use gradus_csp::{Domain, Instance, Label, ReadError, ReadResult};

/// A square to be completed.
#[derive(Debug)]
pub struct SquarePuzzle {
    form: Form,
    ground: Ground,
    /// Row by row: the symbol of a cell, if it is given.
    cells: Vec<Option<u8>>,
}

/// Where the domain is.
#[derive(Debug)]
enum Ground {
    /// All puzzles of a form and size share it.
    Shared(&'static Shared),
    /// It has blocks of its own; built on first use.
    Own(Box<Own>),
}

#[derive(Debug)]
struct Own {
    shape: Shape,
    domain: OnceLock<Domain>,
}

/// Why a text is no square.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SquareError {
    /// The number of characters is no square, or none of the sizes.
    #[error("{found} characters: a {what} of size n has n times n, with n {sizes}")]
    Length {
        /// Number of characters.
        found: usize,
        /// What was expected.
        what: &'static str,
        /// The sizes that there are.
        sizes: String,
    },
    /// A size at which there is no pandiagonal square.
    #[error(
        "size {0}: there are pandiagonal squares of sizes that are divisible neither by 2 nor \
         by 3 only, here {1}"
    )]
    Pandiagonal(usize, String),
    /// A character that is neither a symbol nor blank.
    #[error("character {position} is {found:?}: expected {symbols} or one of {BLANKS} for empty")]
    Character {
        /// Position in the text, from 1.
        position: usize,
        /// What is there.
        found: char,
        /// The symbols of a square of this size.
        symbols: String,
    },
    /// A jigsaw without blocks.
    #[error(
        "no blocks: expected a comma after the cells, then a letter for the block of each cell"
    )]
    NoBlocks,
    /// The blocks are of another size than the cells.
    #[error("{found} letters of blocks: expected {expected}, one for each cell")]
    Blocks {
        /// Number of letters.
        found: usize,
        /// Number of cells.
        expected: usize,
    },
    /// A block has too few or too many cells.
    #[error("block {letter:?} has {found} cells: expected {size} blocks of {size} cells each")]
    Block {
        /// The letter of the block.
        letter: char,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        size: usize,
    },
}

/// Reads the data of a kind of squares. Sudokus of 81 and 729 characters have a domain of
/// their own.
pub(crate) fn read(kind: &'static str, text: &str) -> ReadResult {
    let form = Form::of_kind(kind).unwrap_or(Form::Latin);
    if let (Form::Sudoku, 81 | 729) = (form, text.chars().count()) {
        return Ok(Box::new(text.parse::<Puzzle>()?));
    }
    match SquarePuzzle::of_text(form, text) {
        Ok(puzzle) => Ok(Box::new(puzzle)),
        Err(error) => Err(ReadError::data(kind, error)),
    }
}

impl SquarePuzzle {
    fn of_text(form: Form, text: &str) -> Result<Self, SquareError> {
        let (cells, blocks) = match (form, text.split_once(',')) {
            (Form::Jigsaw | Form::JigsawX, Some((cells, blocks))) => (cells, Some(blocks)),
            _ => (text, None),
        };
        let size = size_of(form, cells.chars().count())?;
        let cells = parse_cells(size, cells)?;
        match (form, blocks) {
            (Form::Jigsaw | Form::JigsawX, None) => Err(SquareError::NoBlocks),
            (_, Some(blocks)) => Ok(SquarePuzzle {
                form,
                ground: Ground::own(form.shape(size, None).with([parse_blocks(size, blocks)?])),
                cells,
            }),
            (_, None) => Ok(SquarePuzzle {
                form,
                ground: Ground::Shared(form.shared(size)),
                cells,
            }),
        }
    }

    /// A Sudoku with blocks of one height and width.
    pub(super) fn with_block(form: Form, block: BlockSize, cells: Vec<Option<u8>>) -> Self {
        let size = block.height * block.width;
        let ground = match Form::usual(size) == Some(block) {
            true => Ground::Shared(form.shared(size)),
            false => Ground::own(form.shape(size, Some(block))),
        };
        SquarePuzzle {
            form,
            ground,
            cells,
        }
    }

    /// A jigsaw with these blocks.
    pub(super) fn with_blocks(
        form: Form,
        size: usize,
        blocks: Houses,
        cells: Vec<Option<u8>>,
    ) -> Self {
        SquarePuzzle {
            form,
            ground: Ground::own(form.shape(size, None).with([blocks])),
            cells,
        }
    }

    /// The empty puzzle of a kind of squares with the usual blocks; none if there is no such
    /// kind or size.
    pub fn empty(kind: &str, size: usize) -> Option<SquarePuzzle> {
        let form = Form::of_kind(kind).filter(|form| form.has_size(size))?;
        (!matches!(form, Form::Jigsaw | Form::JigsawX)).then(|| SquarePuzzle {
            form,
            ground: Ground::Shared(form.shared(size)),
            cells: vec![None; size * size],
        })
    }

    fn shape(&self) -> &Shape {
        match &self.ground {
            Ground::Shared(shared) => &shared.shape,
            Ground::Own(own) => &own.shape,
        }
    }
}

impl Ground {
    fn own(shape: Shape) -> Ground {
        let domain = OnceLock::new();
        Ground::Own(Box::new(Own { shape, domain }))
    }
}

/// The size of a square with this many cells.
fn size_of(form: Form, found: usize) -> Result<usize, SquareError> {
    let size = found.isqrt();
    if size * size == found && form.has_size(size) {
        return Ok(size);
    }
    let square = size * size == found && (1..=LARGEST).contains(&size);
    Err(match form {
        Form::Pandiagonal if square => SquareError::Pandiagonal(size, form.sizes()),
        _ => SquareError::Length {
            found,
            what: match form {
                Form::Latin => "Latin square",
                Form::Pandiagonal => "pandiagonal square",
                Form::Sudoku => "Sudoku",
                Form::SudokuX => "Sudoku-X",
                Form::Windoku => "windoku",
                Form::Jigsaw | Form::JigsawX => "jigsaw",
            },
            sizes: form.sizes(),
        },
    })
}

fn parse_cells(size: usize, text: &str) -> Result<Vec<Option<u8>>, SquareError> {
    let cell = |(index, found): (usize, char)| {
        let byte = u8::try_from(found).ok();
        let symbol = byte.and_then(|byte| Shape::symbol(byte.to_ascii_uppercase()));
        match symbol.filter(|&symbol| symbol < size) {
            Some(symbol) => Ok(Some(symbol as u8)),
            None if BLANKS.contains(found) => Ok(None),
            None => Err(SquareError::Character {
                position: index + 1,
                found,
                symbols: format!("1 to {}", Shape::character(size - 1)),
            }),
        }
    };
    text.chars().enumerate().map(cell).collect()
}

/// Blocks by a letter for each cell, numbered in the order in which they come.
fn parse_blocks(size: usize, text: &str) -> Result<Houses, SquareError> {
    let (found, expected) = (text.chars().count(), size * size);
    if found != expected {
        return Err(SquareError::Blocks { found, expected });
    }
    let mut letters: Vec<(char, usize)> = Vec::new();
    let mut of = Vec::with_capacity(expected);
    for letter in text.chars().map(|letter| letter.to_ascii_lowercase()) {
        match letters.iter().position(|(known, _)| *known == letter) {
            Some(place) => {
                letters[place].1 += 1;
                of.push(place);
            }
            None => {
                of.push(letters.len());
                letters.push((letter, 1));
            }
        }
    }
    let blocks = Houses::new(BLOCK, size, |row, column| Some(of[row * size + column]));
    blocks.ok_or_else(|| {
        let wrong = letters.iter().find(|(_, count)| *count != size);
        let (letter, found) = wrong.copied().unwrap_or(('a', 0));
        SquareError::Block {
            letter,
            found,
            size,
        }
    })
}

/// The line that stands for it, `.` for empty. Blocks that are not the usual ones of their
/// size are written as in an id of Solo.
impl fmt::Display for SquarePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.form.kind())?;
        let shape = self.shape();
        if shape.block.is_some() && shape.block != Form::usual(shape.size) {
            return write_solo(f, self.form, shape.block, &self.cells);
        }
        let character =
            |cell: &Option<u8>| cell.map_or('.', |symbol| Shape::character(symbol.into()));
        let cells: String = self.cells.iter().map(character).collect();
        f.write_str(&cells)?;
        if !matches!(self.form, Form::Jigsaw | Form::JigsawX) {
            return Ok(());
        }
        let letter = |cell| {
            let block = shape.houses_of(BLOCK).and_then(|blocks| blocks.of(cell));
            block.map_or('?', |block| (b'a' + block as u8) as char)
        };
        let blocks: String = (0..self.cells.len()).map(letter).collect();
        write!(f, ",{blocks}")
    }
}

/// Writes the id in Solo of a Sudoku with blocks of one height and width.
fn write_solo(
    f: &mut fmt::Formatter<'_>,
    form: Form,
    block: Option<BlockSize>,
    cells: &[Option<u8>],
) -> fmt::Result {
    let Some(BlockSize { height, width }) = block else {
        return Ok(());
    };
    let x = if form == Form::SudokuX { "x" } else { "" };
    write!(f, "{height}x{width}{x}:")?;
    let (mut empty, mut after_number) = (0u8, false);
    let run = |f: &mut fmt::Formatter<'_>, empty: u8| match empty {
        0 => Ok(()),
        empty => write!(f, "{}", (b'a' + empty - 1) as char),
    };
    for cell in cells {
        match cell {
            None if empty == 26 => {
                run(f, empty)?;
                empty = 1;
            }
            None => empty += 1,
            Some(symbol) => {
                run(f, empty)?;
                let separator = if after_number && empty == 0 { "_" } else { "" };
                write!(f, "{separator}{}", symbol + 1)?;
                (empty, after_number) = (0, true);
            }
        }
    }
    run(f, empty)
}

impl Instance for SquarePuzzle {
    fn kind(&self) -> &'static str {
        self.form.kind()
    }

    fn domain(&self) -> &Domain {
        match &self.ground {
            Ground::Shared(shared) => &shared.domain,
            Ground::Own(own) => own.domain.get_or_init(|| square::domain(own.shape.clone())),
        }
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
        let ground = match &self.ground {
            Ground::Shared(shared) => Ground::Shared(shared),
            Ground::Own(own) => Ground::own(own.shape.clone()),
        };
        Some(Box::new(SquarePuzzle {
            form: self.form,
            ground,
            cells,
        }))
    }
}
