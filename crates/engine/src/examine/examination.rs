//! The results of an examination.

use crate::rating::Rating;
use gradus_csp::Position;

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
    /// Up to this depth all candidates are tried in any case: only deeper trials take long.
    pub(super) const FULL: usize = 2;
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

/// The candidates that a theory leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remainder {
    /// This many candidates; 0 if every cell is decided.
    Candidates(usize),
    /// This many where the search was stopped.
    Stopped(usize),
    /// A contradiction was met.
    Contradiction,
}

/// A theory, and the candidates it leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryResult {
    /// The name of the theory, for people.
    pub name: String,
    /// The end of the name of its column.
    pub column: String,
    /// The candidates it leaves.
    pub left: Remainder,
}

impl TheoryResult {
    /// Returns true if it is T&E of some depth.
    pub fn is_trials(&self) -> bool {
        self.name.starts_with("T&E")
    }
}

/// The results of an examination.
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
    pub levels: Vec<TheoryResult>,
    /// The least depth at which T&E decides everything or meets a contradiction, or a bound
    /// for it.
    pub depth: Rating,
    /// The state that the last T&E left.
    pub end: Position,
}
