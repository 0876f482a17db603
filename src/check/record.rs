//! A record against the puzzle that it names: its path replayed from the givens,
//! and what it says of itself compared with what the path shows.

use std::collections::BTreeSet;

use super::{Refusal, State, check_path, ensure};
use crate::csp::model::Label;
use crate::proof::notation::rule_name;
use crate::proof::path::End;
use crate::proof::record::Record;
use crate::sudoku::{Puzzle, label, sudoku_model};

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
    let puzzle: Puzzle = record.puzzle.parse()?;
    let path = record.path()?;
    for (index, (step, stated)) in path.steps.iter().zip(&record.steps).enumerate() {
        let misnamed = Refusal::Misnamed(stated.rule().to_string(), rule_name(step));
        let refusal = Refusal::InPath(index, Box::new(misnamed));
        ensure(stated.rule() == rule_name(step), refusal)?;
    }
    let end = check_path(sudoku_model(), initial(&puzzle), &path)?;
    let solution = (path.end == End::Solved).then(|| text(&end));
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

/// The givens as values, and what is possible beside them as candidates.
fn initial(puzzle: &Puzzle) -> State {
    let (model, digits, masks) = (sudoku_model(), puzzle.givens().0, puzzle.candidates());
    let is_given = |l: &Label| usize::from(digits[l.index() % 81]) == l.index() / 81 + 1;
    let values: BTreeSet<Label> = model.labels().filter(is_given).collect();
    let is_free = |l: &Label| {
        let possible = masks[l.index() % 81] >> (l.index() / 81) & 1 == 1;
        possible && !values.contains(l) && !values.iter().any(|&v| model.linked(v, *l))
    };
    let candidates = model.labels().filter(is_free).collect();
    State { candidates, values }
}

/// The values, cell by cell.
fn text(state: &State) -> String {
    let value = |cell: usize, n: usize| state.values.contains(&label(n, cell / 9, cell % 9));
    let digit = |cell: usize| (0..9).find(|&n| value(cell, n)).map_or(0, |n| n + 1);
    (0..81).map(|cell| digit(cell).to_string()).collect()
}
