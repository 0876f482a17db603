//! Puzzles of all kinds, made from a few grids by random numbers that never change.

use gradus_puzzles::sudoku::symmetry::Symmetry;
use gradus_puzzles::sudoku::{Grid, Puzzle};

/// The grid with most automorphisms, the last of the catalogue, and two without any.
pub const GRIDS: [&str; 4] = [
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
    "369218475215749863487635912754861239631924758928357641173482596542196387896573124",
    "639241785284765193517983624123857946796432851458619237342178569861594372975326418",
];

/// A small generator of random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    pub fn symmetry(&mut self) -> Symmetry {
        Symmetry::random(|bound| self.below(bound))
    }

    /// One of the grids, moved.
    pub fn grid(&mut self) -> Grid {
        let text = GRIDS[self.below(GRIDS.len())];
        let Puzzle::Givens(grid) = text.parse().unwrap() else {
            unreachable!("81 characters are givens")
        };
        self.symmetry().apply_to_grid(&grid)
    }

    /// Some digits of one of the grids.
    pub fn puzzle(&mut self, clues: usize) -> Grid {
        let mut grid = self.grid();
        for _ in clues..81 {
            let filled: Vec<usize> = (0..81).filter(|&cell| grid.0[cell] != 0).collect();
            grid.0[filled[self.below(filled.len())]] = 0;
        }
        grid
    }

    /// Digits of one of the grids in a pattern that turns or mirrors into itself.
    pub fn symmetric(&mut self) -> Grid {
        let mut grid = self.grid();
        let kind = self.below(4);
        let image = |row: usize, column: usize| match kind {
            0 => (column, row),
            1 => (8 - row, 8 - column),
            2 => ((row + 3) % 9, (column + 3) % 9),
            _ => (row, (column + 3) % 9),
        };
        for _ in 0..self.below(30) {
            let start = self.below(81);
            let mut cell = (start / 9, start % 9);
            for _ in 0..3 {
                grid.0[9 * cell.0 + cell.1] = 0;
                cell = image(cell.0, cell.1);
            }
        }
        grid
    }

    /// A few of the nine digits of one of the grids, everywhere.
    pub fn few_digits(&mut self) -> Grid {
        let (grid, kept) = (self.grid(), self.word());
        Grid(
            grid.0
                .map(|digit| if kept >> digit & 1 == 1 { digit } else { 0 }),
        )
    }

    /// Some rows and columns of one of the grids.
    pub fn few_lines(&mut self) -> Grid {
        let (mut grid, kept) = (self.grid(), self.word() | self.word());
        for (cell, digit) in grid.0.iter_mut().enumerate() {
            if kept >> (cell / 9) & 1 == 0 || kept >> (9 + cell % 9) & 1 == 0 {
                *digit = 0;
            }
        }
        grid
    }

    /// Digits anywhere, which mostly contradict each other.
    pub fn contradictory(&mut self) -> Grid {
        let (clues, digits) = (self.below(82), 1 + self.below(9));
        let mut grid = Grid::EMPTY;
        for _ in 0..clues {
            grid.0[self.below(81)] = 1 + self.below(digits) as u8;
        }
        grid
    }

    /// A complete grid in which two digits changed places in some cells: mostly no
    /// solution, though no cell is empty.
    pub fn broken_grid(&mut self) -> Grid {
        let mut grid = self.grid();
        for _ in 0..1 + self.below(3) {
            grid.0.swap(self.below(81), self.below(81));
        }
        grid
    }

    /// Candidates: what givens leave, less a few.
    pub fn sukaku(&mut self) -> Puzzle {
        let clues = self.below(40);
        let givens = self.puzzle(clues);
        let mut cells = Puzzle::Givens(givens).candidates();
        for _ in 0..self.below(200) {
            let (cell, digit) = (self.below(81), self.below(9));
            if cells[cell].count_ones() > 1 {
                cells[cell] &= !(1 << digit);
            }
        }
        Puzzle::Sukaku(Box::new(cells))
    }
}
