//! What every theory makes of a puzzle that need not have one solution: a pattern of candidates
//! is examined like a puzzle, and one that cannot be has the T&E depth at which that is seen.
//! PBCS 11.5; manual of CSP-Rules 3.13.
//!
//! T&E(T, n) meets a contradiction in the main state, not in a trial. A puzzle with several
//! solutions is left by every theory with the candidates of all of them at least: these are
//! found first and never tried.

mod chains;
mod irrefutable;
mod run;

use crate::kernel::{Task, initial_state, with_kernel};
use crate::rating::{Limits, Rating, Rejection};
use crate::solve::solutions;
use gradus_csp::{Instance, Labels, Position, Solutions};

/// Which candidates T&E tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trying {
    /// All of them.
    All,
    /// Beyond depth 2, those of cells that have fewer candidates than a cell can have. What is
    /// refuted so is refuted; what is not might be by other trials.
    Within,
}

impl Trying {
    /// Up to this depth all candidates are tried in any case: deeper trials are what takes long.
    const FULL: usize = 2;
}

/// How many solutions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HowMany {
    /// There is none.
    None,
    /// There is one.
    One,
    /// There are two or more.
    Several,
}

impl HowMany {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            HowMany::None => "none",
            HowMany::One => "one",
            HowMany::Several => "several",
        }
    }
}

/// What a theory leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// This many candidates; none if every cell is decided.
    Candidates(usize),
    /// This many where the search was stopped.
    Stopped(usize),
    /// A contradiction was met.
    Contradiction,
}

/// A theory, and what it leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// What the theory is, for people.
    pub name: String,
    /// The end of the name of its column.
    pub column: String,
    /// What it leaves.
    pub left: Left,
}

impl Level {
    /// Whether it is T&E of some depth.
    pub fn is_trials(&self) -> bool {
        self.name.starts_with("T&E")
    }
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Examination {
    /// How many solutions there are.
    pub solutions: HowMany,
    /// Candidates left by the givens.
    pub candidates: usize,
    /// How many of them are in some solution, and so left by every theory.
    pub irrefutable: usize,
    /// The theories, from Singles on, with all depths of T&E up to the deepest; those beyond the
    /// depth that decides have what that one has.
    pub levels: Vec<Level>,
    /// The least depth at which T&E decides everything or meets a contradiction, or a bound
    /// for it.
    pub depth: Rating,
    /// What the last T&E left.
    pub end: Position,
}

/// Examines a puzzle or pattern, with chains up to the length of the limits.
pub fn examine(
    puzzle: &dyn Instance,
    limits: Limits,
    trying: Trying,
) -> Result<Examination, Rejection> {
    let task = Examine {
        puzzle,
        limits,
        trying,
    };
    with_kernel(puzzle, task)
}

struct Examine<'a> {
    puzzle: &'a dyn Instance,
    limits: Limits,
    trying: Trying,
}

impl Task for Examine<'_> {
    type Output = Result<Examination, Rejection>;

    fn run<K: crate::kernel::Kernel>(self, kernel: &K) -> Result<Examination, Rejection> {
        let initial = initial_state(kernel, self.puzzle)?;
        let (solutions, irrefutable) = match solutions(self.puzzle) {
            Solutions::None => (HowMany::None, kernel.none()),
            Solutions::One(labels) => (HowMany::One, kernel.set_of(labels)),
            Solutions::Several => (HowMany::Several, irrefutable::irrefutable(kernel, &initial)),
        };
        let run = run::Run {
            kernel,
            initial: &initial,
            irrefutable: &irrefutable,
            limits: self.limits,
            trying: self.trying,
        };
        let (levels, depth, end) = run.levels();
        Ok(Examination {
            solutions,
            candidates: initial.candidate_count(),
            irrefutable: initial.candidates().and(&irrefutable).len(),
            levels,
            depth,
            end: Position {
                candidates: end.candidates().iter().collect(),
                values: end.values.iter().collect(),
            },
        })
    }
}
