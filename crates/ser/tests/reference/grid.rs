//! Section 1.1 and 2.1: the grid, its regions, and the orders used everywhere.

pub const BLOCK: usize = 0;
pub const ROW: usize = 1;
pub const COLUMN: usize = 2;
/// Kind order A.
pub const A: [usize; 3] = [BLOCK, COLUMN, ROW];
/// Kind order B.
pub const B: [usize; 3] = [BLOCK, ROW, COLUMN];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Digits 1 to 9, or 0.
    pub value: [usize; 81],
    /// Candidates, digit d as bit d.
    pub cand: [u16; 81],
}

pub fn count(mask: u16) -> usize {
    mask.count_ones() as usize
}

pub fn bits(mask: u16) -> Vec<usize> {
    (0..16).filter(|&bit| mask >> bit & 1 == 1).collect()
}

pub fn cell_of(kind: usize, region: usize, position: usize) -> usize {
    match kind {
        BLOCK => 9 * (3 * (region / 3) + position / 3) + 3 * (region % 3) + position % 3,
        ROW => 9 * region + position,
        _ => 9 * position + region,
    }
}

pub fn region_of(kind: usize, cell: usize) -> usize {
    match kind {
        BLOCK => 3 * (cell / 27) + cell % 9 / 3,
        ROW => cell / 9,
        _ => cell % 9,
    }
}

pub fn position_of(kind: usize, cell: usize) -> usize {
    match kind {
        BLOCK => 3 * (cell / 9 % 3) + cell % 3,
        ROW => cell % 9,
        _ => cell / 9,
    }
}

pub fn cells_of(kind: usize, region: usize) -> Vec<usize> {
    (0..9)
        .map(|position| cell_of(kind, region, position))
        .collect()
}

pub fn inside(kind: usize, region: usize, cell: usize) -> bool {
    region_of(kind, cell) == region
}

pub fn peers(cell: usize) -> Vec<usize> {
    let mut list = Vec::new();
    for kind in B {
        for other in cells_of(kind, region_of(kind, cell)) {
            if other != cell && !list.contains(&other) {
                list.push(other);
            }
        }
    }
    list
}

pub fn are_peers(a: usize, b: usize) -> bool {
    a != b
        && B.iter()
            .any(|&kind| region_of(kind, a) == region_of(kind, b))
}

/// The k-subsets of {0..n-1} in increasing value of their mask.
pub fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for mask in 0u32..1 << n {
        if mask.count_ones() as usize == k {
            all.push((0..n).filter(|&i| mask >> i & 1 == 1).collect());
        }
    }
    all
}

/// The union of the sets, if each has at least `least` elements and the union exactly k.
pub fn tuple(sets: &[u16], k: usize, least: usize) -> Option<u16> {
    let union = sets.iter().fold(0, |a, b| a | b);
    (sets.iter().all(|&set| count(set) >= least) && count(union) == k).then_some(union)
}

impl Grid {
    pub fn new(text: &str) -> Grid {
        let mut grid = Grid {
            value: [0; 81],
            cand: [0x3fe; 81],
        };
        for (cell, c) in text.chars().enumerate() {
            if let Some(digit) = c.to_digit(10).filter(|&digit| digit > 0) {
                grid.place(cell, digit as usize);
            }
        }
        grid
    }

    pub fn place(&mut self, cell: usize, digit: usize) {
        self.value[cell] = digit;
        self.cand[cell] = 0;
        for peer in peers(cell) {
            self.cand[peer] &= !(1 << digit);
        }
    }

    pub fn n(&self, cell: usize) -> usize {
        count(self.cand[cell])
    }

    pub fn has(&self, cell: usize, digit: usize) -> bool {
        self.cand[cell] >> digit & 1 == 1
    }

    /// The positions of the region that have the digit.
    pub fn pos(&self, kind: usize, region: usize, digit: usize) -> u16 {
        (0..9)
            .filter(|&position| self.has(cell_of(kind, region, position), digit))
            .fold(0, |mask, position| mask | 1 << position)
    }

    pub fn empty(&self, kind: usize, region: usize) -> usize {
        let cells = cells_of(kind, region);
        cells.iter().filter(|&&cell| self.value[cell] == 0).count()
    }

    pub fn placed(&self, digit: usize) -> usize {
        self.value.iter().filter(|&&value| value == digit).count()
    }

    pub fn solved(&self) -> bool {
        self.value.iter().all(|&value| value > 0)
    }
}
