//! Puzzles to test with: a few well-known ones, and cheap ones in any number, which
//! are those of the books that short chains solve, moved about by the symmetries of
//! the grid, which leave every rating as it is.

use crate::random::Rng;
use gradus_puzzles::book::{self, BookPuzzle, Printed};

/// PBCS, figure 1.1: solved by Singles.
pub const EASY: &str =
    ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6..";
/// PBCS, figure 5.1: W = 4.
pub const DEPTH_1: &str =
    "..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57";
/// PBCS, figure 7.3: gW = 2, and no whips solve it.
pub const DEPTH_2: &str =
    "..1..2..3....1..4.2..4..5....6..7..8.5.....2.9..3..4....8..1..5.9..6....1..9..7..";
/// User Manual and Research Notebooks, 14.2, Loki.
pub const DEPTH_3: &str =
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..";
/// PBCS, figure 5.2: whips need one more than braids.
pub const LONGER_WHIPS: &str =
    ".2.4..7......891.........65..48.....3..9....1.95..1.7..7.3...1263.........2.1...8";
/// PBCS, figure 5.7.
pub const NO_SOLUTION: &str =
    "..3..6....5.1.....6...234...7.....5....9....7.64.3.8...4.....91..2..83...........";

/// All candidates but those that the cells' givens exclude, as a sukaku.
pub fn sukaku(puzzle: &str) -> String {
    let cell = |found: char| {
        let keep = move |digit: char| found == '.' || found == digit;
        "123456789"
            .chars()
            .map(move |digit| if keep(digit) { digit } else { '.' })
    };
    puzzle.chars().flat_map(cell).collect()
}

/// No puzzle that can be rated, but one for tables: its first cells spell a number.
pub fn numbered(number: usize) -> String {
    format!("{number:0>4}{}", ".".repeat(77)).replace('0', ".")
}

/// The first puzzles of [`Puzzles`].
pub fn puzzles(count: usize) -> Vec<String> {
    Puzzles::default().take(count).collect()
}

/// Puzzles without end, no two alike, each rated within a few milliseconds.
pub struct Puzzles {
    bases: Vec<Vec<u8>>,
    next: usize,
}

impl Default for Puzzles {
    /// From the beginning: always the same ones.
    fn default() -> Puzzles {
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
    let (digits, rows, columns): ([usize; 9], _, _) = (rng.order(), lines(rng), lines(rng));
    let cell = |place: usize| match puzzle[9 * rows[place / 9] + columns[place % 9]] {
        digit @ b'1'..=b'9' => (b'1' + digits[usize::from(digit - b'1')] as u8) as char,
        _ => '.',
    };
    (0..81).map(cell).collect()
}

/// Nine rows or columns in an order that keeps bands or stacks together.
fn lines(rng: &mut Rng) -> [usize; 9] {
    let bands: [usize; 3] = rng.order();
    let inside: [[usize; 3]; 3] = std::array::from_fn(|_| rng.order());
    std::array::from_fn(|line| 3 * bands[line / 3] + inside[line / 3][line % 3])
}
