//! The seeds of a hunt: given puzzles and random ones. If the hunt is stopped meanwhile, some are
//! missing.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::job::lines::{self, Answer, Outcome, ReadCounts, not_sudoku};
use crate::job::pump::each_until;
use crate::job::{Control, Error};
use gradus_csp::Instance;
use gradus_generate::unit::{Recipe, UnitOutput};
use gradus_generate::{Deletion, Generator, Independent};
use gradus_hunt::SolvedPuzzle;
use gradus_puzzles::sudoku::{Puzzle, as_sudoku};

/// The puzzles of some inputs.
pub(super) fn given(
    job: &lines::Job,
    control: &mut Control,
) -> Result<(Vec<SolvedPuzzle>, ReadCounts), Error> {
    let mut seeds = Vec::new();
    let mut take = |answer: Option<Answer<SolvedPuzzle>>| {
        seeds.extend(answer.map(|answer| answer.result));
        Ok(())
    };
    let worker = || |_, puzzle: &dyn Instance| seed(puzzle);
    let end = lines::run(job, worker, &mut take, control)?;
    let (Outcome::Done(counts, _) | Outcome::Interrupted(counts)) = end;
    Ok((seeds, counts))
}

/// The position of a puzzle, or why a hunt cannot start with it.
fn seed(puzzle: &dyn Instance) -> Result<SolvedPuzzle, String> {
    match as_sudoku(puzzle) {
        Some(Puzzle::Givens(grid)) => SolvedPuzzle::of(&grid)
            .ok_or_else(|| "not exactly one solution: a hunt cannot start there".to_string()),
        Some(Puzzle::Sukaku(_)) => {
            Err("a sukaku: only 9×9 Sudokus of givens can be hunted".to_string())
        }
        None => Err(not_sudoku(puzzle, "only 9×9 Sudokus can be hunted")),
    }
}

/// Random minimal puzzles.
pub(super) fn random(
    kind: Generator,
    seed: u64,
    count: u64,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<SolvedPuzzle>, Error> {
    let top_down = Independent::Deletion(Deletion::TopDown);
    let kind = kind.independent().unwrap_or(top_down);
    let recipe = Recipe { kind, seed };
    let mut found = Vec::new();
    let mut unit = 0;
    while (found.len() as u64) < count && !stop.load(Ordering::Relaxed) {
        // Units of a rare kind may be empty, so that their number is not known.
        let units = unit..unit + 8;
        unit = units.end;
        let take = |made: UnitOutput| {
            let products = made.products.iter();
            found.extend(products.filter_map(|product| SolvedPuzzle::of(&product.puzzle)));
            Ok::<_, Error>(())
        };
        each_until(stop, threads, units, |unit| recipe.make(unit), take)?;
    }
    found.truncate(count as usize);
    Ok(found)
}
