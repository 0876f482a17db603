//! From states of the reference to those of the engine and of the checker, and
//! from the engine's patterns back to the definitions on the reference's tables.
//! All number labels and variables alike.

#![allow(dead_code)]

use std::collections::BTreeSet;

use gradus::check;
use gradus::csp::{Kernel, Label, Labels, Model, State};
use gradus::rules::pattern::{Object, Pattern, Step};
use gradus::sudoku::{Boards, Puzzle, SudokuKernel, sudoku_model};

use crate::reference::random::solutions;
use crate::reference::{self, model};

/// A label by digit, row and column, from 1.
pub fn label(n: usize, r: usize, c: usize) -> Label {
    Label(reference::label(n, r, c) as u16)
}

pub fn set(labels: impl IntoIterator<Item = usize>) -> Boards {
    let kernel = SudokuKernel::new();
    kernel.set_of(labels.into_iter().map(|label| Label(label as u16)))
}

pub fn engine_state(state: &reference::State) -> State<Boards> {
    let mut left = set(state.candidates());
    let values = set(state.values());
    left.unite(&values);
    State { left, values }
}

pub fn check_state(state: &State<Boards>) -> check::State {
    check::State::new(state.candidates().iter(), state.values.iter())
}

pub fn puzzle_state(puzzle: &str) -> State<Boards> {
    puzzle.parse::<Puzzle>().unwrap().state().unwrap()
}

/// The labels of the solution; none if there are several or no solutions.
pub fn truth(puzzle: &[u8; 81]) -> Boards {
    match solutions(puzzle, 2)[..] {
        [solution] => set((0..81).map(|cell| (solution[cell] as usize - 1) * 81 + cell)),
        _ => Boards::EMPTY,
    }
}

/// The labels linked (g-linked) to an object, from the reference's tables.
fn links_of(object: Object) -> Vec<usize> {
    match object {
        Object::Label(label) => model().links[label.index()].clone(),
        Object::Group(group) => {
            let engine: &Model = sudoku_model();
            let variable = engine.glabel_variable(group).index();
            let labels: Vec<usize> = engine
                .glabel_labels(group)
                .iter()
                .map(|l| l.index())
                .collect();
            let same = |g: &&reference::GLabel| g.variable == variable && g.labels == labels;
            let found = model().g_labels.iter().find(same).unwrap();
            found.links.clone()
        }
    }
}

fn inside(object: Object) -> Vec<usize> {
    match object {
        Object::Label(label) => vec![label.index()],
        Object::Group(group) => sudoku_model()
            .glabel_labels(group)
            .iter()
            .map(|l| l.index())
            .collect(),
    }
}

/// Whether a pattern is one by the definitions, its lists of z- and
/// t-candidates left aside.
pub fn is_legal(state: &check::State, pattern: &Pattern) -> bool {
    let candidate = |l: usize| state.candidates.contains(&Label(l as u16));
    let target = pattern.target.index();
    let length = pattern.steps.len();
    let mut rlos: Vec<Object> = Vec::new();
    let mut llcs: Vec<usize> = Vec::new();
    if !candidate(target) || length == 0 {
        return false;
    }
    for (index, step) in pattern.steps.iter().enumerate() {
        let llc = step.llc.index();
        let variable = &model().variables[step.variable.index()];
        let of_variable: Vec<usize> = variable.iter().copied().filter(|&l| candidate(l)).collect();
        let earlier: Vec<Object> = [Object::Label(pattern.target)]
            .into_iter()
            .chain(rlos.iter().copied())
            .collect();
        let linking = match pattern.family.braid {
            true => &earlier[..],
            false => &earlier[earlier.len() - 1..],
        };
        let struck = |l: usize| earlier.iter().any(|&o| links_of(o).contains(&l));
        let left: Vec<usize> = of_variable
            .iter()
            .copied()
            .filter(|&l| !struck(l))
            .collect();
        let linked = linking.iter().any(|&o| links_of(o).contains(&llc));
        let loops = !pattern.family.braid && llcs.contains(&llc);
        let is_rlo = rlos.contains(&Object::Label(step.llc));
        if !of_variable.contains(&llc) || !linked || loops || is_rlo || llc == target {
            return false;
        }
        llcs.push(llc);
        let good = match step.rlo {
            None => index + 1 == length && left.is_empty() && of_variable.len() > 1,
            Some(_) if index + 1 == length => false,
            Some(rlo) => {
                let group = matches!(rlo, Object::Group(_));
                let of_group = match rlo {
                    Object::Label(_) => true,
                    Object::Group(g) => sudoku_model().glabel_variable(g) == step.variable,
                };
                let inside = inside(rlo);
                of_group
                    && (pattern.family.groups || !group)
                    && left.len() >= if group { 2 } else { 1 }
                    && left.iter().all(|l| inside.contains(l))
                    && !inside.contains(&target)
                    && !rlos.contains(&rlo)
                    && !llcs.iter().any(|&l| rlo == Object::Label(Label(l as u16)))
            }
        };
        if !good {
            return false;
        }
        rlos.extend(step.rlo);
    }
    !model().variables[pattern.steps[length - 1].variable.index()].contains(&target)
}

/// The pattern with the z- and t-candidates that its steps should have.
pub fn relisted(state: &check::State, pattern: &Pattern) -> Pattern {
    let mut relisted = pattern.clone();
    let mut rlos: Vec<Object> = Vec::new();
    let by_target = links_of(Object::Label(pattern.target));
    for step in &mut relisted.steps {
        let Step { variable, llc, .. } = *step;
        step.z.clear();
        step.t.clear();
        for &l in &model().variables[variable.index()] {
            let label = Label(l as u16);
            if label == llc || !state.candidates.contains(&label) {
                continue;
            }
            if by_target.contains(&l) {
                step.z.push(label);
            } else if let Some(by) = rlos.iter().position(|&o| links_of(o).contains(&l)) {
                step.t.push((label, by));
            }
        }
        rlos.extend(step.rlo);
    }
    relisted
}

/// The shortest whip on a target, loops allowed: a lower bound of the loopless
/// one. Breadth first over (set of rlc's, last rlc), which is all that matters
/// for what can follow.
pub fn looped_whip_length(state: &reference::State, target: usize, max: usize) -> Option<usize> {
    let model = model();
    let mut level = BTreeSet::from([(Vec::<usize>::new(), target)]);
    for length in 1..=max {
        let mut next = BTreeSet::new();
        for (rlcs, last) in level {
            let struck =
                |l: usize| model.linked[target][l] || rlcs.iter().any(|&rlc| model.linked[rlc][l]);
            for &llc in model.links[last].iter().filter(|&&l| state.candidate[l]) {
                for &variable in &model.variables_of[llc] {
                    let all = state.candidates_of(variable);
                    let left: Vec<usize> = all.into_iter().filter(|&l| !struck(l)).collect();
                    match left[..] {
                        [] => return Some(length),
                        [rlc] if rlc != target && !rlcs.contains(&rlc) => {
                            let mut extended = rlcs.clone();
                            extended.push(rlc);
                            extended.sort_unstable();
                            next.insert((extended, rlc));
                        }
                        _ => {}
                    }
                }
            }
        }
        level = next;
    }
    None
}
