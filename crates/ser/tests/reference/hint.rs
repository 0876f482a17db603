//! What a producer emits, and the nodes of chains (2.10).

use std::collections::BTreeMap;
use std::rc::Rc;

use super::grid::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    None,
    Cell,
    Region(usize),
    Advanced,
}

/// The value of a node: cell, digit, on.
pub type Value = (usize, usize, bool);

#[derive(Debug)]
pub struct Node {
    pub value: Value,
    pub parents: Vec<Rc<Node>>,
    pub cause: Cause,
    pub nested: Option<Rc<Hint>>,
}

impl Node {
    pub fn start(value: Value) -> Rc<Node> {
        Node::new(value, Vec::new(), Cause::None)
    }

    pub fn new(value: Value, parents: Vec<Rc<Node>>, cause: Cause) -> Rc<Node> {
        Rc::new(Node {
            value,
            parents,
            cause,
            nested: None,
        })
    }
}

/// What kind of hint it is, as far as its rule parents and key depend on it.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Plain,
    Lock {
        digit: usize,
        base: Vec<(usize, usize)>,
        cover: Vec<(usize, usize)>,
    },
    Hidden {
        region: (usize, usize),
        digits: Vec<usize>,
        positions: u16,
    },
    Naked {
        cells: Vec<usize>,
        digits: u16,
    },
    Cycle,
    Forcing,
    Contradiction,
    Double,
    Cell,
    Region(usize),
}

#[derive(Clone, Debug)]
pub struct Hint {
    pub name: String,
    pub rating: f64,
    pub complexity: usize,
    pub key: usize,
    pub removals: BTreeMap<usize, u16>,
    pub placement: Option<(usize, usize)>,
    pub shape: Shape,
    pub targets: Vec<Rc<Node>>,
}

impl Hint {
    pub fn new(name: impl Into<String>, rating: f64) -> Hint {
        Hint {
            name: name.into(),
            rating,
            complexity: 0,
            key: 0,
            removals: BTreeMap::new(),
            placement: None,
            shape: Shape::Plain,
            targets: Vec::new(),
        }
    }

    pub fn placing(mut self, cell: usize, digit: usize) -> Hint {
        self.placement = Some((cell, digit));
        self
    }

    pub fn shaped(mut self, shape: Shape) -> Hint {
        self.shape = shape;
        self
    }

    /// Adds to the eliminations what the grid has of it.
    pub fn remove(&mut self, grid: &Grid, cell: usize, digits: u16) {
        let digits = grid.cand[cell] & digits;
        if digits != 0 {
            *self.removals.entry(cell).or_default() |= digits;
        }
    }

    pub fn apply(&self, grid: &mut Grid) {
        for (&cell, &digits) in &self.removals {
            grid.cand[cell] &= !digits;
        }
        if let Some((cell, digit)) = self.placement {
            grid.place(cell, digit);
        }
    }
}

/// The ancestors of a node, breadth first, each value once.
pub fn ancestors(target: &Rc<Node>) -> Vec<Rc<Node>> {
    let mut list = vec![target.clone()];
    let mut next = 0;
    while next < list.len() {
        let node = list[next].clone();
        next += 1;
        for parent in &node.parents {
            if !list.iter().any(|seen| seen.value == parent.value) {
                list.push(parent.clone());
            }
        }
    }
    list
}

/// 1.5: the surcharge of a complexity.
pub fn surcharge(complexity: usize) -> f64 {
    let length = complexity as i64 - 2;
    let (mut sum, mut threshold, mut odd) = (0.0, 4, true);
    while length > threshold {
        sum += 0.1;
        threshold = if odd {
            threshold * 3 / 2
        } else {
            threshold * 4 / 3
        };
        odd = !odd;
    }
    sum
}

/// The lists that decide whether two nested chains are the same.
fn signature(hint: &Hint) -> Vec<Vec<Value>> {
    let lists = hint.targets.iter().map(ancestors);
    lists
        .map(|list| list.iter().map(|node| node.value).collect())
        .collect()
}

/// The complexities of the distinct nested chains of a hint.
pub fn nested(hint: &Hint) -> usize {
    let mut seen: Vec<Vec<Vec<Value>>> = Vec::new();
    let mut sum = 0;
    for target in &hint.targets {
        for node in ancestors(target) {
            if let Some(chain) = &node.nested {
                let signature = signature(chain);
                if !seen.contains(&signature) {
                    seen.push(signature);
                    sum += chain.complexity;
                }
            }
        }
    }
    sum
}

/// 2.12.3: the off nodes on which a hint on `w` depends, seen from `grid0`.
pub fn rule_parents(hint: &Hint, grid0: &Grid, w: &Grid) -> Vec<(usize, usize)> {
    let mut list: Vec<(usize, usize)> = Vec::new();
    let mut add = |cell: usize, digit: usize| {
        if !list.contains(&(cell, digit)) {
            list.push((cell, digit));
        }
    };
    match &hint.shape {
        Shape::Plain => unreachable!("not an inner family"),
        Shape::Lock { digit, base, cover } => {
            for &(kind, region) in base {
                for cell in cells_of(kind, region) {
                    let covered = cover
                        .iter()
                        .any(|&(kind, region)| inside(kind, region, cell));
                    if grid0.has(cell, *digit) && !w.has(cell, *digit) && !covered {
                        add(cell, *digit);
                    }
                }
            }
        }
        Shape::Hidden {
            region,
            digits,
            positions,
        } => {
            for position in 0..9 {
                let cell = cell_of(region.0, region.1, position);
                for &digit in digits {
                    if positions >> position & 1 == 0 && grid0.has(cell, digit) {
                        add(cell, digit);
                    }
                }
            }
        }
        Shape::Naked { cells, digits } => {
            for &cell in cells {
                for digit in bits(grid0.cand[cell] & !digits) {
                    add(cell, digit);
                }
            }
        }
        shape => {
            for target in &hint.targets {
                for node in ancestors(target) {
                    let (cell, digit, on) = node.value;
                    if !on {
                        continue;
                    }
                    let start = match shape {
                        Shape::Cell => Cause::Cell,
                        Shape::Region(kind) => Cause::Region(*kind),
                        _ => Cause::None,
                    };
                    let cause = if node.cause == Cause::None {
                        start
                    } else {
                        node.cause
                    };
                    match cause {
                        Cause::Cell => {
                            for digit in bits(grid0.cand[cell] & !w.cand[cell]) {
                                add(cell, digit);
                            }
                        }
                        Cause::Region(kind) => {
                            for other in cells_of(kind, region_of(kind, cell)) {
                                if grid0.has(other, digit) && !w.has(other, digit) {
                                    add(other, digit);
                                }
                            }
                        }
                        Cause::None | Cause::Advanced => {}
                    }
                }
            }
        }
    }
    list
}
