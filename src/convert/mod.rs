//! Jobs that turn puzzles into puzzles: expansions, minimals, neighbours, isomorphs and
//! solutions, each a function of one puzzle for the jobs of `job::lines`.

use crate::job::line_output::Output;
use crate::job::lines::{self, Answer, Job, Outcome, not_sudoku};
use crate::job::{Control, Error};
use gradus_csp::Instance;
use gradus_engine::kernel::check_givens;
use gradus_engine::rating::{Expansion, Rejection, expand_within, solution_within};
use gradus_engine::solve::count_solutions_within;
use gradus_generate::dice::Dice;
use gradus_generate::vicinity::{Minimals, Vicinity, minimals, neighbours, one_more, sample};
use gradus_puzzles::sudoku::solver::{GridSolutions, solve};
use gradus_puzzles::sudoku::{Grid, Puzzle, as_sudoku};

/// Writes the lines that a function of row and puzzle returns, each with the puzzle's comment.
pub(crate) fn run(
    job: &Job,
    work: impl Fn(u64, &dyn Instance) -> Result<Vec<String>, String> + Sync,
    output: &mut Output,
    control: &mut Control,
) -> Result<Outcome, Error> {
    let mut take = |answer: Option<Answer<Vec<String>>>| match answer {
        Some(answer) => write(output, &answer.result, answer.comment),
        None => output.flush(),
    };
    lines::run(job, || &work, &mut take, control)
}

fn write(output: &mut Output, lines: &[String], comment: Option<String>) -> Result<(), Error> {
    let mut lines = lines.iter();
    lines.try_for_each(|line| output.line(line, comment.as_deref()))
}

/// The added clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum More {
    /// All values that a theory asserts.
    By(Expansion),
    /// One, in every way: a puzzle for each empty cell.
    One,
}

/// The expansions of a puzzle, or the reason why it has none. Its solution must be found within a
/// number of nodes.
pub fn expanded(puzzle: &dyn Instance, more: More, nodes: u64) -> Result<Vec<String>, String> {
    match more {
        More::By(theory) => {
            let values =
                expand_within(puzzle, theory, nodes).map_err(|rejection| rejection.to_string())?;
            let expanded = puzzle
                .with_givens(&values)
                .ok_or("this kind of puzzle cannot have more givens")?;
            Ok(vec![expanded.to_string()])
        }
        More::One => {
            let (puzzle, solution) = clues_and_solution(puzzle)?;
            Ok(texts(one_more(&puzzle, &solution)))
        }
    }
}

/// The requested minimal puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All, but not more than this many of each puzzle.
    All {
        /// The most of each puzzle.
        limit: usize,
    },
    /// The results of this many random deletions of each puzzle.
    Sample {
        /// Deletions of each puzzle.
        draws: usize,
        /// The same seed gives the same deletions.
        seed: u64,
    },
}

/// Writes the minimal puzzles inside each puzzle. `incomplete` gets the puzzles that have
/// more than the limit.
pub(crate) fn all_minimals(
    job: &Job,
    which: Which,
    output: &mut Output,
    incomplete: &mut Vec<String>,
    control: &mut Control,
) -> Result<Outcome, Error> {
    let work = |_, puzzle: &dyn Instance| {
        let (lines, complete) = minimals_of(puzzle, which)?;
        Ok((lines, (!complete).then(|| puzzle.to_string())))
    };
    let mut take = |answer: Option<Answer<(Vec<String>, Option<String>)>>| {
        let Some(Answer { comment, result }) = answer else {
            return output.flush();
        };
        incomplete.extend(result.1);
        write(output, &result.0, comment)
    };
    lines::run(job, || work, &mut take, control)
}

/// The minimal puzzles inside a puzzle, and true if these are all; or the reason why there
/// are none.
pub fn minimals_of(puzzle: &dyn Instance, which: Which) -> Result<(Vec<String>, bool), String> {
    let (clues, solution) = clues_and_solution(puzzle)?;
    let minimals = match which {
        Which::All { limit } => minimals(&clues, &solution, limit),
        Which::Sample { draws, seed } => Minimals {
            puzzles: sample(&clues, &solution, draws, seed),
            complete: true,
        },
    };
    Ok((texts(minimals.puzzles), minimals.complete))
}

/// The neighbours of a puzzle, or the reason why it has none.
pub fn neighbours_of(puzzle: &dyn Instance, vicinity: &Vicinity) -> Result<Vec<String>, String> {
    let (puzzle, solution) = clues_and_solution(puzzle)?;
    Ok(texts(neighbours(&puzzle, &solution, vicinity)))
}

/// Some random isomorphs of the puzzle in a row. They depend on the seed and the row alone,
/// and those of a smaller count are the first of a larger one.
pub fn isomorphs_of(
    puzzle: &dyn Instance,
    row: u64,
    seed: u64,
    count: u64,
) -> Result<Vec<String>, String> {
    let sudoku = as_sudoku(puzzle)
        .ok_or_else(|| not_sudoku(puzzle, "only 9×9 Sudokus have isomorphs here"))?;
    let mut dice = Dice::new(seed, "isomorphs", row);
    let isomorphs = (0..count).map(|_| dice.symmetry().apply(&sudoku).to_string());
    Ok(isomorphs.collect())
}

/// The only solution of a puzzle, if it is found within a number of nodes.
pub fn solution_of(puzzle: &dyn Instance, nodes: u64) -> Result<Vec<String>, String> {
    let values = solution_within(puzzle, nodes).map_err(|rejection| rejection.to_string())?;
    let solved = puzzle.solution_text(&values);
    let solved = solved.ok_or("the solution of this kind of puzzle has no text")?;
    Ok(vec![solved])
}

/// Writes each puzzle with the number of its solutions, before its comment. A number that is
/// the limit means at least that many. Each solution must be found within a number of nodes.
pub(crate) fn counts(
    job: &Job,
    limit: u64,
    nodes: u64,
    output: &mut Output,
    control: &mut Control,
) -> Result<Outcome, Error> {
    let counted = |_, puzzle: &dyn Instance| {
        let count = count_solutions_within(puzzle, limit, nodes);
        let count = count.map_err(|undecided| undecided.to_string())?;
        Ok((puzzle.to_string(), count))
    };
    let mut take = |answer: Option<Answer<(String, u64)>>| {
        let Some(Answer { comment, result }) = answer else {
            return output.flush();
        };
        let comment = comment.map_or(String::new(), |comment| format!(" {comment}"));
        output.line(&result.0, Some(&format!("{}{comment}", result.1)))
    };
    lines::run(job, || counted, &mut take, control)
}

/// The clues of a 9×9 Sudoku and its only solution, or the reason why there are none.
fn clues_and_solution(puzzle: &dyn Instance) -> Result<(Grid, Grid), String> {
    let only = "only the clues of 9×9 Sudokus can be deleted or added here";
    let sudoku = as_sudoku(puzzle).ok_or_else(|| not_sudoku(puzzle, only))?;
    let Puzzle::Givens(clues) = sudoku else {
        return Err("a sukaku: it has candidates, and no clues to be deleted or added".into());
    };
    check_givens(puzzle).map_err(|error| error.to_string())?;
    match solve(&clues) {
        GridSolutions::One(solution) => Ok((clues, solution)),
        GridSolutions::None => Err(Rejection::NoSolution.to_string()),
        GridSolutions::Many(..) => Err(Rejection::SeveralSolutions.to_string()),
    }
}

fn texts(puzzles: impl IntoIterator<Item = Grid>) -> Vec<String> {
    let puzzles = puzzles.into_iter();
    puzzles.map(|puzzle| puzzle.to_string()).collect()
}
