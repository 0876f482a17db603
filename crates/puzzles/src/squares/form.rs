//! The forms of squares: their houses besides rows and columns, their sizes, and the domain
//! that all puzzles of one form and size share.

use std::sync::{Arc, OnceLock};

use super::shape::{BlockSize, Houses, LARGEST, Shape};
use super::square;
use gradus_csp::Domain;

/// A form of squares; each is a kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SquareForm {
    /// Only rows and columns.
    Latin,
    /// With all diagonals, wrapped around.
    Pandiagonal,
    /// Blocks of one height and width.
    Sudoku,
    /// A Sudoku with both diagonals.
    SudokuX,
    /// A Sudoku with windows.
    Windoku,
    /// Irregular blocks.
    Jigsaw,
    /// Irregular blocks and both diagonals.
    JigsawX,
}

/// Height and width of the usual blocks of a Sudoku.
const USUAL: [(usize, usize); 8] = [
    (2, 2),
    (2, 3),
    (2, 4),
    (3, 3),
    (2, 5),
    (3, 4),
    (4, 4),
    (5, 5),
];

/// The forms, the names of their kinds, and the words for their squares.
const NAMES: [(SquareForm, &str, &str); 7] = [
    (SquareForm::Latin, "latin", "Latin square"),
    (SquareForm::Pandiagonal, "pandiagonal", "pandiagonal square"),
    (SquareForm::Sudoku, "sudoku", "Sudoku"),
    (SquareForm::SudokuX, "sudoku-x", "Sudoku-X"),
    (SquareForm::Windoku, "windoku", "windoku"),
    (SquareForm::Jigsaw, "jigsaw", "jigsaw"),
    (SquareForm::JigsawX, "jigsaw-x", "jigsaw"),
];

impl SquareForm {
    /// The name of the kind.
    pub(crate) fn kind(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The word for a square of this form.
    pub(super) fn word(self) -> &'static str {
        NAMES[self as usize].2
    }

    /// Returns true if its blocks may be irregular.
    pub(super) fn is_jigsaw(self) -> bool {
        matches!(self, SquareForm::Jigsaw | SquareForm::JigsawX)
    }

    /// The form of a kind.
    pub(crate) fn of_kind(kind: &str) -> Option<SquareForm> {
        let form = NAMES.iter().find(|(_, name, _)| *name == kind);
        form.map(|(form, ..)| *form)
    }

    /// The usual blocks of a size, if it has any.
    pub(super) fn usual(size: usize) -> Option<BlockSize> {
        let (height, width) = USUAL.into_iter().find(|(h, w)| h * w == size)?;
        Some(BlockSize { height, width })
    }

    /// Returns true if squares of this form and size exist. Jigsaws have any size; pandiagonal
    /// squares need diagonals that cross in one cell.
    pub(super) fn has_size(self, size: usize) -> bool {
        match self {
            SquareForm::Latin | SquareForm::Jigsaw | SquareForm::JigsawX => {
                (1..=LARGEST).contains(&size)
            }
            SquareForm::Pandiagonal => {
                let divisible = size.is_multiple_of(2) || size.is_multiple_of(3);
                !divisible && (5..=LARGEST).contains(&size)
            }
            SquareForm::Sudoku | SquareForm::SudokuX => SquareForm::usual(size).is_some(),
            SquareForm::Windoku => {
                SquareForm::usual(size).is_some_and(|block| block.height == block.width)
            }
        }
    }

    /// The sizes, in words.
    pub(super) fn sizes(self) -> String {
        match self {
            SquareForm::Latin | SquareForm::Jigsaw | SquareForm::JigsawX => {
                format!("from 1 to {LARGEST}")
            }
            _ => {
                let sizes = (1..=LARGEST).filter(|&size| self.has_size(size));
                let sizes: Vec<String> = sizes.map(|size| size.to_string()).collect();
                match sizes.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, others)) => format!("{} or {last}", others.join(", ")),
                    None => String::new(),
                }
            }
        }
    }

    /// The shape with these blocks, if the form has blocks.
    pub(super) fn shape(self, size: usize, block: Option<BlockSize>) -> Shape {
        let plain = match block {
            Some(block) => Shape::sudoku(block),
            None => Shape::latin(size),
        };
        match (self, block) {
            (SquareForm::Pandiagonal, _) => plain.with(Houses::wrapped_diagonals(size)),
            (SquareForm::SudokuX | SquareForm::JigsawX, _) => plain.with(Houses::diagonals(size)),
            (SquareForm::Windoku, Some(block)) => plain.with([Houses::windows(size, block)]),
            _ => plain,
        }
    }

    /// The board of a size with the usual blocks, built on first use.
    pub(super) fn shared(self, size: usize) -> Arc<SquareBoard> {
        const SIZES: usize = LARGEST + 1;
        static BOARDS: [[OnceLock<Arc<SquareBoard>>; SIZES]; NAMES.len()] =
            [const { [const { OnceLock::new() }; SIZES] }; NAMES.len()];
        let board = BOARDS[self as usize][size].get_or_init(|| {
            let blocks = !matches!(self, SquareForm::Latin | SquareForm::Pandiagonal);
            let block = SquareForm::usual(size).filter(|_| blocks);
            SquareBoard::new(self.shape(size, block))
        });
        board.clone()
    }
}

/// A shape and its domain.
#[derive(Debug)]
pub(super) struct SquareBoard {
    pub(super) shape: Shape,
    /// Built on first use.
    domain: OnceLock<Domain>,
}

impl SquareBoard {
    pub(super) fn new(shape: Shape) -> Arc<SquareBoard> {
        let domain = OnceLock::new();
        Arc::new(SquareBoard { shape, domain })
    }

    pub(super) fn domain(&self) -> &Domain {
        self.domain
            .get_or_init(|| square::domain(self.shape.clone()))
    }
}
