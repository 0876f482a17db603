//! All hypotheses at once: what each candidate, assumed true or assumed false, implies over the
//! links of a grid.
//!
//! Each candidate has two sets of hypotheses, as bits: those that make it true (on), and those
//! that make it false (off). One step spreads all of them over all links, so its cost does not
//! depend on how many hypotheses there are. Static links are the same read backwards, so there the
//! hypotheses that a candidate is true suffice.

use crate::board::Grid;
use crate::geometry::{CELLS, bits};

/// The candidates of a grid, numbered densely, and the groups of which at most one, and if
/// nothing else is left one, is true: cells and regions of one digit.
#[derive(Default)]
pub(crate) struct Links {
    /// The candidates, ascending: 9 × cell + digit.
    pub(crate) ids: Vec<u16>,
    /// The number of each candidate.
    pub(crate) dense: Vec<u16>,
    /// The members of all groups.
    members: Vec<u16>,
    /// The ends of the groups of two or more: first all regions, then the cells.
    ends: Vec<u16>,
    /// The digits and houses of the regions.
    regions: Vec<(u8, u8)>,
}

impl Links {
    pub(crate) fn build(&mut self, grid: &Grid) {
        self.ids.clear();
        self.members.clear();
        self.ends.clear();
        self.regions.clear();
        self.dense.resize(729, 0);
        for (cell, &digits) in grid.cand.iter().enumerate() {
            for digit in bits(digits) {
                self.dense[9 * cell + digit] = self.ids.len() as u16;
                self.ids.push((9 * cell + digit) as u16);
            }
        }
        for (digit, pos) in grid.pos.iter().enumerate() {
            for (house, &pos) in pos.iter().enumerate() {
                if pos & pos.wrapping_sub(1) != 0 {
                    for position in bits(pos) {
                        let cell = usize::from(CELLS[house][position]);
                        self.members.push(self.dense[9 * cell + digit]);
                    }
                    self.ends.push(self.members.len() as u16);
                    self.regions.push((digit as u8, house as u8));
                }
            }
        }
        let mut first = 0;
        for &digits in &grid.cand {
            let n = digits.count_ones() as u16;
            if n >= 2 {
                self.members.extend(first..first + n);
                self.ends.push(self.members.len() as u16);
            }
            first += n;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The regions with two or more positions: digit, house, members.
    pub(crate) fn regions(&self) -> impl Iterator<Item = (usize, usize, &[u16])> {
        let names = self.regions.iter();
        let names = names.map(|&(digit, house)| (usize::from(digit), usize::from(house)));
        names
            .zip(self.groups(false))
            .map(|((digit, house), group)| (digit, house, group))
    }

    /// The groups: regions only, or also cells.
    fn groups(&self, cells: bool) -> impl Iterator<Item = &[u16]> {
        let count = if cells {
            self.ends.len()
        } else {
            self.regions.len()
        };
        let mut start = 0;
        self.ends[..count].iter().map(move |&end| {
            let group = &self.members[start..usize::from(end)];
            start = usize::from(end);
            group
        })
    }
}

/// Sets of hypotheses, one bit for each candidate.
pub(crate) type Bits<const N: usize> = [u64; N];

/// What is implied so far.
pub(crate) struct Spread<'a, const N: usize> {
    pub(crate) links: &'a Links,
    /// Whether the candidates of a cell are linked, or only those of regions.
    pub(crate) cells: bool,
    pub(crate) on: Vec<Bits<N>>,
    pub(crate) off: Vec<Bits<N>>,
    /// The candidates whose sets grew in the last step of each kind.
    on_grew: Vec<bool>,
    off_grew: Vec<bool>,
}

/// Whether a candidate is in a set.
pub(crate) fn contains<const N: usize>(set: &Bits<N>, candidate: usize) -> bool {
    set[candidate / 64] >> (candidate % 64) & 1 == 1
}

/// The first candidate of a set.
pub(crate) fn first<const N: usize>(set: &Bits<N>) -> Option<usize> {
    let word = set.iter().position(|word| *word != 0)?;
    Some(64 * word + set[word].trailing_zeros() as usize)
}

/// Whether a set is empty.
pub(crate) fn is_empty<const N: usize>(set: &Bits<N>) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

impl<'a, const N: usize> Spread<'a, N> {
    /// The hypotheses that each candidate is true (`on`) or false imply themselves.
    pub(crate) fn new(links: &'a Links, cells: bool, on: bool) -> Spread<'a, N> {
        let empty = vec![[0; N]; links.len()];
        let mut own = empty.clone();
        for (candidate, set) in own.iter_mut().enumerate() {
            set[candidate / 64] |= 1 << (candidate % 64);
        }
        let (on, off) = if on { (own, empty) } else { (empty, own) };
        Spread {
            links,
            cells,
            on,
            off,
            on_grew: vec![true; links.len()],
            off_grew: vec![true; links.len()],
        }
    }

    /// The candidates that are true if they are false: some other candidate is true then, and
    /// implies it. For hypotheses that candidates are true.
    pub(crate) fn opposites(&self) -> Bits<N> {
        let mut hits = [0; N];
        for group in self.links.groups(self.cells) {
            let &[a, b] = group else {
                continue;
            };
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (usize::from(from), usize::from(to));
                let implied = self.on[to][from / 64] >> (from % 64) & 1;
                hits[to / 64] |= implied << (to % 64);
            }
        }
        hits
    }

    /// One step from true to false. Says whether anything changed.
    pub(crate) fn weak(&mut self) -> bool {
        let mut any = false;
        for group in self.links.groups(self.cells) {
            if !group
                .iter()
                .any(|&member| self.on_grew[usize::from(member)])
            {
                continue;
            }
            // Hypotheses that make one of the group true, and those that make several true.
            let (mut once, mut twice) = ([0; N], [0; N]);
            for &member in group {
                let on = &self.on[usize::from(member)];
                for i in 0..N {
                    twice[i] |= once[i] & on[i];
                    once[i] |= on[i];
                }
            }
            for &member in group {
                let on = &self.on[usize::from(member)];
                let off = &mut self.off[usize::from(member)];
                let mut changed = 0;
                for i in 0..N {
                    let new = (once[i] & !on[i] | twice[i]) & !off[i];
                    changed |= new;
                    off[i] |= new;
                }
                if changed != 0 {
                    self.off_grew[usize::from(member)] = true;
                    any = true;
                }
            }
        }
        self.on_grew.fill(false);
        any
    }

    /// One step from false to true over the groups of two. Says whether anything changed.
    pub(crate) fn strong(&mut self) -> bool {
        let mut any = false;
        for group in self.links.groups(self.cells) {
            let &[a, b] = group else {
                continue;
            };
            for (from, to) in [(a, b), (b, a)] {
                if !self.off_grew[usize::from(from)] {
                    continue;
                }
                let off = &self.off[usize::from(from)];
                let on = &mut self.on[usize::from(to)];
                let mut changed = 0;
                for i in 0..N {
                    let new = off[i] & !on[i];
                    changed |= new;
                    on[i] |= new;
                }
                if changed != 0 {
                    self.on_grew[usize::from(to)] = true;
                    any = true;
                }
            }
        }
        self.off_grew.fill(false);
        any
    }

    /// One step from false to true over all groups: if all others are false, the last is true.
    pub(crate) fn last(&mut self) -> bool {
        let mut any = false;
        for group in self.links.groups(self.cells) {
            if !group
                .iter()
                .any(|&member| self.off_grew[usize::from(member)])
            {
                continue;
            }
            // Hypotheses by which all are false so far, and all but one.
            let (mut all, mut but_one) = ([!0; N], [!0; N]);
            for &member in group {
                let off = &self.off[usize::from(member)];
                for i in 0..N {
                    but_one[i] = all[i] | but_one[i] & off[i];
                    all[i] &= off[i];
                }
            }
            if is_empty(&but_one) {
                continue;
            }
            for &member in group {
                let off = &self.off[usize::from(member)];
                let on = &mut self.on[usize::from(member)];
                let mut changed = 0;
                for i in 0..N {
                    let new = (all[i] | but_one[i] & !off[i]) & !on[i];
                    changed |= new;
                    on[i] |= new;
                }
                if changed != 0 {
                    self.on_grew[usize::from(member)] = true;
                    any = true;
                }
            }
        }
        self.off_grew.fill(false);
        any
    }

    /// What each hypothesis makes true and false, instead of by what each candidate is implied.
    pub(crate) fn transposed(&self) -> Vec<[Bits<N>; 2]> {
        let used = self.links.len().div_ceil(64);
        let mut rows = vec![[[0; N]; 2]; 64 * used];
        for (side, sets) in [&self.on, &self.off].into_iter().enumerate() {
            for (block, sets) in sets.chunks(64).enumerate() {
                for word in 0..used {
                    let mut square = [0; 64];
                    for (line, set) in square.iter_mut().zip(sets) {
                        *line = set[word];
                    }
                    transpose(&mut square);
                    for (row, line) in rows[64 * word..].iter_mut().zip(square) {
                        row[side][block] = line;
                    }
                }
            }
        }
        rows
    }

    /// The hypotheses that make a candidate both true and false.
    pub(crate) fn contradictory(&self) -> Bits<N> {
        let mut hits = [0; N];
        for (on, off) in self.on.iter().zip(&self.off) {
            for i in 0..N {
                hits[i] |= on[i] & off[i];
            }
        }
        hits
    }
}

/// Exchanges rows and bits of a square.
fn transpose(square: &mut [u64; 64]) {
    let (mut step, mut mask) = (32, 0xffff_ffff_u64);
    while step != 0 {
        let mut i = 0;
        while i < 64 {
            let swap = (square[i] >> step ^ square[i + step]) & mask;
            square[i] ^= swap << step;
            square[i + step] ^= swap;
            i = (i + step + 1) & !step;
        }
        step /= 2;
        mask ^= mask << step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_transposed() {
        let mut square: [u64; 64] =
            std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let before = square;
        transpose(&mut square);
        for (i, row) in before.iter().enumerate() {
            for (j, column) in square.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
