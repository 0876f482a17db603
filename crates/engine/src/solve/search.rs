//! The search for solutions: guesses, and a clause learned from each contradiction, which
//! says what must not be guessed again (conflict-driven clause learning).
//!
//! The next guess is in the variable with the fewest labels for the weight that contradictions
//! gave it lately, with its last value. From time to time all guesses are taken back; what was
//! learned stays. After the first contradictions, all-different constraints join in.

use super::board::{Board, Reason};
use super::cliques::matchings;
use super::literal::Literal;
use super::matching::Matching;
use crate::halt;
use gradus_csp::{Label, Variable, deadline};

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchEnd {
    /// There are no other solutions.
    Whole,
    /// Whoever was shown a solution wants no more.
    Stopped,
    /// It took too many nodes.
    GivenUp,
}

/// Labels and clauses looked at for a node: as much work as one of the search for chains.
const LOOKS: u64 = 16;
/// Contradictions before the first restart, and the unit of later ones.
const PATIENCE: u64 = 64;
/// Contradictions before all-different constraints are sought: few puzzles have so many.
const EASY: u64 = 8;
/// Clauses that are kept at first, and how many more after each time that some are forgotten.
const CLAUSES: usize = 4000;
/// The work between two looks at the clock.
const LOOKS_AT_CLOCK: u64 = 1 << 16;
/// How much less an earlier contradiction weighs than the next.
const FADING: f64 = 0.95;

pub(super) struct Search<'a> {
    board: Board<'a>,
    weights: Vec<f64>,
    /// What the next contradiction weighs.
    weight: f64,
    matchings: Option<Vec<Matching>>,
    conflicts: u64,
    restarts: u64,
    most_clauses: usize,
    /// The work after which the time is asked for.
    next_look: u64,
    /// For each label, whether it is known to be part of a contradiction.
    seen: Vec<bool>,
}

/// A new clause.
struct Lesson {
    /// Its literals: first the one that follows from it, then the one that failed last.
    literals: Vec<Literal>,
    /// The guesses that remain.
    kept: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(board: Board<'a>) -> Search<'a> {
        let model = board.model;
        Search {
            board,
            weights: vec![1.0; model.variables().len()],
            weight: 1.0,
            matchings: None,
            conflicts: 0,
            restarts: 0,
            most_clauses: CLAUSES,
            next_look: 0,
            seen: vec![false; model.label_count()],
        }
    }

    /// Shows the solutions until `visit` returns true. No more nodes than `nodes` are visited
    /// from one solution to the next.
    pub(super) fn run(
        &mut self,
        nodes: u64,
        visit: &mut dyn FnMut(Vec<Label>) -> bool,
    ) -> SearchEnd {
        let mut most_work = nodes.saturating_mul(LOOKS);
        let mut next_restart = PATIENCE;
        loop {
            halt::check();
            if let Some(failed) = self.contradiction() {
                self.conflicts += 1;
                let Some(lesson) = self.learn(failed) else {
                    return SearchEnd::Whole;
                };
                self.apply(&lesson);
            } else if self.conflicts >= next_restart {
                self.restart();
                next_restart = self.conflicts + PATIENCE * luby(self.restarts);
            } else if self.matchings.is_none() && self.conflicts >= EASY {
                self.board.take_back(0);
                let board = &self.board;
                let is_open = |variable| board.count(variable) > 1;
                self.matchings = Some(matchings(board.model, &board.left, &is_open));
            } else if let Some(variable) = self.next_variable() {
                let label = self.next_label(variable);
                self.board.guess(Literal::yes(label));
            } else {
                if visit(self.board.values().collect()) {
                    return SearchEnd::Stopped;
                }
                if !self.go_on() {
                    return SearchEnd::Whole;
                }
                most_work = self.board.work.saturating_add(nodes.saturating_mul(LOOKS));
            }
            if self.board.work > most_work || self.is_late() {
                return SearchEnd::GivenUp;
            }
        }
    }

    /// Returns true if there is no time left.
    fn is_late(&mut self) -> bool {
        let is_due = self.board.work >= self.next_look;
        if is_due {
            self.next_look = self.board.work + LOOKS_AT_CLOCK;
        }
        is_due && deadline::passed().is_some()
    }

    /// Finds what follows. If there is a contradiction, returns literals of which one must hold
    /// although all fail.
    fn contradiction(&mut self) -> Option<Vec<Literal>> {
        let mut literals = Vec::new();
        let board = &mut self.board;
        if let Some(conflict) = board.follow() {
            board.failed(conflict, &mut literals);
            return Some(literals);
        }
        for matching in self.matchings.iter_mut().flatten() {
            if matching.fails(board.model, &board.left, &mut board.work) {
                let excluded = matching.excluding(board.model);
                literals.extend(excluded.map(Literal::yes));
                return Some(literals);
            }
        }
        None
    }

    /// The clause that a contradiction teaches, or `None` if there are no other solutions. Goes
    /// back from what failed last until one literal of the last guess is left.
    fn learn(&mut self, mut failed: Vec<Literal>) -> Option<Lesson> {
        let board = &mut self.board;
        let levels = failed.iter().map(|literal| board.level(literal.label()));
        let top = levels.max().filter(|&top| top > 0)?;
        board.take_back(top);
        let mut literals = vec![Literal::no(Label::new(0))];
        let (mut open, mut at) = (0, board.trail.len());
        loop {
            board.work += failed.len() as u64;
            for &literal in &failed {
                let label = literal.label();
                let level = board.level(label);
                if level == 0 || std::mem::replace(&mut self.seen[label.index()], true) {
                    continue;
                }
                for variable in board.model.variables_of(label) {
                    self.weights[variable.index()] += self.weight;
                }
                if level == top {
                    open += 1;
                } else {
                    literals.push(literal);
                }
            }
            let last = loop {
                at -= 1;
                let literal = board.trail[at];
                if self.seen[literal.label().index()] {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                literals[0] = last.opposite();
                break;
            }
            self.seen[last.label().index()] = false;
            board.reasons(last, &mut failed);
        }
        // What follows from the others says nothing.
        let marked = literals.clone();
        let (seen, mut reasons) = (&self.seen, Vec::new());
        let mut is_needed = |&literal: &Literal| {
            if board.is_guess(literal.label()) {
                return true;
            }
            board.reasons(literal.opposite(), &mut reasons);
            let mut labels = reasons.iter().map(|reason| reason.label());
            labels.any(|label| board.level(label) > 0 && !seen[label.index()])
        };
        let first = literals[0];
        literals.retain(|literal| *literal == first || is_needed(literal));
        for literal in marked {
            self.seen[literal.label().index()] = false;
        }
        let level = |literal: &Literal| board.level(literal.label());
        let second = (1..literals.len()).max_by_key(|&at| (level(&literals[at]), at));
        let kept = second.map_or(0, |at| {
            literals.swap(1, at);
            level(&literals[1])
        });
        self.fade();
        Some(Lesson { literals, kept })
    }

    /// Makes later contradictions weigh more than earlier ones.
    fn fade(&mut self) {
        const LARGEST: f64 = 1e100;
        self.weight /= FADING;
        if self.weight > LARGEST {
            self.weights
                .iter_mut()
                .for_each(|weight| *weight /= LARGEST);
            self.weight /= LARGEST;
        }
    }

    /// Takes back guesses and asserts what the clause says.
    fn apply(&mut self, lesson: &Lesson) {
        let board = &mut self.board;
        let mut levels: Vec<u32> = Vec::with_capacity(lesson.literals.len());
        levels.extend(
            lesson
                .literals
                .iter()
                .map(|literal| board.level(literal.label())),
        );
        levels.sort_unstable();
        levels.dedup();
        board.take_back(lesson.kept);
        let reason = if lesson.literals.len() > 1 {
            Reason::Clause(board.clauses.add(&lesson.literals, levels.len() as u32))
        } else {
            Reason::None
        };
        board.assign(lesson.literals[0], reason);
    }

    /// Excludes the solution that was found; false if it follows without a guess.
    fn go_on(&mut self) -> bool {
        let literals: Vec<Literal> = self.board.guessed().rev().map(Literal::opposite).collect();
        let board = &mut self.board;
        let Some(kept) = board.depth().checked_sub(1) else {
            return false;
        };
        board.take_back(kept);
        let reason = if literals.len() > 1 {
            // Without it the solution would be found again.
            Reason::Clause(board.clauses.add(&literals, 0))
        } else {
            Reason::None
        };
        board.assign(literals[0], reason);
        true
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.board.take_back(0);
        if self.board.clauses.count() > self.most_clauses {
            self.board.clauses.forget();
            self.most_clauses += CLAUSES / 4;
        }
    }

    /// The undecided variable with the fewest labels for its weight, or `None` if all are decided.
    fn next_variable(&mut self) -> Option<Variable> {
        let board = &mut self.board;
        let variables = board.model.variables();
        board.work += variables.len() as u64 / 32;
        let mut best: Option<(f64, Variable)> = None;
        for variable in variables {
            let count = board.count(variable);
            if count > 1 {
                let cost = f64::from(count) / self.weights[variable.index()];
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, variable));
                }
            }
        }
        best.map(|(_, variable)| variable)
    }

    /// The last value of a variable, or its first label.
    fn next_label(&self, variable: Variable) -> Label {
        let board = &self.board;
        let last = board.last[variable.index()].filter(|&label| board.is_left(label));
        last.unwrap_or_else(|| {
            let mut labels = board.model.labels_of(variable).iter();
            let first = labels.find(|&&label| board.is_left(label));
            *first.expect("an open variable has labels left")
        })
    }
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 ..., from 1 on.
fn luby(number: u64) -> u64 {
    let mut rest = number;
    loop {
        // The end of the block of 2^k - 1 numbers that has it.
        let block = (rest + 1).next_power_of_two();
        if block == rest + 1 {
            return block / 2;
        }
        rest -= block / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn the_sequence_of_luby() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
