//! A record against the puzzle that it names: its path replayed from the givens,
//! and everything that it says of itself compared with what the path shows or the
//! checker finds out. What is not so is refused. The version and the strategy say
//! how the record was made, and must only be words for that.

use super::budget::Budget;
use super::claim::Claims;
use super::kinds::rules_of;
use super::{Refusal, Unverified, check_path_of, ensure};
use gradus_csp::{Instance, Nomenclature, Position};
use gradus_path::notation::rule_name;
use gradus_path::record::{StateRecord, StepRecord, position_cells};
use gradus_path::{End, Path, PathStep, Record};
use gradus_puzzles::read;

/// What a record proves that is not refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The solution, and the rating if there is one.
    Solution,
    /// That there is no solution.
    Contradiction,
    /// The eliminations, and that the theory has no more; and the rating if there is one.
    Stuck,
    /// The eliminations up to where it stops, and no more.
    AsFarAsItGoes,
    /// The steps, but not all that is claimed of them.
    NotVerified(Unverified),
}

/// How much the checker looks at, unless it is asked for more or less, to decide
/// what no replay shows: a second or less for most records, half a minute at most
/// for a 9×9 puzzle.
pub const BUDGET: u64 = 1_000_000;

/// Checks a record.
pub fn check_record(record: &Record) -> Result<Verdict, Refusal> {
    check_record_within(record, BUDGET)
}

/// Checks a record with a budget of its own: of partial chains and trials that
/// are looked at to decide a claim.
pub fn check_record_within(record: &Record, budget: u64) -> Result<Verdict, Refusal> {
    let puzzle = read(&record.puzzle)?;
    let domain = puzzle.domain();
    record.check_version()?;
    let rating = record.claim()?;
    let path = record.path(puzzle.as_ref())?;
    check_names(domain.names(), &path.steps, &record.steps)?;
    let initial = Position::initial(puzzle.as_ref());
    let end = check_path_of(puzzle.as_ref(), &path)?;
    let solution = (path.end == End::Solved).then(|| text(puzzle.as_ref(), &end));
    ensure(solution == record.solution, Refusal::WrongSolution)?;
    if let Some(state) = &record.state {
        check_state(puzzle.as_ref(), &path, state)?;
    }
    let specific = rules_of(puzzle.as_ref());
    let mut claims = Claims {
        model: domain.model(),
        specific: specific.as_deref(),
        matrices: domain.matrices(),
        path: &path,
        initial: &initial,
        end: &end,
        budget: Budget(budget),
    };
    let mut unverified = None;
    if path.end == End::Stuck {
        unverified = claims.check_stuck()?;
    }
    if let Some(rating) = rating {
        claims.budget = Budget(budget);
        unverified = unverified.or(claims.check_rating(rating)?);
    }
    Ok(match (unverified, path.end) {
        (Some(unverified), _) => Verdict::NotVerified(unverified),
        (None, End::Solved) => Verdict::Solution,
        (None, End::Contradiction) => Verdict::Contradiction,
        (None, End::Stuck) => Verdict::Stuck,
        (None, End::Stopped) => Verdict::AsFarAsItGoes,
    })
}

/// Every rule by its name, those inside trials as well.
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
        if let (PathStep::Trial(trial), StepRecord::Trial { steps, .. }) = (step, stated) {
            let checked = check_names(names, &trial.steps, steps);
            checked.map_err(|reason| Refusal::InPath(index, Box::new(reason)))?;
        }
    }
    Ok(())
}

/// The state before a step, cell by cell.
fn check_state(puzzle: &dyn Instance, path: &Path, state: &StateRecord) -> Result<(), Refusal> {
    let known = (1..=path.steps.len() + 1).contains(&state.before_step);
    ensure(known, Refusal::WrongState(state.before_step))?;
    let position = path.position_before(puzzle, state.before_step - 1);
    let same = position_cells(puzzle, &position) == state.cells;
    ensure(same, Refusal::WrongState(state.before_step))
}

/// The values, cell by cell.
fn text(puzzle: &dyn Instance, end: &Position) -> String {
    let value = |label| end.values.contains(&label);
    let names = puzzle.domain().names();
    names.cells(&value).join(names.separator())
}
