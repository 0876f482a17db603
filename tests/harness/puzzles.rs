//! Cheap puzzles in any number: those of the books that short chains solve, moved
//! about by the symmetries of the grid, which leave every rating as it is.

use gradus::book::{self, BookPuzzle, Printed};

/// SplitMix64: enough for tests, and the same sequence on every machine.
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// The numbers from 0 to N - 1 in random order.
    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut items: [usize; N] = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    /// Nine rows or columns in an order that keeps bands or stacks together.
    fn lines(&mut self) -> [usize; 9] {
        let bands: [usize; 3] = self.order();
        let inside: [[usize; 3]; 3] = std::array::from_fn(|_| self.order());
        std::array::from_fn(|line| 3 * bands[line / 3] + inside[line / 3][line % 3])
    }
}

/// So many puzzles, no two alike, each rated within a few milliseconds.
pub fn puzzles(count: usize) -> Vec<String> {
    Puzzles::new().take(count).collect()
}

/// Puzzles without end.
pub struct Puzzles {
    bases: Vec<Vec<u8>>,
    next: usize,
}

impl Puzzles {
    /// From the beginning: always the same ones.
    pub fn new() -> Puzzles {
        let bases = book::puzzles().into_iter().filter(is_cheap);
        Puzzles {
            bases: bases.map(|entry| entry.puzzle.into_bytes()).collect(),
            next: 0,
        }
    }
}

impl Iterator for Puzzles {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let base = &self.bases[self.next % self.bases.len()];
        self.next += 1;
        Some(moved(base, &mut Rng(self.next as u64)))
    }
}

/// One solution, solved by chains of length 5 at most.
fn is_cheap(entry: &BookPuzzle) -> bool {
    let length = |name| match entry.expected(name) {
        Some(Printed::Number(number)) => Some(*number),
        _ => None,
    };
    let lengths = [length("w"), length("b")];
    entry.solutions == 1 && lengths.iter().flatten().max().is_some_and(|&n| n <= 5)
}

/// A puzzle with its digits, rows and columns in another order.
fn moved(puzzle: &[u8], rng: &mut Rng) -> String {
    let (digits, rows, columns): ([usize; 9], _, _) = (rng.order(), rng.lines(), rng.lines());
    let cell = |place: usize| match puzzle[9 * rows[place / 9] + columns[place % 9]] {
        digit @ b'1'..=b'9' => (b'1' + digits[usize::from(digit - b'1')] as u8) as char,
        _ => '.',
    };
    (0..81).map(cell).collect()
}
