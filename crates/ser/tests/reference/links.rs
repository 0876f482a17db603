//! Section 2.10: weak and strong steps.

use std::rc::Rc;

use super::grid::*;
use super::hint::{Cause, Node, Value};

/// The off nodes that follow from an on node.
pub fn weak(grid: &Grid, p: &Rc<Node>, y: bool) -> Vec<Rc<Node>> {
    let (cell, digit, _) = p.value;
    let mut list: Vec<Rc<Node>> = Vec::new();
    let mut add = |cell: usize, digit: usize, cause: Cause| {
        let value: Value = (cell, digit, false);
        if !list.iter().any(|node| node.value == value) {
            list.push(Node::new(value, vec![p.clone()], cause));
        }
    };
    if y {
        for other in bits(grid.cand[cell]) {
            if other != digit {
                add(cell, other, Cause::Cell);
            }
        }
    }
    for kind in B {
        for other in cells_of(kind, region_of(kind, cell)) {
            if other != cell && grid.has(other, digit) {
                add(other, digit, Cause::Region(kind));
            }
        }
    }
    list
}

/// The on nodes that follow from an off node. `grid0` is given in dynamic runs, with the off nodes
/// of the run.
pub fn strong(
    w: &Grid,
    p: &Rc<Node>,
    x: bool,
    y: bool,
    dynamic: Option<(&Grid, &dyn Fn(usize, usize) -> Rc<Node>)>,
) -> Vec<Rc<Node>> {
    let (cell, digit, _) = p.value;
    let mut list: Vec<Rc<Node>> = Vec::new();
    let mut add = |value: Value, cause: Cause, reason: Vec<(usize, usize)>| {
        if list.iter().any(|node| node.value == value) {
            return;
        }
        let mut parents = vec![p.clone()];
        if let Some((grid0, off)) = dynamic {
            for (cell, digit) in reason {
                if grid0.has(cell, digit) && !w.has(cell, digit) {
                    parents.push(off(cell, digit));
                }
            }
        }
        list.push(Node::new(value, parents, cause));
    };
    if y && w.n(cell) == 2 {
        let other = bits(w.cand[cell] & !(1 << digit))[0];
        let reason = (1..10).map(|digit| (cell, digit)).collect();
        add((cell, other, true), Cause::Cell, reason);
    }
    if x {
        for kind in B {
            let region = region_of(kind, cell);
            let pos = w.pos(kind, region, digit);
            if count(pos) == 2 {
                let position = bits(pos & !(1 << position_of(kind, cell)))[0];
                let other = cell_of(kind, region, position);
                let reason = cells_of(kind, region)
                    .iter()
                    .map(|&cell| (cell, digit))
                    .collect();
                add((other, digit, true), Cause::Region(kind), reason);
            }
        }
    }
    list
}
