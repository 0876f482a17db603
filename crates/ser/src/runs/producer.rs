//! Nishio, multiple and dynamic forcing chains: hints made of runs.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::nested::{Context, InnerHint, Reason, reason_of};
use crate::board::{Filled, Grid};
use crate::chain::Chain;
use crate::forcing::by_digit;
use crate::geometry::{CELLS, HOUSES, PLACES, bits, cells};
use crate::hint::{Hint, Removals};
use crate::kind::Kind;
use crate::meter::Stopped;
use crate::plan::Plan;
use crate::run::{ADVANCED, CELL, Cells, NONE, REGION, Run, START, Target, Why, value};
use crate::technique::Multiple;
use crate::tenths::surcharge;

/// A conclusion and what leads to it.
struct Emitted<'t> {
    multiple: Multiple,
    /// What the starts of the runs depend on, if anything.
    start: Why,
    conclusion: u16,
    targets: &'t [Target],
}

fn key(multiple: Multiple) -> u8 {
    match multiple {
        Multiple::Double => 1,
        Multiple::Cell => 5,
        Multiple::Region => 6,
        Multiple::Contradiction => 7,
    }
}

/// The runs of a producer on one grid.
#[derive(Default)]
pub(crate) struct Runs {
    runs: Vec<Option<Box<Run>>>,
}

impl Runs {
    fn get(&self, start: u16) -> Option<&Run> {
        self.runs.get(usize::from(start))?.as_deref()
    }

    fn slot(&mut self, start: u16) -> &mut Option<Box<Run>> {
        if self.runs.is_empty() {
            self.runs.resize_with(1458, || None);
        }
        &mut self.runs[usize::from(start)]
    }

    pub(crate) fn recycle(self, context: &mut Context<'_, '_>) {
        context.spare.extend(self.runs.into_iter().flatten());
    }
}

struct Producer<'p> {
    grid: &'p Grid,
    left: Cells,
    filled: &'p Filled,
    kind: Kind,
    plan: Plan,
    runs: Runs,
}

/// The best hint so far.
struct Best {
    complexity: u32,
    multiple: Multiple,
    conclusion: u16,
    targets: Vec<Target>,
}

impl Best {
    fn new(complexity: u32, emitted: &Emitted<'_>) -> Best {
        Best {
            complexity,
            multiple: emitted.multiple,
            conclusion: emitted.conclusion,
            targets: emitted.targets.to_vec(),
        }
    }

    /// The complexity below which a later hint comes first.
    fn bound(&self, multiple: Multiple) -> u32 {
        self.complexity + u32::from(key(multiple) < key(self.multiple))
    }
}

/// The first hint of a producer. The runs are those of a producer before it, or new ones.
pub(crate) fn first(
    context: &mut Context<'_, '_>,
    grid: &Grid,
    filled: &Filled,
    kind: Kind,
    runs: &mut Runs,
) -> Result<Option<Hint>, Stopped> {
    let Some(plan) = Plan::new(grid, &mut context.links, kind) else {
        return Ok(None);
    };
    let runs_before = std::mem::take(runs);
    let mut producer = Producer::new(grid, filled, kind, plan, runs_before);
    let mut best: Option<Best> = None;
    producer.visit(context, &mut |context, runs, emitted| {
        let bound = best.as_ref().map(|best| best.bound(emitted.multiple));
        let bound = bound.unwrap_or(u32::MAX);
        if let Some(complexity) = complexity(context, runs, emitted.targets, bound) {
            best = Some(Best::new(complexity, &emitted));
        }
    })?;
    let hint = best.map(|best| {
        let technique = kind.technique(best.multiple);
        let (removals, placement) = conclusion(grid, best.conclusion);
        Hint {
            technique,
            rating: crate::tenths::Tenths(kind.base() + surcharge(best.complexity)),
            complexity: best.complexity,
            removals,
            placement,
            chain: context
                .explain
                .then(|| producer.chain(context, best.multiple, best.complexity, &best.targets)),
        }
    });
    *runs = producer.runs;
    Ok(hint)
}

/// All hints of a producer inside a run, sorted.
pub(crate) fn all(
    context: &mut Context<'_, '_>,
    grid: &Grid,
    filled: &Filled,
    kind: Kind,
) -> Result<Vec<InnerHint>, Stopped> {
    let Some(plan) = Plan::new(grid, &mut context.links, kind) else {
        return Ok(Vec::new());
    };
    let mut producer = Producer::new(grid, filled, kind, plan, Runs::default());
    // Of several hints that remove the same, only the first in order counts.
    let mut best: Vec<(Best, Why)> = Vec::new();
    let mut places: FxHashMap<(u8, u16), usize> = FxHashMap::default();
    producer.visit(context, &mut |context, runs, emitted| {
        let (cell, digits) = conclusion(grid, emitted.conclusion).0[0];
        let place = places.get(&(cell, digits)).copied();
        let bound = place.map(|place| best[place].0.bound(emitted.multiple));
        let bound = bound.unwrap_or(u32::MAX);
        if let Some(complexity) = complexity(context, runs, emitted.targets, bound) {
            let hint = (Best::new(complexity, &emitted), emitted.start);
            match place {
                // It moves to the place of the last hint: the order of insertion counts.
                Some(place) => {
                    best[place].0.complexity = u32::MAX;
                    places.insert((cell, digits), best.len());
                }
                None => {
                    places.insert((cell, digits), best.len());
                }
            }
            best.push(hint);
        }
    })?;
    best.retain(|(hint, _)| hint.complexity != u32::MAX);
    best.sort_by_key(|(hint, _)| (hint.complexity, key(hint.multiple)));
    let mut hints = Vec::with_capacity(best.len());
    let mut list = Vec::new();
    for (hint, start) in &best {
        let mut reasons: Vec<Reason> = Vec::new();
        let mut lists = Vec::new();
        for target in &hint.targets {
            let Some(run) = producer.runs.get(target.run) else {
                continue;
            };
            run.ancestors(target.node, &mut list);
            for &index in &list {
                let node = run.at(index);
                lists.push(node.value);
                if let Some(reason) = reason_of(node.value, node.why, *start)
                    && !reasons.contains(&reason)
                {
                    reasons.push(reason);
                }
            }
            lists.push(u16::MAX);
        }
        let chain = context.explain.then(|| {
            let chain = producer.chain(context, hint.multiple, hint.complexity, &hint.targets);
            Rc::new(chain)
        });
        hints.push(InnerHint {
            removals: conclusion(grid, hint.conclusion).0,
            complexity: hint.complexity,
            signature: context.signature(lists),
            reasons,
            chain,
        });
    }
    producer.runs.recycle(context);
    Ok(hints)
}

/// What a conclusion removes and places.
fn conclusion(grid: &Grid, value: u16) -> (Removals, Option<(u8, u8)>) {
    let (cell, digit) = ((value / 18) as u8, (value / 2 % 9) as u8);
    let own = 1 << digit;
    match value & 1 {
        0 => (vec![(cell, own)], None),
        _ => (
            vec![(cell, grid.cand[usize::from(cell)] & !own)],
            Some((cell, digit)),
        ),
    }
}

/// The complexity of targets, if it is below a bound.
fn complexity(
    context: &Context<'_, '_>,
    runs: &Runs,
    targets: &[Target],
    bound: u32,
) -> Option<u32> {
    // Each target has at least as many ancestors as its derivation is long; a contradiction may
    // repeat one.
    let mut least = 0;
    for target in targets {
        let node = runs.get(target.run)?.at(target.node);
        least += u32::from(node.depth) + u32::from(target.node != NONE);
    }
    if least >= bound {
        return None;
    }
    let mut sum = 0;
    let mut list = Vec::new();
    let mut seen: Vec<u32> = Vec::new();
    for target in targets {
        let run = runs.get(target.run)?;
        run.ancestors(target.node, &mut list);
        sum += list.len() as u32;
        if !run.entries.is_empty() {
            for &index in &list {
                let node = run.at(index);
                if node.why == ADVANCED {
                    let chain = run.entries[usize::from(node.parent)].chain;
                    if chain != u32::MAX {
                        let chain = &context.chains[chain as usize];
                        if !seen.contains(&chain.signature) {
                            seen.push(chain.signature);
                            sum += chain.complexity;
                        }
                    }
                }
            }
        }
        if sum >= bound {
            return None;
        }
    }
    Some(sum)
}

type Visit<'v, 'm, 'a> = dyn FnMut(&mut Context<'m, 'a>, &Runs, Emitted<'_>) + 'v;

impl<'p> Producer<'p> {
    fn new(grid: &'p Grid, filled: &'p Filled, kind: Kind, plan: Plan, runs: Runs) -> Producer<'p> {
        Producer {
            grid,
            left: by_digit(grid),
            filled,
            kind,
            plan,
            runs,
        }
    }

    /// Makes sure that a run is there. One of a lower level is continued: it is the beginning of
    /// the run of this level.
    fn run(&mut self, context: &mut Context<'_, '_>, start: u16) -> Result<(), Stopped> {
        let (grid, filled, kind) = (self.grid, self.filled, self.kind);
        match self.runs.slot(start) {
            Some(run) if run.kind == kind || run.contradiction.is_some() => {}
            Some(run) => context.resume(run, grid, filled, kind)?,
            slot => {
                let mut run = context.spare.pop().unwrap_or_else(|| Box::new(Run::new()));
                context.execute(&mut run, grid, &self.left, filled, kind, start)?;
                *slot = Some(run);
            }
        }
        Ok(())
    }

    /// Calls `visit` with all hints, in order.
    fn visit<'m, 'a>(
        &mut self,
        context: &mut Context<'m, 'a>,
        visit: &mut Visit<'_, 'm, 'a>,
    ) -> Result<(), Stopped> {
        let links = self.kind.links();
        for cell in 0..81 {
            let digits = self.grid.cand[cell];
            let n = digits.count_ones();
            if n < if links.dynamic { 2 } else { 3 } {
                continue;
            }
            for digit in bits(digits) {
                if links.dynamic {
                    self.single(context, cell, digit, n, visit)?;
                }
                if links.cells {
                    self.regions(context, cell, digit, visit)?;
                }
            }
            if links.cells && self.plan.cell(cell) {
                let starts: Vec<u16> = bits(digits).map(|digit| value(cell, digit, true)).collect();
                self.common(context, Multiple::Cell, CELL, &starts, visit)?;
            }
        }
        Ok(())
    }

    /// Contradictions of a candidate and its opposite, and what both imply.
    fn single<'m, 'a>(
        &mut self,
        context: &mut Context<'m, 'a>,
        cell: usize,
        digit: usize,
        n: u32,
        visit: &mut Visit<'_, 'm, 'a>,
    ) -> Result<(), Stopped> {
        let starts = [value(cell, digit, true), value(cell, digit, false)];
        for start in starts {
            if !self.plan.refuted(start) {
                continue;
            }
            self.run(context, start)?;
            if let Some(run) = self.runs.get(start)
                && let Some(contradiction) = run.contradiction
            {
                let targets = run.targets(start, contradiction);
                let emitted = Emitted {
                    multiple: Multiple::Contradiction,
                    start: START,
                    conclusion: start ^ 1,
                    targets: &targets,
                };
                visit(context, &self.runs, emitted);
            }
        }
        if self.kind.links().cells && n >= 3 && self.plan.double(cell, digit) {
            self.common(context, Multiple::Double, START, &starts, visit)?;
        }
        Ok(())
    }

    /// What all positions of a digit imply, of the regions in which this cell is the first.
    fn regions<'m, 'a>(
        &mut self,
        context: &mut Context<'m, 'a>,
        cell: usize,
        digit: usize,
        visit: &mut Visit<'_, 'm, 'a>,
    ) -> Result<(), Stopped> {
        for kind in 0..3 {
            let house = usize::from(HOUSES[cell][kind]);
            if !self.plan.region(digit, house) {
                continue;
            }
            let pos = self.grid.pos[digit][house];
            let first = pos & pos.wrapping_neg();
            if pos != first && first == PLACES[cell][kind] {
                let starts: Vec<u16> = bits(pos)
                    .map(|position| value(usize::from(CELLS[house][position]), digit, true))
                    .collect();
                let why = REGION + kind as u8;
                self.common(context, Multiple::Region, why, &starts, visit)?;
            }
        }
        Ok(())
    }

    /// What all of these runs imply.
    fn common<'m, 'a>(
        &mut self,
        context: &mut Context<'m, 'a>,
        multiple: Multiple,
        start: Why,
        starts: &[u16],
        visit: &mut Visit<'_, 'm, 'a>,
    ) -> Result<(), Stopped> {
        let (mut on, mut off) = ([!0; 9], [!0; 9]);
        for &start in starts {
            self.run(context, start)?;
            if let Some(run) = self.runs.get(start) {
                for digit in 0..9 {
                    on[digit] &= run.on[digit];
                    off[digit] &= run.off[digit];
                }
            }
        }
        let Some(run) = self.runs.get(starts[0]) else {
            return Ok(());
        };
        for (side, common) in [(true, &on), (false, &off)] {
            // The order of the nodes in the first run.
            let mut found: Vec<u16> = Vec::new();
            for (digit, &board) in common.iter().enumerate() {
                for cell in cells(board) {
                    if !side || self.grid.cand[cell] & !(1 << digit) != 0 {
                        found.push(run.node(value(cell, digit, side)));
                    }
                }
            }
            found.sort_unstable();
            for index in found {
                let conclusion = run.nodes[usize::from(index)].value;
                let targets: Vec<Target> = starts
                    .iter()
                    .filter_map(|&start| {
                        let run = self.runs.get(start)?;
                        Some(Target {
                            run: start,
                            node: run.node(conclusion),
                        })
                    })
                    .collect();
                let emitted = Emitted {
                    multiple,
                    start,
                    conclusion,
                    targets: &targets,
                };
                visit(context, &self.runs, emitted);
            }
        }
        Ok(())
    }

    /// The nodes of a hint.
    fn chain(
        &self,
        context: &Context<'_, '_>,
        multiple: Multiple,
        complexity: u32,
        targets: &[Target],
    ) -> Chain {
        let mut chain = Chain {
            technique: self.kind.technique(multiple),
            complexity,
            nodes: Vec::new(),
            targets: Vec::new(),
            nested: Vec::new(),
        };
        let mut known: Vec<u32> = Vec::new();
        let mut list = Vec::new();
        for target in targets {
            if let Some(run) = self.runs.get(target.run) {
                run.ancestors(target.node, &mut list);
                super::shown::append(&mut chain, run, &list, context, &mut known);
            }
        }
        chain
    }
}
