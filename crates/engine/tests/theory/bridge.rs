//! From states of the reference to those of the engine and of the checker, and
//! from the engine's patterns back to the definitions on the reference's tables.
//! All number labels and variables alike.

use crate::board::{InitialState, board};
use std::collections::BTreeSet;

use gradus_csp::{Label, Labels, Model, Position, State};
use gradus_engine::kernel::Kernel;
use gradus_engine::kernel::bitboard::Boards;
use gradus_engine::rating::{Classification, Name, Status};
use gradus_engine::rules::pattern::{Chain, Object};
use gradus_path::ChainRule;
use gradus_puzzles::sudoku::{Puzzle, sudoku_model};

use crate::reference::random::solutions;
use crate::reference::{self, model};

/// A label by digit, row and column, from 1.
pub fn label(n: usize, r: usize, c: usize) -> Label {
    Label::new(reference::label(n, r, c))
}

pub fn set(labels: impl IntoIterator<Item = usize>) -> Boards {
    let kernel = board();
    kernel.set_of(labels.into_iter().map(Label::new))
}

pub fn engine_state(state: &reference::State) -> State<Boards> {
    let mut left = set(state.candidates());
    let values = set(state.values());
    left.unite(&values);
    State { left, values }
}

pub fn check_state(state: &State<Boards>) -> Position {
    Position {
        candidates: state.candidates().iter().collect(),
        values: state.values.iter().collect(),
    }
}

pub fn kernel_state(position: &Position) -> State<Boards> {
    let kernel = board();
    let values = kernel.set_of(position.values.iter().copied());
    let mut left = kernel.set_of(position.candidates.iter().copied());
    left.unite(&values);
    State { left, values }
}

/// The T&E depth of a puzzle, if it was asked for and is known.
pub fn depth_of(numbers: &Classification) -> Option<u8> {
    let rating = numbers.rating(Name::TE);
    rating
        .filter(|rating| rating.status == Status::Exact)?
        .value
}

pub fn puzzle_state(puzzle: &str) -> State<Boards> {
    puzzle.parse::<Puzzle>().unwrap().state().unwrap()
}

/// The labels of the solution, or `None` if there are several or no solutions.
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

/// The other labels of a group's own variable: none of them is true beside it.
fn beside(object: Object) -> Vec<usize> {
    let Object::Group(group) = object else {
        return Vec::new();
    };
    let variable = sudoku_model().glabel_variable(group);
    let mut labels = model().variables[variable.index()].clone();
    labels.retain(|label| !inside(object).contains(label));
    labels
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

/// Returns true if a chain is one by the definitions, for each of its targets.
pub fn is_legal(state: &Position, pattern: &Chain) -> bool {
    let mut targets = pattern.targets.clone();
    targets.sort_unstable();
    targets.dedup();
    let different = targets.len() == pattern.targets.len() && !targets.is_empty();
    // There are 81 variables of each kind.
    let mut kinds = pattern.links.iter().map(|step| step.variable.index() / 81);
    let kind = kinds.next();
    let of_one_kind =
        pattern.rule != ChainRule::TypedWhip || kinds.all(|other| Some(other) == kind);
    different && of_one_kind && targets.iter().all(|&t| is_legal_on(state, pattern, t))
}

/// What may exclude the candidates of a chain's variable other than its
/// left-linking one.
fn excluding(rule: ChainRule, target: Label, rlos: &[Object], last: bool) -> Vec<Object> {
    let z = [Object::Label(target)].into_iter();
    let t = rlos.iter().copied();
    match (rule, last) {
        (ChainRule::BivChain, false) => Vec::new(),
        (ChainRule::BivChain, true) | (ChainRule::ZChain, _) => z.collect(),
        // Its first variable is that of a whip.
        (ChainRule::TWhip, false) if !rlos.is_empty() => t.collect(),
        _ => z.chain(t).collect(),
    }
}

fn is_legal_on(state: &Position, pattern: &Chain, target: Label) -> bool {
    let candidate = |l: usize| state.candidates.contains(&Label::new(l));
    let rule = pattern.rule;
    let braid = matches!(rule, ChainRule::Braid | ChainRule::GBraid);
    let groups = matches!(rule, ChainRule::GWhip | ChainRule::GBraid);
    let length = pattern.links.len();
    let mut rlos: Vec<Object> = Vec::new();
    let mut llcs: Vec<usize> = Vec::new();
    if !candidate(target.index()) || length == 0 {
        return false;
    }
    for (index, step) in pattern.links.iter().enumerate() {
        let (llc, last) = (step.llc.index(), index + 1 == length);
        let variable = &model().variables[step.variable.index()];
        let of_variable: Vec<usize> = variable.iter().copied().filter(|&l| candidate(l)).collect();
        let before = rlos.last().copied().unwrap_or(Object::Label(target));
        let mut linking = vec![before];
        if braid {
            linking = excluding(ChainRule::Whip, target, &rlos, last);
        }
        let by = excluding(rule, target, &rlos, last);
        let excluded = |l: usize| l == llc || by.iter().any(|&o| links_of(o).contains(&l));
        let mut left = of_variable.clone();
        left.retain(|&l| !excluded(l));
        let leads = |o: Object| links_of(o).contains(&llc) || beside(o).contains(&llc);
        let linked = linking.iter().any(|&o| leads(o));
        let loops = !braid && llcs.contains(&llc) || rlos.contains(&Object::Label(step.llc));
        if !of_variable.contains(&llc) || !linked || loops || step.llc == target {
            return false;
        }
        llcs.push(llc);
        let is_llc = |o: Object| llcs.iter().any(|&l| o == Object::Label(Label::new(l)));
        let new = |rlo: Object| {
            !inside(rlo).contains(&target.index()) && !rlos.contains(&rlo) && !is_llc(rlo)
        };
        let good = match (step.rlo, last) {
            (None, false) => false,
            (None, true) => rule != ChainRule::BivChain && left.is_empty() && of_variable.len() > 1,
            (Some(rlo), true) => {
                // The only other candidate, and linked to the target.
                let others = of_variable.iter().filter(|&&l| l != llc);
                let alone = others.map(|&l| Object::Label(Label::new(l))).eq([rlo]);
                rule == ChainRule::BivChain && alone && left.is_empty() && new(rlo)
            }
            (Some(rlo @ Object::Label(label)), false) => left == [label.index()] && new(rlo),
            (Some(rlo @ Object::Group(group)), false) => {
                let inside = inside(rlo);
                groups
                    && sudoku_model().glabel_variable(group) == step.variable
                    && left.len() >= 2
                    && left.iter().all(|l| inside.contains(l))
                    && new(rlo)
            }
        };
        if !good {
            return false;
        }
        rlos.extend(step.rlo);
    }
    !model().variables[pattern.links[length - 1].variable.index()].contains(&target.index())
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
