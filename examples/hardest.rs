//! Finds the puzzle of a text file that needs the longest braids, and proves it: prints a
//! resolution path that the independent checker has accepted.
//!
//! ```text
//! cargo run --release --no-default-features --example hardest -- examples/puzzles.txt
//! ```

use std::error::Error;
use std::{env, fs};

use gradus_check::check_record;
use gradus_csp::Instance;
use gradus_engine::proof::prove;
use gradus_engine::rating::{Limits, Name, Request, classify};
use gradus_path::notation::step_text;
use gradus_path::{PathStep, PathTheory, Rating, Status};
use gradus_puzzles::read;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("usage: hardest FILE")?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let request = Request {
        names: Name::B.into(),
        ..Request::default()
    };

    // A puzzle that braids do not solve has no path: it is counted, not ranked.
    let mut hardest: Option<(Box<dyn Instance>, Rating)> = None;
    let mut beyond = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some(puzzle) = line.split_whitespace().next() else {
            continue;
        };
        let puzzle = read(puzzle)?;
        let rating = classify(puzzle.as_ref(), &request)?.rating(Name::B);
        match rating {
            Some(rating) if rating.status == Status::Exact => {
                if hardest
                    .as_ref()
                    .is_none_or(|(_, most)| most.value < rating.value)
                {
                    hardest = Some((puzzle, rating));
                }
            }
            _ => beyond += 1,
        }
    }
    let (puzzle, rating) = hardest.ok_or("no puzzle of the file is solved by braids")?;
    println!("{puzzle}");
    println!("B = {rating}; {beyond} other puzzles are not solved by braids\n");

    // The rating gives the length that the path must not exceed.
    let theory: PathTheory = "B".parse()?;
    let record = prove(puzzle.as_ref(), theory, Some(rating), Limits::default())?;

    // The checker is independent of the search. It reads the puzzle and the names of the
    // steps and replays them.
    let verdict = check_record(&record, gradus_puzzles::read)?;

    let path = record.path(puzzle.as_ref())?;
    let names = puzzle.domain().names();
    for (step, number) in path.steps.iter().zip(1..) {
        // Singles are the bulk of a path and its least interesting part.
        if !matches!(step, PathStep::Single { .. }) {
            println!("{number:>4}  {}", step_text(names, step));
        }
    }
    println!("\nchecked: {verdict:?}, {} steps", path.steps.len());
    Ok(())
}
