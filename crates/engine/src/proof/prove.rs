//! From a puzzle and its rating to a path that shows it.

use super::order::in_some_order;
use super::refutation;
use super::simplest::SimplestRule;
use super::walk::follow;
use crate::kernel::{Kernel, initial_state};
use crate::rating::{
    Expansion, Limits, Name, Rating, Rejection, Request, Status, classify, expand_within,
    path_with, solution_within,
};
use crate::relations::GivenPattern;
use crate::walk::Walk;
use crate::with_kernel;
use gradus_csp::{ContradictoryGivens, Instance, deadline};
use gradus_path::{Ladder, Path, PathTheory, Record};

/// The rating of a puzzle in a theory, or `None` if that has no rating.
pub fn rating_in(
    puzzle: &dyn Instance,
    theory: PathTheory,
    limits: Limits,
) -> Result<Option<Rating>, Rejection> {
    let Some(name) = Name::of_theory(theory) else {
        return Ok(None);
    };
    let names = name.into();
    Ok(classify(puzzle, &Request { names, limits })?.rating(name))
}

/// A path of a puzzle in a theory, as a record. The path has no longer chains
/// than the rating, if that is known and such a path is found: simplest first,
/// or else in another order. Puzzles without or with several solutions have
/// paths as well, to a contradiction or to what all solutions have in common.
pub fn prove(
    puzzle: &dyn Instance,
    theory: PathTheory,
    rating: Option<Rating>,
    limits: Limits,
) -> Result<Record, ContradictoryGivens> {
    let path = path_of(puzzle, theory, rating, limits)?;
    Ok(Record::new(puzzle, &path, rating))
}

/// The path of [`prove`].
pub fn path_of(
    puzzle: &dyn Instance,
    theory: PathTheory,
    rating: Option<Rating>,
    limits: Limits,
) -> Result<Path, ContradictoryGivens> {
    let task = PathOf {
        puzzle,
        theory,
        rating,
        limits,
    };
    deadline::within(limits.timeout, || {
        with_kernel!(puzzle, |kernel| task.run(kernel))
    })
}

/// A path by Subsets, finned fish, whips and OR_k-whips, with the relations of tridagons and
/// of given patterns, simplest first.
pub fn path_with_patterns(
    puzzle: &dyn Instance,
    patterns: &[GivenPattern],
    limits: Limits,
) -> Result<Path, ContradictoryGivens> {
    deadline::within(limits.timeout, || {
        with_kernel!(puzzle, |kernel| {
            let state = initial_state(kernel, puzzle)?;
            let truth = kernel.set_of(solution_within(puzzle, limits.budget).unwrap_or_default());
            Ok(path_with(kernel, &state, &truth, patterns, limits))
        })
    })
}

/// Trial and Error up to a depth, which solves the puzzle, from the end of a path whose rules
/// do not: every trial that matters, each with its refutation.
pub fn trials_after(
    puzzle: &dyn Instance,
    path: &Path,
    depth: Rating,
    limits: Limits,
) -> Result<Path, ContradictoryGivens> {
    deadline::within(limits.timeout, || {
        with_kernel!(puzzle, |kernel| {
            let mut walk = Walk::new(kernel, &initial_state(kernel, puzzle)?);
            path.steps.iter().for_each(|step| walk.apply(step.clone()));
            let truth = kernel.set_of(solution_within(puzzle, limits.budget).unwrap_or_default());
            let (ladder, depth) = (Ladder::Depths, Some(depth));
            Ok(refutation::follow(
                kernel,
                &walk.state,
                &truth,
                ladder,
                depth,
                limits,
            ))
        })
    })
}

struct PathOf<'a> {
    puzzle: &'a dyn Instance,
    theory: PathTheory,
    rating: Option<Rating>,
    limits: Limits,
}

impl PathOf<'_> {
    fn run<K: Kernel>(&self, kernel: &K) -> Result<Path, ContradictoryGivens> {
        let state = initial_state(kernel, self.puzzle)?;
        let truth =
            kernel.set_of(solution_within(self.puzzle, self.limits.budget).unwrap_or_default());
        let (theory, rating, limits) = (self.theory, self.rating, self.limits);
        if let PathTheory::Trials(ladder) = theory {
            return Ok(refutation::follow(
                kernel, &state, &truth, ladder, rating, limits,
            ));
        }
        let solves = |rating: &Rating| matches!(rating.status, Status::Exact | Status::Upper);
        let goal = rating.filter(solves).and_then(|rating| rating.value);
        if let Some(goal) = goal.map(usize::from) {
            let search = SimplestRule::new(kernel, &truth, theory, limits.budget);
            let found = in_some_order(&search, self.puzzle, &state, goal);
            if let Some(path) = found.or_else(|| self.of_rated_form(kernel, goal)) {
                return Ok(path);
            }
        }
        Ok(follow(kernel, &state, &truth, theory, limits))
    }

    /// A path with patterns up to a length of the form that is rated, turned back.
    fn of_rated_form<K: Kernel>(&self, kernel: &K, length: usize) -> Option<Path> {
        if self.theory.is_confluent() {
            return None;
        }
        let values = expand_within(self.puzzle, Expansion::Brt, self.limits.budget).ok()?;
        let form = self.puzzle.canonical(&values)?;
        let puzzle = form.puzzle.as_ref();
        let state = initial_state(kernel, puzzle).ok()?;
        let truth = kernel.set_of(solution_within(puzzle, self.limits.budget).ok()?);
        let search = SimplestRule::new(kernel, &truth, self.theory, self.limits.budget);
        let path = in_some_order(&search, puzzle, &state, length)?;
        let image = |label: gradus_csp::Label| form.source[label.index()];
        path.isomorph(kernel.model(), image).ok()
    }
}
