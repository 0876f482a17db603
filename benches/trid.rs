//! Times tridagons and the rating by OR_k-whips on one core: the microseconds that the counts
//! add to a puzzle without tridagons, and the time of the rating.
//!
//! ```sh
//! cargo bench --bench trid            # the first 2000 puzzles of each collection
//! cargo bench --bench trid -- 100
//! ```
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use gradus::puzzles::book;
use gradus_engine::kernel::bitboard::BoardKernel;
use gradus_engine::kernel::initial_state;
use gradus_engine::rating::{Request, classify};
use gradus_engine::relations::count;
use gradus_harness::clock::timed;
use gradus_harness::data::Collection;
use gradus_puzzles::sudoku::{Puzzle, domain};

fn main() {
    // Cargo adds an option.
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let limit = numbers.next().unwrap_or(2000);
    for name in ["cbg-dev", "eleven-te2", "mith-te3"] {
        let puzzles: Vec<Puzzle> = match Collection::read(name, limit) {
            Some(table) => {
                let puzzles = table.columns(["puzzle"]).unwrap().into_iter();
                puzzles.map(|[puzzle]| puzzle.parse().unwrap()).collect()
            }
            None => {
                println!("no {name}: puzzles of the manual instead");
                let entries = book::puzzles().into_iter();
                let of_manual = entries.filter(|e| e.id.starts_with("UM-14") && e.solutions == 1);
                of_manual
                    .map(|entry| entry.puzzle.parse().unwrap())
                    .collect()
            }
        };
        let each = |names: &str| {
            let request = Request {
                names: names.parse().unwrap(),
                ..Request::default()
            };
            let rate = |puzzle: &Puzzle| {
                let run = || black_box(classify(puzzle, &request).unwrap());
                timed(run).0.as_secs_f64()
            };
            let mut times: Vec<f64> = puzzles.iter().map(rate).collect();
            times.sort_by(f64::total_cmp);
            times
        };
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
        println!("{name}: {} puzzles", puzzles.len());
        let kernel = BoardKernel::of(domain()).unwrap();
        let states: Vec<_> = puzzles
            .iter()
            .map(|puzzle| initial_state(&kernel, puzzle).unwrap())
            .collect();
        let (detection, ()) = timed(|| {
            for state in &states {
                black_box(count(&kernel, &state.left));
            }
        });
        let micros = detection.as_secs_f64() * 1e6 / states.len() as f64;
        println!("  detection in the state with the givens: {micros:.2} µs each");
        let added = mean(&each("te,belts,tridagons,guardians")) - mean(&each("te,belts"));
        println!(
            "  tridagons and guardians, beside te and belts: {:.1} µs more",
            added * 1e6
        );
        let times = each("trid");
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] * 1e3;
        println!(
            "  trid: median {:.2} ms, mean {:.2} ms, 99 % below {:.1} ms, longest {:.1} ms",
            at(0.5),
            mean(&times) * 1e3,
            at(0.99),
            at(1.0)
        );
    }
}
