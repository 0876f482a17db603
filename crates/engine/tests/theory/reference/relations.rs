//! Anti-tridagons and OR_k-whips (CSP-Rules manual, 3.5 and 14), straight from the
//! definitions: cells, rows and columns for the one; variable after variable, with all
//! candidates of the chain different, for the other.

use super::{State, label, model};

/// An anti-tridagon: its digits, its cells as (row, column), and its guardians.
pub struct Tridagon {
    pub digits: [usize; 3],
    pub cells: Vec<(usize, usize)>,
    pub guardians: Vec<usize>,
}

/// The six ways to put three columns to three rows, and whether each is odd.
const PERMUTATIONS: [([usize; 3], bool); 6] = [
    ([0, 1, 2], false),
    ([0, 2, 1], true),
    ([1, 0, 2], true),
    ([1, 2, 0], false),
    ([2, 0, 1], false),
    ([2, 1, 0], true),
];

/// All anti-tridagons of a state.
pub fn tridagons(state: &State) -> Vec<Tridagon> {
    let mut found = Vec::new();
    for a in 1..=9 {
        for b in a + 1..=9 {
            for c in b + 1..=9 {
                for bands in [[0, 1], [0, 2], [1, 2]] {
                    for stacks in [[0, 1], [0, 2], [1, 2]] {
                        in_blocks(state, [a, b, c], bands, stacks, &mut found);
                    }
                }
            }
        }
    }
    found
}

/// Three cells of a block, and whether they are an odd permutation.
type Way = (Vec<(usize, usize)>, bool);

fn in_blocks(
    state: &State,
    digits: [usize; 3],
    bands: [usize; 2],
    stacks: [usize; 2],
    found: &mut Vec<Tridagon>,
) {
    // For each block, the ways to take three cells that all have the three digits.
    let mut ways: Vec<Vec<Way>> = Vec::new();
    for band in bands {
        for stack in stacks {
            let mut here = Vec::new();
            for (columns, odd) in PERMUTATIONS {
                let cells: Vec<(usize, usize)> = (0..3)
                    .map(|i| (3 * band + i + 1, 3 * stack + columns[i] + 1))
                    .collect();
                let full = |&(r, c): &(usize, usize)| {
                    digits.iter().all(|&n| state.candidate[label(n, r, c)])
                };
                if cells.iter().all(full) {
                    here.push((cells, odd));
                }
            }
            ways.push(here);
        }
    }
    for one in &ways[0] {
        for two in &ways[1] {
            for three in &ways[2] {
                for four in &ways[3] {
                    let odd = [one, two, three, four].iter().filter(|way| way.1).count();
                    if odd % 2 == 0 {
                        continue;
                    }
                    let cells = [&one.0[..], &two.0, &three.0, &four.0].concat();
                    let mut guardians = Vec::new();
                    for &(r, c) in &cells {
                        let others = (1..=9).filter(|n| !digits.contains(n));
                        let labels = others.map(|n| label(n, r, c));
                        guardians.extend(labels.filter(|&l| state.candidate[l]));
                    }
                    guardians.sort_unstable();
                    found.push(Tridagon {
                        digits,
                        cells,
                        guardians,
                    });
                }
            }
        }
    }
}

/// A step of a chain on its way: what is on the left and on the right so far.
struct Chain<'a> {
    state: &'a State,
    guardians: &'a [usize],
    target: usize,
    left: Vec<usize>,
    right: Vec<usize>,
    /// True if the relation has been used.
    related: bool,
}

/// Returns true if an OR_k-whip of at most this length, with this relation, has this target.
pub fn has_or_whip(state: &State, guardians: &[usize], target: usize, length: usize) -> bool {
    let mut chain = Chain {
        state,
        guardians,
        target,
        left: Vec::new(),
        right: Vec::new(),
        related: false,
    };
    chain.goes_on(length)
}

impl Chain<'_> {
    fn linked(&self, a: usize, b: usize) -> bool {
        model().linked[a][b]
    }

    /// Returns true if a candidate is linked to the target or to something on the right.
    fn struck(&self, candidate: usize) -> bool {
        let mut before = self.right.iter().chain([&self.target]);
        before.any(|&other| self.linked(candidate, other))
    }

    fn is_new(&self, candidate: usize) -> bool {
        candidate != self.target
            && !self.left.contains(&candidate)
            && !self.right.contains(&candidate)
    }

    /// Returns true if some way to go on, with this many more variables, closes the chain.
    fn goes_on(&mut self, more: usize) -> bool {
        if more == 0 {
            return false;
        }
        let last = self.right.last().copied().unwrap_or(self.target);
        for variable in 0..model().variables.len() {
            let labels = model().variables[variable].iter().copied();
            let own: Vec<usize> = labels.filter(|&l| self.state.candidate[l]).collect();
            if own.len() < 2 {
                continue;
            }
            for &llc in own.iter().filter(|&&l| model().linked[l][last]) {
                let others: Vec<usize> = own
                    .iter()
                    .copied()
                    .filter(|&l| l != llc && !self.struck(l))
                    .collect();
                if self.step(llc, &others, own.contains(&self.target), self.related, more) {
                    return true;
                }
            }
        }
        let before = |l: &usize| *l == self.target || self.right.contains(l);
        if self.related || self.guardians.iter().any(before) {
            return false;
        }
        let guardians = self.guardians;
        for &llc in guardians.iter().filter(|&&l| model().linked[l][last]) {
            let others: Vec<usize> = guardians
                .iter()
                .copied()
                .filter(|&l| l != llc && !self.struck(l))
                .collect();
            if self.step(llc, &others, false, true, more) {
                return true;
            }
        }
        false
    }

    /// A step with this left-linking candidate, if `others` are what is left beside it.
    fn step(
        &mut self,
        llc: usize,
        others: &[usize],
        of_target: bool,
        related: bool,
        more: usize,
    ) -> bool {
        if !self.is_new(llc) {
            return false;
        }
        match *others {
            [] => related && !of_target,
            [rlc] if self.is_new(rlc) => {
                let before = std::mem::replace(&mut self.related, related);
                self.left.push(llc);
                self.right.push(rlc);
                let closed = self.goes_on(more - 1);
                self.left.pop();
                self.right.pop();
                self.related = before;
                closed
            }
            _ => false,
        }
    }
}
