//! The forms of squares: which houses they have beside rows and columns, which sizes there
//! are, and the domain that all puzzles of one form and size share.

use std::sync::OnceLock;

use super::shape::{BlockSize, Houses, LARGEST, Shape};
use super::square;
use gradus_csp::Domain;

/// A form of squares; each is a kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Rows and columns alone.
    Latin,
    /// All diagonals too, which go on at the other side.
    Pandiagonal,
    /// Blocks of one height and width.
    Sudoku,
    /// The same with both diagonals.
    SudokuX,
    /// The same as Sudoku with windows.
    Windoku,
    /// Blocks of any form.
    Jigsaw,
    /// The same with both diagonals.
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

impl Form {
    const ALL: [Form; 7] = [
        Form::Latin,
        Form::Pandiagonal,
        Form::Sudoku,
        Form::SudokuX,
        Form::Windoku,
        Form::Jigsaw,
        Form::JigsawX,
    ];

    /// The name of the kind.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Form::Latin => "latin",
            Form::Pandiagonal => "pandiagonal",
            Form::Sudoku => "sudoku",
            Form::SudokuX => "sudoku-x",
            Form::Windoku => "windoku",
            Form::Jigsaw => "jigsaw",
            Form::JigsawX => "jigsaw-x",
        }
    }

    /// The form of a kind.
    pub(crate) fn of_kind(kind: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.kind() == kind)
    }

    /// The usual blocks of a size, if it has any.
    pub(super) fn usual(size: usize) -> Option<BlockSize> {
        let (height, width) = USUAL.into_iter().find(|(h, w)| h * w == size)?;
        Some(BlockSize { height, width })
    }

    /// Whether there are squares of this form and size. Jigsaws have any size; which
    /// diagonals of a square cross in one cell decides where pandiagonal squares exist.
    pub(super) fn has_size(self, size: usize) -> bool {
        match self {
            Form::Latin | Form::Jigsaw | Form::JigsawX => (1..=LARGEST).contains(&size),
            Form::Pandiagonal => {
                let divisible = size.is_multiple_of(2) || size.is_multiple_of(3);
                !divisible && (5..=LARGEST).contains(&size)
            }
            Form::Sudoku | Form::SudokuX => Form::usual(size).is_some(),
            Form::Windoku => Form::usual(size).is_some_and(|block| block.height == block.width),
        }
    }

    /// The sizes, in words.
    pub(super) fn sizes(self) -> String {
        match self {
            Form::Latin | Form::Jigsaw | Form::JigsawX => format!("from 1 to {LARGEST}"),
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
            (Form::Pandiagonal, _) => plain.with(Houses::wrapped_diagonals(size)),
            (Form::SudokuX | Form::JigsawX, _) => plain.with(Houses::diagonals(size)),
            (Form::Windoku, Some(block)) => plain.with([Houses::windows(size, block)]),
            _ => plain,
        }
    }

    /// The shape of a size with the usual blocks and its domain, built on first use.
    pub(super) fn shared(self, size: usize) -> &'static Shared {
        const SIZES: usize = LARGEST + 1;
        static SQUARES: [[OnceLock<Shared>; SIZES]; Form::ALL.len()] =
            [const { [const { OnceLock::new() }; SIZES] }; Form::ALL.len()];
        SQUARES[self as usize][size].get_or_init(|| {
            let blocks = !matches!(self, Form::Latin | Form::Pandiagonal);
            let block = Form::usual(size).filter(|_| blocks);
            let shape = self.shape(size, block);
            let domain = square::domain(shape.clone());
            Shared { shape, domain }
        })
    }
}

/// A shape and its domain.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) shape: Shape,
    pub(super) domain: Domain,
}
