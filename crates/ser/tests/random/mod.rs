//! Random puzzles and sukakus with one solution.

/// A generator of numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

fn peers(a: usize, b: usize) -> bool {
    let block = |cell: usize| (cell / 27, cell % 9 / 3);
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || block(a) == block(b))
}

/// Counts solutions up to `most`, and keeps the last. Candidates have digit d as bit d - 1; the
/// values of a cell are tried in random order.
fn solve(cand: &[u16; 81], most: usize, random: &mut Random, solution: &mut [usize; 81]) -> usize {
    let open = |&cell: &usize| cand[cell].count_ones() != 1;
    let Some(cell) = (0..81)
        .filter(open)
        .min_by_key(|&cell| cand[cell].count_ones())
    else {
        for (value, mask) in solution.iter_mut().zip(cand) {
            *value = mask.trailing_zeros() as usize + 1;
        }
        return 1;
    };
    let mut digits: Vec<usize> = (0..9)
        .filter(|digit| cand[cell] >> digit & 1 == 1)
        .collect();
    random.shuffle(&mut digits);
    let mut count = 0;
    for digit in digits {
        let mut next = *cand;
        if assign(&mut next, cell, digit) {
            count += solve(&next, most - count, random, solution);
            if count >= most {
                break;
            }
        }
    }
    count
}

/// Gives a cell its digit, and all cells that have only one left. Says whether that is possible.
fn assign(cand: &mut [u16; 81], cell: usize, digit: usize) -> bool {
    cand[cell] = 1 << digit;
    let mut todo = vec![cell];
    while let Some(cell) = todo.pop() {
        let value = cand[cell];
        for other in (0..81).filter(|&other| peers(cell, other)) {
            if cand[other] & value != 0 {
                cand[other] &= !value;
                match cand[other].count_ones() {
                    0 => return false,
                    1 => todo.push(other),
                    _ => {}
                }
            }
        }
    }
    true
}

fn start(givens: &[usize; 81]) -> Option<[u16; 81]> {
    let mut cand = [0x1ff; 81];
    for (cell, &given) in givens.iter().enumerate() {
        if given > 0 && (cand[cell] >> (given - 1) & 1 == 0 || !assign(&mut cand, cell, given - 1))
        {
            return None;
        }
    }
    Some(cand)
}

/// A minimal puzzle, and its solution.
pub fn puzzle(random: &mut Random) -> (String, [usize; 81]) {
    let mut solution = [0; 81];
    solve(&[0x1ff; 81], 1, random, &mut solution);
    let mut givens = solution;
    let mut cells: Vec<usize> = (0..81).collect();
    random.shuffle(&mut cells);
    for cell in cells {
        let mut fewer = givens;
        fewer[cell] = 0;
        let unique = start(&fewer).is_some_and(|cand| solve(&cand, 2, random, &mut [0; 81]) == 1);
        if unique {
            givens = fewer;
        }
    }
    let text = givens.iter().map(|given| match given {
        0 => '.',
        given => (b'0' + *given as u8) as char,
    });
    (text.collect(), solution)
}

/// A sukaku with few candidates too many, and its solution.
pub fn sukaku(random: &mut Random) -> ([u16; 81], [usize; 81]) {
    let mut solution = [0; 81];
    solve(&[0x1ff; 81], 1, random, &mut solution);
    let mut cand = [0x1ff; 81];
    let mut all: Vec<(usize, usize)> = (0..729).map(|id| (id / 9, id % 9)).collect();
    random.shuffle(&mut all);
    // First most candidates at once, then as few as suffice.
    for (i, &(cell, digit)) in all.iter().enumerate() {
        if solution[cell] != digit + 1 && i < 420 {
            cand[cell] &= !(1 << digit);
        }
    }
    for &(cell, digit) in &all {
        let mut propagated = cand;
        if is_unique(&mut propagated, random) {
            break;
        }
        if solution[cell] != digit + 1 {
            cand[cell] &= !(1 << digit);
        }
    }
    (cand, solution)
}

fn is_unique(cand: &mut [u16; 81], random: &mut Random) -> bool {
    for cell in 0..81 {
        if cand[cell].count_ones() == 1 {
            let digit = cand[cell].trailing_zeros() as usize;
            if !assign(cand, cell, digit) {
                return false;
            }
        }
    }
    solve(cand, 2, random, &mut [0; 81]) == 1
}
