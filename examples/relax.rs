//! Makes a Sudoku harder than any givens could: puts candidates that the givens exclude back,
//! one by one in random order, as long as the puzzle has one solution and braids still find it.
//! The result is a sukaku, a puzzle given by its candidates.
//!
//! Putting a candidate back never makes braids shorter, and a candidate that cannot be put back
//! now cannot be put back later. So one pass leads to a sukaku to which nothing can be added,
//! with the largest B of this order. The program prints the best of many orders.
//!
//! ```text
//! cargo run --release --no-default-features --example relax -- PUZZLE FIRST LAST
//! ```
//!
//! FIRST and LAST are the seeds of the first and the last order.

use std::env;
use std::error::Error;

use gradus_csp::Position;
use gradus_engine::kernel::check_givens;
use gradus_engine::rating::{Bound, Limits, Name, Request, bound, classify, solution};
use gradus_engine::te::{Over, depth_of};
use gradus_generate::dice::Dice;
use gradus_path::Status;
use gradus_puzzles::sudoku::{CELLS, Puzzle, coordinates};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [puzzle, first, last] = &arguments[..] else {
        return Err("usage: relax PUZZLE FIRST LAST".into());
    };
    let candidates = candidates(&puzzle.parse()?)?;
    let request = Request {
        names: Name::B.into(),
        limits: Limits {
            max_length: CELLS,
            budget: 1_000_000_000,
            ..Limits::default()
        },
    };
    let mut longest = 0;
    for seed in first.parse()?..=last.parse()? {
        let relaxed = relaxed(candidates, seed);
        // An upper bound is cheap, and usually shows that the exact value is not worth computing.
        let labels = solution(&relaxed)?;
        if !matches!(bound(&relaxed, &labels, longest)?, Bound::AtMost(most) if most > longest) {
            continue;
        }
        let Some(rating) = classify(&relaxed, &request)?.rating(Name::B) else {
            continue;
        };
        if let (Status::Exact, Some(length)) = (rating.status, rating.value.map(usize::from))
            && length > longest
        {
            longest = length;
            println!("seed {seed}: B = {length}\n{relaxed}");
        }
    }
    Ok(())
}

/// For each cell, the digits that the givens leave; bit d stands for d + 1.
fn candidates(puzzle: &Puzzle) -> Result<[u16; CELLS], Box<dyn Error>> {
    check_givens(puzzle)?;
    let state = Position::initial(puzzle);
    let mut cells = [0; CELLS];
    for &label in state.candidates.iter().chain(&state.values) {
        let (digit, row, column) = coordinates(label);
        cells[9 * row + column] |= 1 << digit;
    }
    Ok(cells)
}

/// The sukaku to which nothing more can be added.
fn relaxed(mut cells: [u16; CELLS], seed: u64) -> Puzzle {
    let all = (0..CELLS).flat_map(|cell| (0..9).map(move |digit| (cell, 1 << digit)));
    let mut missing: Vec<(usize, u16)> =
        all.filter(|(cell, bit)| cells[*cell] & bit == 0).collect();
    Dice::new(seed, "relax", 0).shuffle(&mut missing);
    for (cell, bit) in missing {
        cells[cell] |= bit;
        if !is_solved_by_braids(&Puzzle::Sukaku(Box::new(cells))) {
            cells[cell] &= !bit;
        }
    }
    Puzzle::Sukaku(Box::new(cells))
}

/// Returns true if there is one solution and T&E(1), which equals braids, finds it.
fn is_solved_by_braids(puzzle: &Puzzle) -> bool {
    solution(puzzle).is_ok_and(|labels| depth_of(puzzle, &labels, Over::Singles, 1).is_some())
}
