//! The seeds of a hunt: given puzzles and random ones.

use std::sync::atomic::AtomicBool;

use crate::job::lines::not_sudoku;
use crate::job::lines::{self, Answer, Outcome, ReadCounts, Taker};
use crate::job::pump::each;
use crate::job::{Error, Observer};
use gradus_csp::Instance;
use gradus_generate::unit::Recipe;
use gradus_generate::{Deletion, Generator, Independent};
use gradus_hunt::SolvedPuzzle;
use gradus_puzzles::sudoku::{Puzzle, as_sudoku};

/// The puzzles of some inputs.
pub(super) fn given(
    job: &lines::Job,
    stop: &AtomicBool,
    observer: &mut dyn Observer,
) -> Result<(Vec<SolvedPuzzle>, ReadCounts), Error> {
    let mut seeds = Seeds(Vec::new());
    let end = lines::run(
        job,
        || |_, puzzle: &dyn Instance| seed(puzzle),
        &mut seeds,
        stop,
        observer,
    )?;
    let (Outcome::Done(counts, _) | Outcome::Interrupted(counts)) = end;
    Ok((seeds.0, counts))
}

/// The position of a puzzle, or why a hunt cannot begin with it.
fn seed(puzzle: &dyn Instance) -> Result<SolvedPuzzle, String> {
    match as_sudoku(puzzle) {
        Some(Puzzle::Givens(grid)) => SolvedPuzzle::of(&grid)
            .ok_or_else(|| "not exactly one solution: no hunt begins there".to_string()),
        Some(Puzzle::Sukaku(_)) => {
            Err("a sukaku: only 9×9 Sudokus of givens can be hunted".to_string())
        }
        None => Err(not_sudoku(puzzle, "only 9×9 Sudokus can be hunted")),
    }
}

struct Seeds(Vec<SolvedPuzzle>);

impl Taker<SolvedPuzzle> for Seeds {
    fn take(&mut self, answer: Answer<SolvedPuzzle>) -> Result<(), Error> {
        self.0.push(answer.result);
        Ok(())
    }
}

/// Random minimal puzzles.
pub(super) fn random(
    kind: Generator,
    seed: u64,
    count: u64,
    threads: usize,
) -> Result<Vec<SolvedPuzzle>, Error> {
    let top_down = Independent::Deletion(Deletion::TopDown);
    let kind = kind.independent().unwrap_or(top_down);
    let recipe = Recipe { kind, seed };
    let mut found = Vec::new();
    let mut unit = 0;
    while (found.len() as u64) < count {
        // Units of a rare kind may be empty, so that their number is not known.
        let units = unit..unit + 8;
        unit = units.end;
        each(
            threads,
            units,
            |unit| recipe.make(unit),
            |made| {
                let puzzles = made.products.iter().map(|product| product.puzzle);
                found.extend(puzzles.filter_map(|puzzle| SolvedPuzzle::of(&puzzle)));
                Ok::<_, Error>(())
            },
        )?;
    }
    found.truncate(count as usize);
    Ok(found)
}
