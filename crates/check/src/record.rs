//! Checks a record against the puzzle that it names: its path is replayed from the givens,
//! and all its other claims are compared with the result or verified by the checker. Anything
//! else is refused. The version and the strategy say how a record was made, which its path does
//! not show: they must be well-formed, and claim nothing about the puzzle.

use crate::claims::{Claims, LookBudget, Unverified};
use crate::kinds::rules_of;
use crate::replay::{KindState, Refusal, ensure, replay};
use gradus_csp::{Domain, Instance, Nomenclature, Position, ReadError};
use gradus_path::notation::rule_name;
use gradus_path::record::{StateRecord, StepRecord, position_cells, solution_text};
use gradus_path::{Path, PathEnd, PathStep, PathTheory, Record};

/// The facts proved by an accepted record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The solution, and the rating if there is one.
    Solution,
    /// That no solution exists.
    Contradiction,
    /// The eliminations, and that no rule of the theory applies; and the rating if there is one.
    Stuck,
    /// The eliminations up to the last step, and no more.
    AsFarAsItGoes,
    /// The steps, but not all of the claims about them.
    NotVerified(Unverified),
}

/// The default budget for deciding claims that no replay shows: a second or less
/// for most records, at most half a minute for a 9×9 puzzle.
pub const BUDGET: u64 = 1_000_000;

/// Checks a record with the default budget. `read` parses the puzzle.
pub fn check_record(
    record: &Record,
    read: impl Fn(&str) -> Result<Box<dyn Instance>, ReadError>,
) -> Result<Verdict, Refusal> {
    check_record_within(record, read, BUDGET)
}

/// Checks a record with the given budget, the number of partial chains and trials
/// to try in order to decide a claim.
pub fn check_record_within(
    record: &Record,
    read: impl Fn(&str) -> Result<Box<dyn Instance>, ReadError>,
    budget: u64,
) -> Result<Verdict, Refusal> {
    let puzzle = read(&record.puzzle)?;
    let domain = puzzle.domain();
    let rating = record.claim()?;
    let path = record.path(puzzle.as_ref())?;
    check_names(domain.names(), &path.steps, &record.steps)?;
    let initial = Position::initial(puzzle.as_ref());
    let end = check_path_of(puzzle.as_ref(), &path)?;
    let solution = (path.end == PathEnd::Solved).then(|| solution_text(puzzle.as_ref(), &end));
    ensure(solution == record.solution, Refusal::WrongSolution)?;
    if let Some(state) = &record.state {
        check_state(puzzle.as_ref(), &path, state)?;
    }
    let specific = rules_of(puzzle.as_ref());
    let mut claims = Claims {
        model: domain.model(),
        specific: specific.as_deref(),
        matrices: domain.matrices(),
        is_defined: is_defined(path.theory, domain),
        path: &path,
        initial: &initial,
        end: &end,
        budget: LookBudget(budget),
    };
    let mut unverified = None;
    if path.end == PathEnd::Stuck {
        unverified = claims.check_stuck()?;
    }
    if let Some(rating) = rating {
        claims.budget = LookBudget(budget);
        unverified = unverified.or(claims.check_rating(rating)?);
    }
    Ok(match (unverified, path.end) {
        (Some(unverified), _) => Verdict::NotVerified(unverified),
        (None, PathEnd::Solved) => Verdict::Solution,
        (None, PathEnd::Contradiction) => Verdict::Contradiction,
        (None, PathEnd::Stuck) => Verdict::Stuck,
        (None, PathEnd::Stopped) => Verdict::AsFarAsItGoes,
    })
}

/// Returns true if a kind of puzzle has the Subsets and the g-labels that a theory needs.
fn is_defined(theory: PathTheory, domain: &Domain) -> bool {
    let groups = theory.chains().is_some_and(|family| family.groups);
    let subsets = theory.has_subsets();
    (!groups || domain.has_groups()) && (!subsets || !domain.matrices().is_empty())
}

/// Replays a path of a puzzle, which may use rules of its kind, and returns the final state.
pub fn check_path_of(puzzle: &dyn Instance, path: &Path) -> Result<Position, Refusal> {
    let rules = rules_of(puzzle);
    let model = puzzle.domain().model();
    let end = replay(model, rules.as_deref(), Position::initial(puzzle), path)?;
    let state = KindState {
        left: &|label| end.has(label),
        value: &|label| end.values.contains(&label),
    };
    let accepted = rules.is_none_or(|rules| rules.accepts(&state));
    ensure(path.end != PathEnd::Solved || accepted, Refusal::WrongEnd)?;
    Ok(end)
}

/// Checks the names of all rules, including those inside trials.
fn check_names(
    names: &dyn Nomenclature,
    steps: &[PathStep],
    stated: &[StepRecord],
) -> Result<(), Refusal> {
    for (index, (step, stated)) in steps.iter().zip(stated).enumerate() {
        let rule = rule_name(names, step);
        let misnamed = Refusal::Misnamed(stated.rule().to_string(), rule.clone());
        let refusal = Refusal::InPath(index, Box::new(misnamed));
        ensure(stated.rule() == rule, refusal)?;
        if let (PathStep::Trial(trial), StepRecord::Trial(stated)) = (step, stated) {
            let checked = check_names(names, &trial.steps, &stated.steps);
            checked.map_err(|reason| Refusal::InPath(index, Box::new(reason)))?;
        }
    }
    Ok(())
}

/// Compares the recorded state before a step, cell by cell.
fn check_state(puzzle: &dyn Instance, path: &Path, state: &StateRecord) -> Result<(), Refusal> {
    let known = (1..=path.steps.len() + 1).contains(&state.before_step);
    ensure(known, Refusal::WrongState(state.before_step))?;
    let position = path.position_before(puzzle, state.before_step - 1);
    let same = position_cells(puzzle, &position) == state.cells;
    ensure(same, Refusal::WrongState(state.before_step))
}
