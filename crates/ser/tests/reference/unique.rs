//! Section 2.7: unique rectangles and loops.

use super::grid::*;
use super::hint::Hint;

struct Search<'a> {
    grid: &'a Grid,
    pair: u16,
    path: Vec<usize>,
    loops: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, cell: usize, entered: Option<usize>, extra: u16, allowance: i32) {
        self.path.push(cell);
        let mut extra = extra;
        for kind in B.into_iter().filter(|&kind| Some(kind) != entered) {
            for next in cells_of(kind, region_of(kind, cell)) {
                if next == self.path[0] && self.path.len() >= 4 {
                    self.loops.push(self.path.clone());
                } else if !self.path.contains(&next)
                    && self.grid.cand[next] & self.pair == self.pair
                {
                    let n = self.grid.n(next);
                    extra |= self.grid.cand[next] & !self.pair;
                    if n == 2 || count(extra) == 1 || allowance > 0 {
                        self.visit(next, Some(kind), extra, allowance - i32::from(n > 2));
                    }
                }
            }
        }
        self.path.pop();
    }
}

fn valid(path: &[usize]) -> bool {
    let mut sets = [Vec::new(), Vec::new()];
    for (i, &cell) in path.iter().enumerate() {
        for kind in B {
            let region = (kind, region_of(kind, cell));
            if sets[i % 2].contains(&region) {
                return false;
            }
            sets[i % 2].push(region);
        }
    }
    let [mut even, mut odd] = sets;
    even.sort();
    odd.sort();
    even == odd
}

/// What distinguishes hints: the type class, the cells, and the set of type 3.
#[derive(PartialEq)]
struct Identity {
    class: &'static str,
    cells: Vec<usize>,
    set: Option<((usize, usize), u16, Vec<usize>)>,
}

struct Emitter {
    hints: Vec<(usize, Hint)>,
    seen: Vec<Identity>,
}

impl Emitter {
    fn emit(
        &mut self,
        kind: usize,
        hint: Hint,
        class: &'static str,
        path: &[usize],
        set: Option<((usize, usize), u16, Vec<usize>)>,
    ) {
        if hint.removals.is_empty() {
            return;
        }
        let mut cells = path.to_vec();
        cells.sort();
        let identity = Identity { class, cells, set };
        if !self.seen.contains(&identity) {
            self.seen.push(identity);
            self.hints.push((kind, hint));
        }
    }
}

pub fn loops(grid: &Grid) -> Vec<Hint> {
    let mut emitter = Emitter {
        hints: Vec::new(),
        seen: Vec::new(),
    };
    for start in (0..81).filter(|&cell| grid.n(cell) == 2) {
        let mut search = Search {
            grid,
            pair: grid.cand[start],
            path: Vec::new(),
            loops: Vec::new(),
        };
        search.visit(start, None, 0, 2);
        for path in search.loops {
            if valid(&path) {
                one(grid, &path, grid.cand[start], &mut emitter);
            }
        }
    }
    emitter.hints.sort_by(|a, b| {
        a.1.rating
            .partial_cmp(&b.1.rating)
            .expect("numbers")
            .then(a.0.cmp(&b.0))
    });
    emitter.hints.into_iter().map(|(_, hint)| hint).collect()
}

fn one(grid: &Grid, path: &[usize], pair: u16, emitter: &mut Emitter) {
    let extra: Vec<usize> = path
        .iter()
        .copied()
        .filter(|&cell| grid.n(cell) > 2)
        .collect();
    let (name, rating) = match path.len() {
        4 => ("Unique Rectangle".to_string(), 4.5),
        6 => ("Unique Loop".to_string(), 4.6),
        8 => ("Unique Loop 8".to_string(), 4.7),
        n => (format!("Unique Loop {n}"), 4.5 + 0.3 + 0.2),
    };
    let hint = |kind: usize| Hint::new(format!("{name} type {kind}"), rating);
    match extra.len() {
        0 => {}
        1 => {
            let mut hint = hint(1);
            hint.remove(grid, extra[0], pair);
            emitter.emit(1, hint, "1", path, None);
        }
        2 => {
            let (c1, c2) = (extra[0], extra[1]);
            let union = (grid.cand[c1] | grid.cand[c2]) & !pair;
            if count(union) == 1 {
                type2(grid, &extra, union, hint(2), path, emitter);
            } else {
                type3(grid, c1, c2, union, pair, &hint(3), path, emitter);
            }
            type4(grid, c1, c2, pair, hint(4), path, emitter);
        }
        _ => {
            let digits = grid.cand[extra[0]] & !pair;
            let digit = 1 << digits.trailing_zeros();
            type2(grid, &extra, digit, hint(2), path, emitter);
        }
    }
}

fn type2(
    grid: &Grid,
    extra: &[usize],
    digit: u16,
    mut hint: Hint,
    path: &[usize],
    emitter: &mut Emitter,
) {
    for cell in 0..81 {
        if extra.iter().all(|&other| are_peers(cell, other)) {
            hint.remove(grid, cell, digit);
        }
    }
    emitter.emit(2, hint, "2", path, None);
}

#[allow(clippy::too_many_arguments)]
fn type3(
    grid: &Grid,
    c1: usize,
    c2: usize,
    union: u16,
    pair: u16,
    hint: &Hint,
    path: &[usize],
    emitter: &mut Emitter,
) {
    for k in count(union)..8 {
        for kind in B {
            let region = region_of(kind, c1);
            if region_of(kind, c2) != region {
                continue;
            }
            let empty = grid.empty(kind, region);
            let (p1, p2) = (position_of(kind, c1), position_of(kind, c2));
            if 2 * k <= empty {
                for positions in subsets(9, k) {
                    if !positions.contains(&p1) || positions.contains(&p2) {
                        continue;
                    }
                    let cells: Vec<usize> = positions
                        .iter()
                        .filter(|&&position| position != p1)
                        .map(|&position| cell_of(kind, region, position))
                        .collect();
                    let mut all = union & grid.cand[c1] & grid.cand[c2];
                    let mut sets = vec![union];
                    for &cell in &cells {
                        all |= grid.cand[cell];
                        sets.push(grid.cand[cell]);
                    }
                    if count(all) != k {
                        continue;
                    }
                    let Some(digits) = tuple(&sets, k, 2) else {
                        continue;
                    };
                    let mut hint = hint.clone();
                    hint.rating += 0.1 * (k - 1) as f64;
                    for cell in cells_of(kind, region) {
                        if cell != c1 && cell != c2 && !cells.contains(&cell) {
                            hint.remove(grid, cell, digits);
                        }
                    }
                    emitter.emit(3, hint, "3n", path, Some(((kind, region), digits, cells)));
                }
            }
            if 2 * k < empty {
                let others = bits(0x3fe & !pair & !union);
                for chosen in subsets(others.len(), k - 2) {
                    let digits = chosen.iter().fold(pair, |mask, &i| mask | 1 << others[i]);
                    let sets: Vec<u16> = bits(digits)
                        .iter()
                        .map(|&digit| grid.pos(kind, region, digit) & !(1 << p2))
                        .collect();
                    let Some(positions) = tuple(&sets, k, 1) else {
                        continue;
                    };
                    let cells: Vec<usize> = bits(positions & !(1 << p1))
                        .iter()
                        .map(|&position| cell_of(kind, region, position))
                        .collect();
                    let mut hint = hint.clone();
                    hint.rating += 0.1 * (k - 2) as f64;
                    for &cell in &cells {
                        hint.remove(grid, cell, !digits);
                    }
                    emitter.emit(3, hint, "3h", path, Some(((kind, region), digits, cells)));
                }
            }
        }
    }
}

fn type4(
    grid: &Grid,
    c1: usize,
    c2: usize,
    pair: u16,
    mut hint: Hint,
    path: &[usize],
    emitter: &mut Emitter,
) {
    let digits = bits(pair);
    let mut locked = [false; 2];
    for kind in B {
        let region = region_of(kind, c1);
        if region_of(kind, c2) != region {
            continue;
        }
        for (i, &digit) in digits.iter().enumerate() {
            let mut others = cells_of(kind, region);
            others.retain(|&cell| cell != c1 && cell != c2 && grid.has(cell, digit));
            locked[i] |= others.is_empty();
        }
    }
    let removed = match locked {
        [true, _] => digits[1],
        [false, true] => digits[0],
        _ => return,
    };
    hint.remove(grid, c1, 1 << removed);
    hint.remove(grid, c2, 1 << removed);
    emitter.emit(4, hint, "4", path, None);
}
