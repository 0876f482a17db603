//! suexg, the public generator of "Sterten", number for number: the random collections of HLS and
//! the sample of the article of 2010 are its first 10,000 puzzles of seed 0 and of seed 17.
//!
//! It goes top-down (PBCS 6.1): a random complete grid, then every clue once in random
//! order, taken back if it leaves several solutions. All puzzles of a run share one stream
//! of random numbers, and the search for solutions draws from it: it splits on a random one
//! of the conditions with the fewest choices. So a puzzle depends on all those before it,
//! and the search must meet the same conditions in the same order.
//!
//! The original places one digit after the other. As long as a condition with fewer than
//! two choices is left, it draws no number; so whatever comes between two draws is the
//! closure under Singles, which the kernel of Sudoku applies to all conditions at once.

use serde::{Deserialize, Serialize};

use super::cells::{ALL_CELLS, restricted};
use super::generator::{Generator, LargeSeed};
use gradus_csp::{Bits, Label, Labels, State};
use gradus_engine::kernel::Kernel;
use gradus_engine::kernel::bitboard::{BoardKernel, Boards};
use gradus_puzzles::sudoku::{Grid, coordinates, domain, label};

/// The random numbers: two multiply-with-carry generators of 16 bits, joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuexgRandom {
    z: u32,
    w: u32,
}

impl SuexgRandom {
    /// The numbers of a seed.
    fn new(seed: u32) -> SuexgRandom {
        SuexgRandom {
            z: 362_436_069 ^ seed,
            w: 521_288_629u32.wrapping_add(seed),
        }
    }

    fn draw(&mut self) -> u32 {
        let next = |factor: u32, x: u32| factor.wrapping_mul(x & 0xffff).wrapping_add(x >> 16);
        self.z = next(36969, self.z);
        self.w = next(18000, self.w);
        self.z ^ self.w
    }

    /// A number below `bound`: the lowest bits of the first draw that are.
    fn below(&mut self, bound: usize) -> usize {
        let mask = (bound + 1).next_power_of_two() - 1;
        loop {
            let drawn = self.draw() as usize & mask;
            if drawn < bound {
                return drawn;
            }
        }
    }

    /// The cells in random order.
    fn order(&mut self) -> [usize; 81] {
        let mut order = [0; 81];
        for last in 0..81 {
            let place = loop {
                let drawn = (self.draw() >> 8 & 0x7f) as usize;
                if drawn <= last {
                    break drawn;
                }
            };
            order[last] = order[place];
            order[place] = last;
        }
        order
    }
}

/// The generator: where it is in its random numbers is all that one puzzle leaves to the next.
#[derive(Debug)]
pub struct Suexg {
    numbers: SuexgRandom,
    kernel: BoardKernel,
}

impl Suexg {
    /// The generator of a seed.
    pub fn from_seed(seed: u64) -> Result<Suexg, LargeSeed> {
        let seed = Generator::Suexg.small_seed(seed)?;
        Ok(Suexg::new(SuexgRandom::new(seed)))
    }

    /// The generator that continues with these numbers.
    pub fn new(numbers: SuexgRandom) -> Suexg {
        Suexg {
            numbers,
            kernel: BoardKernel::of(domain()).expect("Sudoku has bit boards"),
        }
    }

    /// The numbers with which the next puzzle begins.
    pub fn numbers(&self) -> SuexgRandom {
        self.numbers
    }

    /// The next puzzle.
    pub fn puzzle(&mut self) -> Grid {
        let mut solution = Grid::EMPTY;
        let nothing = self.kernel.state(self.kernel.all());
        self.search(&nothing, &mut |found| {
            for label in found.values.iter() {
                let (digit, row, column) = coordinates(label);
                solution.0[9 * row + column] = digit as u8 + 1;
            }
            true
        });
        let mut clues = ALL_CELLS;
        for cell in self.numbers.order() {
            let rest = clues & !(1 << cell);
            if self.is_unique(&restricted(&solution, rest)) {
                clues = rest;
            }
        }
        restricted(&solution, clues)
    }

    /// Returns true if a puzzle that has a solution has no other.
    fn is_unique(&mut self, givens: &Grid) -> bool {
        let kernel = &self.kernel;
        let values = kernel.set_of(givens.labels());
        let mut left = kernel.all();
        kernel.strike_all(&mut left, &values);
        let mut state = State { left, values };
        kernel.close_singles(&mut state);
        let mut solutions = 0;
        state.is_decided()
            || !self.search(&state, &mut |_| {
                solutions += 1;
                solutions == 2
            })
    }

    /// Goes through the solutions of a state that is closed under Singles and not decided,
    /// until one is the last that is wanted.
    fn search(
        &mut self,
        state: &State<Boards>,
        last: &mut dyn FnMut(&State<Boards>) -> bool,
    ) -> bool {
        for choice in self.split(&state.left) {
            let mut trial = state.clone();
            self.kernel.assert(&mut trial, choice);
            if !self.kernel.close_singles(&mut trial) {
                continue;
            }
            let ended = if trial.is_decided() {
                last(&trial)
            } else {
                self.search(&trial, last)
            };
            if ended {
                return true;
            }
        }
        false
    }

    /// The choices of a random one of the conditions that have the fewest, but more than one.
    fn split(&mut self, left: &Boards) -> impl Iterator<Item = Label> + use<> {
        let conditions = Conditions::of(left);
        let (fewest, number) = conditions.fewest();
        let drawn = self.numbers.below(number);
        let (place, choices) = conditions.with(fewest, drawn);
        let choices = (0..9).filter(move |choice| choices >> choice & 1 == 1);
        choices.map(move |choice| choice_of(place, choice))
    }
}

/// Cells, then digits in blocks, in rows, in columns.
const CONDITIONS: usize = 4 * 81;

/// The numbers of choices of all sets of them: machines may count bits slowly.
static SIZES: [u8; 512] = {
    let mut sizes = [0; 512];
    let mut set = 1;
    while set < sizes.len() {
        sizes[set] = sizes[set / 2] + (set % 2) as u8;
        set += 1;
    }
    sizes
};

/// For each condition the choices that are left.
struct Conditions([u16; CONDITIONS]);

impl Conditions {
    fn of(left: &Boards) -> Conditions {
        let mut conditions = Conditions([0; CONDITIONS]);
        let [cells, blocks, rows, columns] = conditions.kinds();
        for digit in 0..9 {
            let mut line = 0;
            for band in 0..3 {
                let board = left.band(digit, band);
                for stack in 0..3 {
                    let block = board >> (3 * stack);
                    let block = block & 7 | block >> 6 & 7 << 3 | block >> 12 & 7 << 6;
                    blocks[9 * (3 * band + stack) + digit] = block as u16;
                }
                for row in 0..3 {
                    let mask = board >> (9 * row) & 0x1ff;
                    rows[9 * line + digit] = mask as u16;
                    for column in Bits(mask.into()).map(|column| column as usize) {
                        columns[9 * column + digit] |= 1 << line;
                        cells[9 * line + column] |= 1 << digit;
                    }
                    line += 1;
                }
            }
        }
        conditions
    }

    /// The least number of choices above one that a condition has, and how many have it.
    fn fewest(&self) -> (u8, usize) {
        let (mut fewest, mut number) = (u8::MAX, 0);
        for &choices in &self.0 {
            let count = SIZES[usize::from(choices)];
            if count > 1 && count < fewest {
                (fewest, number) = (count, 0);
            }
            number += usize::from(count == fewest);
        }
        (fewest, number)
    }

    /// One of the conditions with this many choices, by its place among them: its place among
    /// all, and its choices.
    fn with(&self, count: u8, place: usize) -> (usize, u16) {
        let conditions = self.0.iter().copied().enumerate();
        let mut such = conditions.filter(|(_, choices)| SIZES[usize::from(*choices)] == count);
        such.nth(place).unwrap_or_default()
    }

    fn kinds(&mut self) -> [&mut [u16]; 4] {
        let (cells, rest) = self.0.split_at_mut(81);
        let (blocks, rest) = rest.split_at_mut(81);
        let (rows, columns) = rest.split_at_mut(81);
        [cells, blocks, rows, columns]
    }
}

/// A choice of a condition, both by their places.
fn choice_of(condition: usize, choice: usize) -> Label {
    let (one, other) = (condition % 81 / 9, condition % 9);
    match condition / 81 {
        0 => label(choice, one, other),
        1 => label(other, one / 3 * 3 + choice / 3, one % 3 * 3 + choice % 3),
        2 => label(other, one, choice),
        _ => label(other, choice, one),
    }
}
