//! The seeds of a hunt: given puzzles and random ones.

use crate::job::lines::{self, Answer, Outcome, ReadCounts, not_sudoku};
use crate::job::pump::each;
use crate::job::{Control, Error};
use gradus_csp::Instance;
use gradus_generate::unit::{Made, Recipe};
use gradus_generate::{Independent, Kind, Way};
use gradus_hunt::Position;
use gradus_puzzles::sudoku::{Puzzle, as_sudoku};

/// The puzzles of some inputs.
pub(super) fn given(
    job: &lines::Job,
    control: &mut Control,
) -> Result<(Vec<Position>, ReadCounts), Error> {
    let mut seeds = Vec::new();
    let mut take = |answer: Option<Answer<Position>>| {
        seeds.extend(answer.map(|answer| answer.result));
        Ok(())
    };
    let worker = || |_, puzzle: &dyn Instance| seed(puzzle);
    let end = lines::run(job, worker, &mut take, control)?;
    let (Outcome::Done(counts, _) | Outcome::Interrupted(counts)) = end;
    Ok((seeds, counts))
}

/// The position of a puzzle, or why a hunt cannot start with it.
fn seed(puzzle: &dyn Instance) -> Result<Position, String> {
    match as_sudoku(puzzle) {
        Some(Puzzle::Givens(grid)) => Position::of(&grid)
            .ok_or_else(|| "not exactly one solution: a hunt cannot start there".to_string()),
        Some(Puzzle::Sukaku(_)) => {
            Err("a sukaku: only 9×9 Sudokus of givens can be hunted".to_string())
        }
        None => Err(not_sudoku(puzzle, "only 9×9 Sudokus can be hunted")),
    }
}

/// Random minimal puzzles.
pub(super) fn random(
    kind: Kind,
    seed: u64,
    count: u64,
    threads: usize,
) -> Result<Vec<Position>, Error> {
    let kind = match kind.way() {
        Way::Units(kind) => kind,
        Way::Suexg => Independent::TopDown,
    };
    let recipe = Recipe { kind, seed };
    let mut found = Vec::new();
    let mut unit = 0;
    while (found.len() as u64) < count {
        // Units of a rare kind may be empty, so that their number is not known.
        let units = unit..unit + 8;
        unit = units.end;
        let take = |made: Made| {
            let products = made.products.iter();
            found.extend(products.filter_map(|product| Position::of(&product.puzzle)));
            Ok::<_, Error>(())
        };
        each(threads, units, |unit| recipe.make(unit), take)?;
    }
    found.truncate(count as usize);
    Ok(found)
}
