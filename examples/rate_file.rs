//! Rates the puzzles of a text file, one per line, and prints a table.
//!
//! ```text
//! cargo run --release --no-default-features --example rate_file -- examples/puzzles.txt
//! ```
//!
//! This is `gradus rate` in a few lines: [`read`] parses a puzzle of any kind, and
//! [`classify`] computes what a [`Request`] lists.

use std::error::Error;
use std::{env, fs};

use gradus_engine::rating::{Request, classify};
use gradus_puzzles::read;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("usage: rate_file FILE")?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let request = Request {
        names: "te,s,w,b,gw".parse()?,
        ..Request::default()
    };

    print!("clues");
    for name in request.names.iter() {
        print!("{:>5}", name.heading().trim_end_matches(" depth"));
    }
    println!("  puzzle");

    let lines = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.starts_with('#'));
    for (line, number) in lines {
        // The rest of the line is a comment.
        let Some(puzzle) = line.split_whitespace().next() else {
            continue;
        };
        // A bad line does not stop the others.
        let puzzle = match read(puzzle) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                eprintln!("{file}:{number}: {error}");
                continue;
            }
        };
        match classify(puzzle.as_ref(), &request) {
            Ok(found) => {
                print!("{:>5}", found.clues);
                // A rating prints as 4, ≤5, ≥37, ∞ or -.
                for (_, rating) in &found.ratings {
                    print!("{rating:>5}");
                }
                println!("  {puzzle}");
            }
            Err(rejection) => eprintln!("{file}:{number}: {rejection}"),
        }
    }
    Ok(())
}
