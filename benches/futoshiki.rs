//! Times W of Futoshikis, the building of their models included, on one core: the median and
//! the greatest CPU time a puzzle, for each file of lines. Without files, puzzles come from
//! `sgt-unequal` of Simon Tatham's collection, if it is installed.
//!
//! ```sh
//! cargo bench --bench futoshiki                  # 200 puzzles of three levels, 7×7
//! cargo bench --bench futoshiki -- FILE ...
//! ```
#![allow(clippy::unwrap_used)]

mod clock;

use std::process::Command;
use std::time::Duration;

use clock::timed;
use gradus_engine::rating::{Request, classify};
use gradus_model::read;

fn main() {
    let files = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let files: Vec<String> = files.collect();
    for file in &files {
        report(file, &std::fs::read_to_string(file).unwrap());
    }
    for level in ["7de", "7dt", "7dx"].iter().filter(|_| files.is_empty()) {
        let program = ["sgt-unequal", "/usr/games/sgt-unequal"];
        let mut outputs = program.iter().filter_map(|program| {
            Command::new(program)
                .args(["--generate", "200", level])
                .output()
                .ok()
        });
        match outputs.next() {
            Some(output) => report(level, &String::from_utf8(output.stdout).unwrap()),
            None => println!("{level}: sgt-unequal is not installed"),
        }
    }
}

fn report(name: &str, text: &str) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    for names in ["w", "w,b", "w,b,gw,gb"] {
        let request = Request {
            names: names.parse().unwrap(),
            ..Request::default()
        };
        let rate = |line: &&str| {
            let run = || classify(read(line).unwrap().as_ref(), &request).is_ok();
            // The least of three: the first fills caches.
            let times = (0..3).map(|_| timed(run)).map(|(time, rated)| {
                assert!(rated, "{line}");
                time
            });
            times.min().unwrap()
        };
        let mut times: Vec<Duration> = lines.iter().map(rate).collect();
        times.sort_unstable();
        let (Some(last), middle) = (times.last(), times.get(times.len() / 2)) else {
            continue;
        };
        println!(
            "{name}, {} puzzles, {names}: median {:.3} ms, greatest {:.3} ms",
            times.len(),
            middle.unwrap_or(last).as_secs_f64() * 1e3,
            last.as_secs_f64() * 1e3
        );
    }
}
