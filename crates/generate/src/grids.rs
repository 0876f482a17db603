//! Random complete grids: every one of the 6,670,903,752,021,072,936,960 has exactly the
//! same chance, and any two draws are independent.
//!
//! A grid is taken apart into choices whose numbers of ways are always the same, and one
//! small count that varies, for which the draw is accepted or rejected:
//!
//! 1. the first block, any of 9! (its digits are renamed at random at the end);
//! 2. the digits of the three rows of the second block, one of 56 ways (those of the third
//!    are what is left), and the order of each of these six triples, 6⁶ ways;
//! 3. in each stack, the digits of the three columns within the second band, one of 56
//!    ways (those of the third band are what is left);
//! 4. in each of the two lower bands, the order of the columns of the first block, 6³ ways;
//! 5. in each of these bands, the digits of the rows of the middle block: of the 56 ways,
//!    those that suit its columns and leave something that suits those of the last block.
//!
//! Steps 1 to 4 are drawn uniformly. Step 5 has from 0 to 8 ways, in each of the two bands:
//! the draw is accepted with a chance of an eighth for each, else all starts again. About
//! one draw in 75 is accepted, and a rejected one costs little.

use super::dice::Dice;
use gradus_puzzles::sudoku::Grid;

/// A set of digits (bit `d` for digit `d + 1`): three of them, in a row or a column of a block.
type Triple = u16;

const DIGITS: Triple = 0x1ff;

/// The most ways that step 5 can have in a band.
const MOST_WAYS: usize = 8;

/// Number of ways to turn three triples around.
const TURNS: usize = 56;

/// A uniformly random complete grid.
pub fn random_grid(dice: &mut Dice) -> Grid {
    loop {
        if let Some(grid) = attempt(dice) {
            return grid;
        }
    }
}

/// A band: the digit of every cell, as a set of one.
type Band = [[Triple; 9]; 3];

fn attempt(dice: &mut Dice) -> Option<Grid> {
    let top = top_band(dice);
    let above: [Triple; 9] = std::array::from_fn(|c| top[0][c] | top[1][c] | top[2][c]);
    let mut middle = [0; 9];
    for stack in 0..3 {
        let columns = [0, 1, 2].map(|c| above[3 * stack + c]);
        middle[3 * stack..3 * stack + 3].copy_from_slice(&turned(columns, dice.below(TURNS)));
    }
    let below = std::array::from_fn(|c| DIGITS & !above[c] & !middle[c]);
    let bands = [
        top,
        accepted_band(&middle, dice)?,
        accepted_band(&below, dice)?,
    ];

    let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    dice.shuffle(&mut names);
    let mut grid = Grid::EMPTY;
    for (digit, one) in grid.0.iter_mut().zip(bands.iter().flatten().flatten()) {
        *digit = names[one.trailing_zeros() as usize];
    }
    Some(grid)
}

/// A uniformly random first band that begins with the block 123, 456, 789.
fn top_band(dice: &mut Dice) -> Band {
    const ROWS: [Triple; 3] = [0b111, 0b111_000, 0b111_000_000];
    let second = turned(ROWS, dice.below(TURNS));
    std::array::from_fn(|r| {
        let third = DIGITS & !ROWS[r] & !second[r];
        let [a, b, c] = bits(ROWS[r]);
        let [d, e, f] = shuffled(second[r], dice);
        let [g, h, i] = shuffled(third, dice);
        [a, b, c, d, e, f, g, h, i]
    })
}

/// A band whose columns have the given digits: the order in the first block is drawn, and
/// the rest is one of the ways that go with it, if the draw is accepted.
fn accepted_band(columns: &[Triple; 9], dice: &mut Dice) -> Option<Band> {
    let first = [0, 1, 2].map(|c| shuffled(columns[c], dice));
    let rows = [0, 1, 2].map(|r| first[0][r] | first[1][r] | first[2][r]);
    let turn = ways(rows, columns).nth(dice.below(MOST_WAYS))?;
    let second = turned(rows, turn);
    Some(std::array::from_fn(|r| {
        let third = DIGITS & !rows[r] & !second[r];
        std::array::from_fn(|c| match c / 3 {
            0 => first[c][r],
            1 => second[r] & columns[c],
            _ => third & columns[c],
        })
    }))
}

/// The ways to turn the rows of a band's first block that give rows for the second: each
/// has a digit of each column there, and leaves one of each column of the third block.
///
/// A digit is given as a sum of powers of 16, one for its column in the second block and
/// one for that in the third, so that sums count the digits of a triple by columns.
fn ways(rows: [Triple; 3], columns: &[Triple; 9]) -> impl Iterator<Item = usize> {
    let mut counts = [0_u32; 9];
    for (c, &column) in columns[3..].iter().enumerate() {
        for digit in bits(column) {
            counts[digit.trailing_zeros() as usize] += 1 << (4 * c);
        }
    }
    let digits = rows.map(|row| bits(row).map(|digit| counts[digit.trailing_zeros() as usize]));
    let sums = digits.map(|[a, b, c]| a + b + c);
    // Of the three digits that each column has in all, one is to be left.
    let wanted = sums.map(|sum| 0x222_111_u32.wrapping_sub(sum & 0xfff_000));

    let mut ways = [0; MOST_WAYS];
    let mut found = 0;
    let mut add = |turn| {
        ways[found] = turn;
        found += 1;
    };
    for (mirrored, [a, b, c]) in ORDERS.into_iter().enumerate().take(2) {
        // A turn that suits two rows suits the last.
        let [first, second] =
            [(a, b), (b, c)].map(|(to, from)| wanted[to].wrapping_sub(sums[from]));
        if first == 0 && second == 0 {
            add(mirrored);
        }
        for (p, q) in (0..9).map(|i| (i / 3, i % 3)) {
            if digits[c][q].wrapping_sub(digits[b][p]) == first {
                let suits = |r: &usize| digits[a][*r].wrapping_sub(digits[c][q]) == second;
                (0..3)
                    .filter(suits)
                    .for_each(|r| add(mirrored + 2 * (1 + p + 3 * q + 9 * r)));
            }
        }
    }
    ways.into_iter().take(found)
}

/// The orders of three places; turns are described by the first two.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// The triples in other places, no digit in its own: in the one order or in the other, each
/// takes the place before it, and then one digit of each may go back by one place more.
fn turned(triples: [Triple; 3], turn: usize) -> [Triple; 3] {
    let order = ORDERS[turn % 2];
    let [a, b, c] = order.map(|place| triples[place]);
    let mut turned = [b, c, a];
    if let Some(pick) = (turn / 2).checked_sub(1) {
        let [p, q, r] = [bits(b)[pick % 3], bits(c)[pick / 3 % 3], bits(a)[pick / 9]];
        turned = [b - p + q, c - q + r, a - r + p];
    }
    order.map(|place| turned[place])
}

/// The digits of a triple, one by one.
#[inline(always)]
fn bits(triple: Triple) -> [Triple; 3] {
    let first = triple & triple.wrapping_neg();
    let rest = triple - first;
    let second = rest & rest.wrapping_neg();
    [first, second, rest - second]
}

fn shuffled(triple: Triple, dice: &mut Dice) -> [Triple; 3] {
    let digits = bits(triple);
    ORDERS[dice.below(6)].map(|place| digits[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to put the nine digits in three triples.
    fn partitions() -> Vec<[Triple; 3]> {
        let triples = || (0..=DIGITS).filter(|triple| triple.count_ones() == 3);
        let pairs = triples().flat_map(|a| triples().map(move |b| (a, b)));
        pairs
            .filter(|&(a, b)| a & b == 0 && a < b && b < DIGITS & !a & !b)
            .map(|(a, b)| [a, b, DIGITS & !a & !b])
            .collect()
    }

    /// Every turn suits 36 partitions by the columns of the second block, and leaves what
    /// suits 36 of the third; no two partitions have more ways than are allowed for.
    #[test]
    fn ways_are_all_there_and_never_more_than_eight() {
        let rows = [0b111, 0b111_000, 0b111_000_000];
        let (mut most, mut total) = (0, 0);
        for second in partitions() {
            for third in partitions() {
                let mut columns = [0; 9];
                columns[3..6].copy_from_slice(&second);
                columns[6..].copy_from_slice(&third);
                let ways = ways(rows, &columns).count();
                most = most.max(ways);
                total += ways;
            }
        }
        assert_eq!((most, total), (MOST_WAYS, TURNS * 36 * 36));
    }

    #[test]
    fn turns_are_different_and_leave_nothing_in_its_place() {
        let triples = [0b1_0010_0100, 0b0_1001_0010, 0b0_0100_1001];
        let mut turns: Vec<_> = (0..TURNS).map(|turn| turned(triples, turn)).collect();
        for turn in &turns {
            assert!((0..3).all(|i| turn[i] & triples[i] == 0 && turn[i].count_ones() == 3));
            assert_eq!(turn[0] | turn[1] | turn[2], DIGITS);
        }
        turns.sort();
        turns.dedup();
        assert_eq!(turns.len(), TURNS);
    }
}
