//! Section 2.11: cycles and forcing chains.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::grid::*;
use super::hint::{Hint, Node, Shape, Value, surcharge};
use super::links::{strong, weak};

pub fn sort(hints: &mut [Hint]) {
    hints.sort_by(|a, b| {
        let order = a.rating.partial_cmp(&b.rating).expect("numbers");
        order
            .then(a.complexity.cmp(&b.complexity))
            .then(a.key.cmp(&b.key))
    });
}

fn path(node: &Rc<Node>) -> Vec<Rc<Node>> {
    let mut list = vec![node.clone()];
    while let Some(parent) = list[list.len() - 1].parents.first() {
        list.push(parent.clone());
    }
    list
}

pub fn forcing(grid: &Grid) -> Vec<Hint> {
    let mut hints = Vec::new();
    for (x, y) in [(true, false), (false, true), (true, true)] {
        for cell in (0..81).filter(|&cell| grid.n(cell) >= 2) {
            for digit in bits(grid.cand[cell]) {
                if !x && grid.n(cell) > 2 {
                    continue;
                }
                cycles(grid, (cell, digit, true), x, y, &mut hints);
                if x {
                    chain(grid, (cell, digit, true), y, &mut hints);
                    chain(grid, (cell, digit, false), y, &mut hints);
                }
            }
        }
    }
    sort(&mut hints);
    hints
}

fn key(x: bool, y: bool) -> usize {
    match (x, y) {
        (true, true) => 4,
        (true, false) => 2,
        _ => 3,
    }
}

fn cycles(grid: &Grid, source: Value, x: bool, y: bool, hints: &mut Vec<Hint>) {
    let mut on_queue = vec![Node::start(source)];
    let mut reached: BTreeSet<Value> = BTreeSet::from([source]);
    let mut length = 0;
    let mut found = Vec::new();
    loop {
        length += 1;
        let mut off_queue = Vec::new();
        for p in on_queue.drain(..) {
            for o in weak(grid, &p, y) {
                if !path(&p).iter().any(|node| node.value == o.value) {
                    off_queue.push(o);
                }
            }
        }
        length += 1;
        for o in off_queue {
            for q in strong(grid, &o, x, y, None) {
                if length >= 4 && q.value == source {
                    found.push(q.clone());
                }
                if reached.insert(q.value) {
                    on_queue.push(q);
                }
            }
        }
        if on_queue.is_empty() {
            break;
        }
    }
    for closing in found {
        let nodes = path(&closing);
        // The source comes twice.
        let nodes = &nodes[..nodes.len() - 1];
        let base = if x && y { 7.0 } else { 6.5 };
        let name = match (x, y) {
            (true, true) => "Bidirectional Cycle",
            (true, false) => "Bidirectional X-Cycle",
            _ => "Bidirectional Y-Cycle",
        };
        let mut hint = Hint::new(name, base + surcharge(nodes.len())).shaped(Shape::Cycle);
        hint.complexity = nodes.len();
        hint.key = key(x, y);
        for cell in 0..81 {
            if nodes.iter().any(|node| node.value.0 == cell) {
                continue;
            }
            for digit in bits(grid.cand[cell]) {
                let sees = |on: bool| {
                    let mut those = nodes.iter().filter(|node| node.value.2 == on);
                    those.any(|node| node.value.1 == digit && are_peers(node.value.0, cell))
                };
                if sees(true) && sees(false) {
                    hint.remove(grid, cell, 1 << digit);
                }
            }
        }
        if hint.removals.is_empty() {
            continue;
        }
        // Reversed: S off, o1 on, ..., ok on, S off.
        let negated = |value: Value| (value.0, value.1, !value.2);
        let mut reversed = Node::start(negated(source));
        for node in &nodes[1..] {
            reversed = Node::new(negated(node.value), vec![reversed], node.cause);
        }
        reversed = Node::new(negated(source), vec![reversed], closing.cause);
        hint.targets = vec![closing.clone(), reversed];
        hints.push(hint);
    }
}

fn chain(grid: &Grid, source: Value, y: bool, hints: &mut Vec<Hint>) {
    let mut seen: BTreeSet<Value> = BTreeSet::from([source]);
    let mut queue = vec![Node::start(source)];
    let negation = (source.0, source.1, !source.2);
    let mut target = None;
    while !queue.is_empty() {
        let mut next = Vec::new();
        for p in &queue {
            let results = match p.value.2 {
                true => weak(grid, p, y),
                false => strong(grid, p, true, y, None),
            };
            for q in results {
                if q.value == negation && target.is_none() {
                    target = Some(q.clone());
                }
                if seen.insert(q.value) {
                    next.push(q);
                }
            }
        }
        queue = next;
    }
    let Some(target) = target else {
        return;
    };
    let complexity = path(&target).len();
    let (base, name) = match y {
        true => (7.0, "Forcing Chain"),
        false if complexity == 6 => (6.6, "Turbot Fish"),
        false => (6.6, "Forcing X-Chain"),
    };
    let mut hint = Hint::new(name, base + surcharge(complexity)).shaped(Shape::Forcing);
    hint.complexity = complexity;
    hint.key = key(true, y);
    let (cell, digit, on) = target.value;
    hint.targets = vec![target];
    if on {
        hint.remove(grid, cell, !(1 << digit));
        hint.placement = Some((cell, digit));
    } else {
        hint.remove(grid, cell, 1 << digit);
    }
    hints.push(hint);
}
