//! Sections 2.12 to 2.14: runs, and the producers made of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::basic;
use super::cycles::{forcing, sort};
use super::grid::*;
use super::hint::{Cause, Hint, Node, Shape, Value, ancestors, nested, rule_parents, surcharge};
use super::links::{strong, weak};

/// What a run may use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Kind {
    pub dynamic: bool,
    pub y: bool,
    pub families: &'static [Family],
    pub base: f64,
    pub suffix: &'static str,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Family {
    Locking,
    HiddenPair,
    NakedPair,
    XWing,
    Forcing,
    Runs(&'static Kind),
}

macro_rules! basic_and {
    ($($more:expr),*) => {
        &[Family::Locking, Family::HiddenPair, Family::NakedPair, Family::XWing, $($more),*]
    };
}

const fn kind(
    dynamic: bool,
    y: bool,
    families: &'static [Family],
    base: f64,
    suffix: &'static str,
) -> Kind {
    Kind {
        dynamic,
        y,
        families,
        base,
        suffix,
    }
}

pub static NISHIO: Kind = kind(true, false, &[], 7.5, "");
pub static MULTIPLE: Kind = kind(false, true, &[], 8.0, "");
pub static DYNAMIC: Kind = kind(true, true, &[], 8.5, "");
pub static PLUS: Kind = kind(true, true, basic_and!(), 9.0, " (+)");
pub static NESTED2: Kind = kind(
    true,
    true,
    basic_and!(Family::Forcing),
    9.5,
    " (+ Forcing Chains)",
);
pub static NESTED3: Kind = kind(
    true,
    true,
    basic_and!(Family::Forcing, Family::Runs(&MULTIPLE)),
    10.0,
    " (+ Multiple Forcing Chains)",
);
pub static NESTED4: Kind = kind(
    true,
    true,
    basic_and!(Family::Runs(&DYNAMIC)),
    10.5,
    " (+ Dynamic Forcing Chains)",
);
pub static NESTED5: Kind = kind(
    true,
    true,
    basic_and!(Family::Runs(&DYNAMIC), Family::Runs(&NESTED2)),
    11.0,
    " (+ Dynamic Forcing Chains (+ Forcing Chains))",
);
pub static FPGX30: Kind = kind(
    true,
    true,
    basic_and!(Family::Runs(&PLUS)),
    10.5,
    " (+ Dynamic Forcing Chains (+))",
);
pub static FPGX31: Kind = kind(
    true,
    true,
    basic_and!(Family::Runs(&NESTED2)),
    10.5,
    " (+ Dynamic Forcing Chains (+ Forcing Chains))",
);

/// An ordered set of nodes.
#[derive(Default, Clone)]
struct Ordered {
    list: Vec<Rc<Node>>,
    index: BTreeMap<Value, usize>,
}

impl Ordered {
    fn get(&self, cell: usize, digit: usize, on: bool) -> Option<&Rc<Node>> {
        self.index.get(&(cell, digit, on)).map(|&i| &self.list[i])
    }

    fn add(&mut self, node: Rc<Node>) {
        self.index.insert(node.value, self.list.len());
        self.list.push(node);
    }
}

#[derive(Clone)]
struct Run {
    on: Ordered,
    off: Ordered,
    contradiction: Option<[Rc<Node>; 2]>,
}

fn run(grid0: &Grid, start: Value, kind: &Kind) -> Run {
    let mut w = grid0.clone();
    let mut run = Run {
        on: Ordered::default(),
        off: Ordered::default(),
        contradiction: None,
    };
    let (mut on_queue, mut off_queue) = (Vec::new(), Vec::new());
    let node = Node::start(start);
    match start.2 {
        true => {
            run.on.add(node.clone());
            on_queue.push(node);
        }
        false => {
            run.off.add(node.clone());
            off_queue.push(node);
        }
    }
    while !on_queue.is_empty() || !off_queue.is_empty() {
        if !on_queue.is_empty() {
            let p = on_queue.remove(0);
            for o in weak(&w, &p, kind.y) {
                let (cell, digit, _) = o.value;
                if let Some(on) = run.on.get(cell, digit, true) {
                    run.contradiction = Some([on.clone(), o]);
                    return run;
                }
                if run.off.get(cell, digit, false).is_none() {
                    run.off.add(o.clone());
                    off_queue.push(o);
                }
            }
        } else {
            let p = off_queue.remove(0);
            let results = {
                let off = |cell, digit| {
                    let node: Option<&Rc<Node>> = run.off.get(cell, digit, false);
                    node.expect("a candidate was removed by its off node")
                        .clone()
                };
                let dynamic: Option<(&Grid, &dyn Fn(usize, usize) -> Rc<Node>)> =
                    kind.dynamic.then_some((grid0, &off));
                strong(&w, &p, true, kind.y, dynamic)
            };
            if kind.dynamic {
                w.cand[p.value.0] &= !(1 << p.value.1);
            }
            for q in results {
                let (cell, digit, _) = q.value;
                if let Some(off) = run.off.get(cell, digit, false) {
                    run.contradiction = Some([q, off.clone()]);
                    return run;
                }
                if run.on.get(cell, digit, true).is_none() {
                    run.on.add(q.clone());
                    on_queue.push(q);
                }
            }
        }
        if on_queue.is_empty() && off_queue.is_empty() {
            for o in advanced(grid0, &w, &run.off, kind) {
                if run.off.get(o.value.0, o.value.1, false).is_none() {
                    run.off.add(o.clone());
                    off_queue.push(o);
                }
            }
        }
    }
    run
}

/// 2.12.2.
fn advanced(grid0: &Grid, w: &Grid, off: &Ordered, kind: &Kind) -> Vec<Rc<Node>> {
    let mut nodes = Vec::new();
    for family in kind.families {
        let hints = match family {
            Family::Locking => basic::locking(w, false),
            Family::HiddenPair => basic::hidden_sets(w, 2, false),
            Family::NakedPair => basic::naked_sets(w, 2),
            Family::XWing => basic::fish(w, 2),
            Family::Forcing => distinct(forcing(w)),
            Family::Runs(kind) => distinct(producer(w, kind)),
        };
        for hint in hints {
            let parents: Vec<Rc<Node>> = rule_parents(&hint, grid0, w)
                .into_iter()
                .map(|(cell, digit)| off.get(cell, digit, false).expect("it was removed").clone())
                .collect();
            if parents.is_empty() {
                continue;
            }
            let chain = (!hint.targets.is_empty()).then(|| Rc::new(hint.clone()));
            for (&cell, &digits) in &hint.removals {
                for digit in bits(digits) {
                    nodes.push(Rc::new(Node {
                        value: (cell, digit, false),
                        parents: parents.clone(),
                        cause: Cause::Advanced,
                        nested: chain.clone(),
                    }));
                }
            }
        }
        if !nodes.is_empty() {
            break;
        }
    }
    nodes
}

/// The first hint of each set of eliminations.
fn distinct(hints: Vec<Hint>) -> Vec<Hint> {
    let mut seen = BTreeSet::new();
    hints
        .into_iter()
        .filter(|hint| seen.insert(hint.removals.clone()))
        .collect()
}

struct Runs<'a> {
    grid: &'a Grid,
    kind: &'a Kind,
    known: HashMap<Value, Rc<Run>>,
    hints: Vec<Hint>,
}

impl Runs<'_> {
    fn of(&mut self, cell: usize, digit: usize, on: bool) -> Rc<Run> {
        let start = (cell, digit, on);
        let (grid, kind) = (self.grid, self.kind);
        let run = self
            .known
            .entry(start)
            .or_insert_with(|| Rc::new(run(grid, start, kind)));
        run.clone()
    }

    fn emit(&mut self, shape: Shape, conclusion: Value, targets: Vec<Rc<Node>>) {
        let (cell, digit, on) = conclusion;
        let (key, what) = match shape {
            Shape::Double => (1, "Double"),
            Shape::Cell => (5, "Cell"),
            Shape::Region(_) => (6, "Region"),
            _ => (7, "Contradiction"),
        };
        let name = match (self.kind.y, self.kind.dynamic) {
            (false, _) => "Nishio Forcing Chains".to_string(),
            (_, false) => format!("{what} Forcing Chains"),
            _ => format!("Dynamic {what} Forcing Chains{}", self.kind.suffix),
        };
        let mut hint = Hint::new(name, 0.0).shaped(shape);
        hint.key = key;
        hint.targets = targets;
        let flat: usize = hint
            .targets
            .iter()
            .map(|target| ancestors(target).len())
            .sum();
        hint.complexity = flat + nested(&hint);
        hint.rating = self.kind.base + surcharge(hint.complexity);
        if on {
            hint.remove(self.grid, cell, !(1 << digit));
            hint.placement = Some((cell, digit));
            if hint.removals.is_empty() {
                return;
            }
        } else {
            hint.remove(self.grid, cell, 1 << digit);
        }
        self.hints.push(hint);
    }

    /// Emits what all runs have in common.
    fn common(&mut self, shape: &Shape, runs: &[Rc<Run>]) {
        for on in [true, false] {
            let set = |run: &Rc<Run>| if on { run.on.clone() } else { run.off.clone() };
            let sets: Vec<Ordered> = runs.iter().map(set).collect();
            for node in &sets[0].list {
                let (cell, digit, on) = node.value;
                let targets: Option<Vec<Rc<Node>>> = sets
                    .iter()
                    .map(|set| set.get(cell, digit, on).cloned())
                    .collect();
                if let Some(targets) = targets {
                    self.emit(shape.clone(), node.value, targets);
                }
            }
        }
    }
}

/// 2.14.
pub fn producer(grid: &Grid, kind: &Kind) -> Vec<Hint> {
    let mut runs = Runs {
        grid,
        kind,
        known: HashMap::new(),
        hints: Vec::new(),
    };
    let nishio = !kind.y;
    for cell in 0..81 {
        let n = grid.n(cell);
        if n < if kind.dynamic { 2 } else { 3 } {
            continue;
        }
        for digit in bits(grid.cand[cell]) {
            if kind.dynamic {
                let r1 = runs.of(cell, digit, true);
                let r0 = runs.of(cell, digit, false);
                for (run, on) in [(&r1, false), (&r0, true)] {
                    if let Some(pair) = &run.contradiction {
                        runs.emit(Shape::Contradiction, (cell, digit, on), pair.to_vec());
                    }
                }
                if !nishio && n >= 3 {
                    runs.common(&Shape::Double, &[r1, r0]);
                }
            }
            if nishio {
                continue;
            }
            for region_kind in B {
                let region = region_of(region_kind, cell);
                let cells: Vec<usize> = bits(grid.pos(region_kind, region, digit))
                    .iter()
                    .map(|&position| cell_of(region_kind, region, position))
                    .collect();
                if cells.len() >= 2 && cells[0] == cell {
                    let all: Vec<_> = cells
                        .iter()
                        .map(|&cell| runs.of(cell, digit, true))
                        .collect();
                    runs.common(&Shape::Region(region_kind), &all);
                }
            }
        }
        if !nishio {
            let all: Vec<_> = bits(grid.cand[cell])
                .iter()
                .map(|&digit| runs.of(cell, digit, true))
                .collect();
            runs.common(&Shape::Cell, &all);
        }
    }
    let mut hints = runs.hints;
    sort(&mut hints);
    hints
}
