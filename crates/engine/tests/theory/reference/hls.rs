//! The levels of *The Hidden Logic of Sudoku* (2007), from their definitions: rules that
//! stay in one space, applied simplest first and from the beginning after each of them.

use super::subsets::{Depth, targets_of_depth};
use super::{State, brt, label, model};

/// A space: for each of its 81 cells, by two coordinates, the label of each answer.
#[derive(Clone, Copy, PartialEq)]
enum Space {
    /// Row and column; the answer is a number.
    Rc,
    /// Row and number; the answer is a column.
    Rn,
    /// Column and number; the answer is a row.
    Cn,
}

type Cell = (usize, usize);

impl Space {
    fn label(self, (a, b): Cell, answer: usize) -> usize {
        match self {
            Space::Rc => label(answer, a, b),
            Space::Rn => label(b, a, answer),
            Space::Cn => label(b, answer, a),
        }
    }

    fn answers(self, state: &State, cell: Cell) -> Vec<usize> {
        let is = |answer: &usize| state.candidate[self.label(cell, *answer)];
        (1..=9).filter(is).collect()
    }

    fn linked(self, one: Cell, other: Cell) -> bool {
        let block = |(r, c): Cell| ((r - 1) / 3, (c - 1) / 3);
        let same = one.0 == other.0 || one.1 == other.1;
        one != other && (same || self == Space::Rc && block(one) == block(other))
    }
}

fn cells() -> Vec<Cell> {
    (1..=9).flat_map(|a| (1..=9).map(move |b| (a, b))).collect()
}

/// A cell of a chain, its left and right answers, and whether it has the target's besides.
#[derive(Clone, Copy)]
struct Link {
    cell: Cell,
    left: usize,
    right: usize,
    z: bool,
}

/// The types of chains in one space.
#[derive(Clone, Copy)]
struct Type {
    t: bool,
    z: bool,
}

struct Chains<'a> {
    state: &'a State,
    space: Space,
    of: Type,
    length: usize,
}

impl Chains<'_> {
    /// Returns true if a cell may follow in a chain.
    fn fits(&self, chain: &[Link], next: Link) -> bool {
        let target = chain[0].left;
        let is_last = chain.len() + 1 == self.length;
        let by_t = |answer: usize| {
            let earlier = &chain[..chain.len() - 1];
            let mut rights = earlier.iter().filter(|link| link.right == answer);
            self.of.t && rights.any(|link| self.space.linked(link.cell, next.cell))
        };
        let answers = self.space.answers(self.state, next.cell);
        let has_z = answers.contains(&target) && target != next.left && target != next.right;
        if next.z && (is_last || !has_z || by_t(target) || chain.iter().any(|link| link.z)) {
            return false;
        }
        let explained = |&answer: &usize| {
            answer == next.left
                || answer == next.right
                || by_t(answer)
                || next.z && answer == target
        };
        answers.iter().all(explained)
    }

    /// The targets of the first chain that begins so.
    fn search(&self, chain: &mut Vec<Link>) -> Option<Vec<usize>> {
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        if chain.len() == self.length {
            let has_z = chain.iter().any(|link| link.z);
            if last.right != first.left || has_z != self.of.z {
                return None;
            }
            let ends = chain.iter().enumerate();
            let ends = ends.filter(|(i, link)| *i == 0 || *i + 1 == self.length || link.z);
            let ends: Vec<Cell> = ends.map(|(_, link)| link.cell).collect();
            let is_target = |cell: &Cell| {
                let outside = chain.iter().all(|link| link.cell != *cell);
                let linked = ends.iter().all(|end| self.space.linked(*end, *cell));
                outside && linked && self.state.candidate[self.space.label(*cell, first.left)]
            };
            let targets = cells().into_iter().filter(is_target);
            let targets = targets.map(|cell| self.space.label(cell, first.left));
            let targets: Vec<usize> = targets.collect();
            return (!targets.is_empty()).then_some(targets);
        }
        for cell in cells() {
            let answers = self.space.answers(self.state, cell);
            let is_new = chain.iter().all(|link| link.cell != cell);
            let left = last.right;
            if !is_new || !self.space.linked(last.cell, cell) || !answers.contains(&left) {
                continue;
            }
            for z in [false, true] {
                for &right in answers.iter().filter(|&&right| right != left) {
                    let next = Link {
                        cell,
                        left,
                        right,
                        z,
                    };
                    if self.fits(chain, next) {
                        chain.push(next);
                        let found = self.search(chain);
                        chain.pop();
                        if found.is_some() {
                            return found;
                        }
                    }
                }
            }
        }
        None
    }

    fn targets(&self) -> Option<Vec<usize>> {
        for cell in cells() {
            let answers = self.space.answers(self.state, cell);
            let &[a, b] = &answers[..] else {
                continue;
            };
            for (left, right) in [(a, b), (b, a)] {
                let first = Link {
                    cell,
                    left,
                    right,
                    z: false,
                };
                let found = self.search(&mut vec![first]);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// The targets of the first chain of a type and length in some spaces.
fn chain(state: &State, spaces: &[Space], t: bool, z: bool, length: usize) -> Option<Vec<usize>> {
    spaces.iter().find_map(|&space| {
        let of = Type { t, z };
        let chains = Chains {
            state,
            space,
            of,
            length,
        };
        chains.targets()
    })
}

/// The targets of the first c-chain of a length.
fn c_chain(state: &State, length: usize) -> Option<Vec<usize>> {
    fn conjugate(state: &State, number: usize, one: Cell, other: Cell) -> bool {
        let labels = [one, other].map(|(r, c)| label(number, r, c));
        let mut units = (81..324).filter(|&v| {
            let labels_of = &model().variables[v];
            labels.iter().all(|label| labels_of.contains(label))
        });
        one != other && units.any(|unit| state.candidates_of(unit).len() == 2)
    }
    fn search(
        state: &State,
        number: usize,
        chain: &mut Vec<Cell>,
        length: usize,
    ) -> Option<Vec<usize>> {
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        let has = |(r, c): Cell| state.candidate[label(number, r, c)];
        if chain.len() == length {
            let is_target = |cell: &Cell| {
                let ends = [first, last]
                    .iter()
                    .all(|end| Space::Rc.linked(*end, *cell));
                ends && has(*cell) && !chain.contains(cell)
            };
            let targets = cells().into_iter().filter(is_target);
            let targets: Vec<usize> = targets.map(|(r, c)| label(number, r, c)).collect();
            return (!targets.is_empty()).then_some(targets);
        }
        for cell in cells() {
            let follows = match chain.len() % 2 {
                1 => conjugate(state, number, last, cell),
                _ => Space::Rc.linked(last, cell),
            };
            if has(cell) && follows && !chain.contains(&cell) {
                chain.push(cell);
                let found = search(state, number, chain, length);
                chain.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
    (1..=9).find_map(|number| {
        let firsts = cells().into_iter();
        let mut firsts = firsts.filter(|&(r, c)| state.candidate[label(number, r, c)]);
        firsts.find_map(|first| search(state, number, &mut vec![first], length))
    })
}

/// The candidates linked to all candidates of a variable that is not theirs, for the first
/// of some variables that has such.
fn interaction(state: &State, variables: std::ops::Range<usize>) -> Option<Vec<usize>> {
    variables.into_iter().find_map(|variable| {
        let inside = state.candidates_of(variable);
        let is_target = |&l: &usize| {
            let outside = !model().variables[variable].contains(&l);
            outside && inside.iter().all(|&i| model().linked[l][i])
        };
        let targets: Vec<usize> = state.candidates().into_iter().filter(is_target).collect();
        (!inside.is_empty() && !targets.is_empty()).then_some(targets)
    })
}

/// What the rule of this number among the fifteen of table XXI.1 eliminates; Singles are
/// elsewhere.
fn basic(state: &State, rule: usize) -> Option<Vec<usize>> {
    let subsets = |depth, size| {
        let targets = targets_of_depth(state, depth, size);
        (!targets.is_empty()).then_some(targets)
    };
    match rule {
        0 | 1 => None,
        2 => interaction(state, 81..243),
        3 => interaction(state, 243..324),
        4 => subsets(Depth::Naked, 2),
        5 => subsets(Depth::Hidden, 2),
        6 => subsets(Depth::SuperHidden, 2),
        7 => subsets(Depth::Naked, 3),
        8 => subsets(Depth::Hidden, 3),
        9 => subsets(Depth::SuperHidden, 3),
        10 => chain(state, &[Space::Rc], false, false, 3),
        11 => chain(state, &[Space::Rc], false, true, 3),
        12 => subsets(Depth::Naked, 4),
        13 => subsets(Depth::Hidden, 4),
        _ => subsets(Depth::SuperHidden, 4),
    }
}

/// How many theories there are beyond L4_0: one for each of the seven types of chains, and
/// a last one for the hxyzt-chains that only the book's text has.
pub const CHAIN_THEORIES: usize = 8;

/// What the simplest chain of a length eliminates, of the types of the first theories.
fn of_length(state: &State, length: usize, theories: usize) -> Option<Vec<usize>> {
    let (naked, hidden) = (&[Space::Rc][..], &[Space::Rn, Space::Cn][..]);
    let up_to = |longest: usize| length <= longest;
    (0..theories).find_map(|theory| match theory {
        0 => chain(state, naked, false, false, length),
        1 if up_to(13) => chain(state, hidden, false, false, length),
        2 if up_to(8) && length.is_multiple_of(2) => c_chain(state, length),
        3 => chain(state, naked, true, false, length),
        4 if up_to(13) => chain(state, hidden, true, false, length),
        5 if up_to(10) => chain(state, naked, true, true, length),
        6 if up_to(6) => chain(state, hidden, true, true, length),
        7 if length == 7 => chain(state, hidden, true, true, length),
        _ => None,
    })
}

/// Naked Singles to quiescence.
fn naked_singles(state: &mut State) {
    loop {
        let is_single = |&cell: &usize| state.candidates_of(cell).len() == 1;
        let Some(cell) = (0..81).find(is_single) else {
            return;
        };
        state.assert(state.candidates_of(cell)[0]);
    }
}

/// Applies the rules of a theory, simplest first: the fifteen up to one of them, then
/// chains up to a length, of the types of the first theories.
fn close(state: &mut State, rules: usize, longest: usize, theories: usize) {
    if rules == 0 {
        return naked_singles(state);
    }
    loop {
        brt(state);
        if state.contradictory() || state.solved() {
            return;
        }
        let found = (2..=rules).find_map(|rule| basic(state, rule));
        let mut lengths = 4..=longest;
        let found = found.or_else(|| lengths.find_map(|length| of_length(state, length, theories)));
        match found {
            Some(targets) => targets.into_iter().for_each(|target| state.delete(target)),
            None => return,
        }
    }
}

/// The first of the fifteen theories up to L4_0 that solves, if one does.
pub fn basic_theory(state: &State) -> Option<usize> {
    (0..15).find(|&rules| {
        let mut copy = state.clone();
        close(&mut copy, rules, 0, 0);
        copy.solved()
    })
}

/// The length of the chains of the first level after L4_0 that solves, if one does.
pub fn chain_level(state: &State) -> Option<usize> {
    chain_length(state, CHAIN_THEORIES - 1, 16)
}

/// The least length of the chains that solve beyond L4_0, of the types of the first
/// theories, if one up to a limit does.
pub fn chain_length(state: &State, theories: usize, limit: usize) -> Option<usize> {
    // Simplest first, a longer length begins as a shorter one does, and goes on.
    let mut state = state.clone();
    (4..=limit).find(|&longest| {
        close(&mut state, 14, longest, theories);
        state.solved()
    })
}
