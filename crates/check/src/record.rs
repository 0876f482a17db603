//! A record against the puzzle that it names: its path replayed from the givens,
//! and what it says of itself compared with what the path shows.

use super::{Refusal, check_path, ensure};
use gradus_model::{Instance, Position, read};
use gradus_path::notation::rule_name;
use gradus_path::{End, Record};

/// What an accepted record proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The solution, with patterns no longer than the rating.
    Solution,
    /// That there is no solution.
    Contradiction,
    /// The eliminations up to where it stops, and no more.
    AsFarAsItGoes,
}

/// Checks a record.
pub fn check_record(record: &Record) -> Result<Verdict, Refusal> {
    let puzzle = read(&record.puzzle)?;
    let domain = puzzle.domain();
    let path = record.path(puzzle.as_ref())?;
    for (index, (step, stated)) in path.steps.iter().zip(&record.steps).enumerate() {
        let rule = rule_name(domain.names(), step);
        let misnamed = Refusal::Misnamed(stated.rule().to_string(), rule.clone());
        let refusal = Refusal::InPath(index, Box::new(misnamed));
        ensure(stated.rule() == rule, refusal)?;
    }
    let initial = Position::initial(puzzle.as_ref());
    let end = check_path(domain.model(), initial, &path)?;
    let solution = (path.end == End::Solved).then(|| text(puzzle.as_ref(), &end));
    ensure(solution == record.solution, Refusal::WrongSolution)?;
    let rating = record.rating.map_or(usize::MAX, usize::from);
    let beyond = Refusal::BeyondRating(path.longest, rating);
    ensure(path.longest <= rating || solution.is_none(), beyond)?;
    Ok(match path.end {
        End::Solved => Verdict::Solution,
        End::Contradiction => Verdict::Contradiction,
        End::Stuck | End::Stopped => Verdict::AsFarAsItGoes,
    })
}

/// The values, cell by cell.
fn text(puzzle: &dyn Instance, end: &Position) -> String {
    let value = |label| end.values.contains(&label);
    puzzle.domain().names().cells(&value).concat()
}
