//! Times the generators on one core: complete grids and puzzles per second of CPU time and, for
//! controlled-bias, grids tried.
#![allow(clippy::unwrap_used)]

use gradus_generate::dice::Dice;
use gradus_generate::grids::random_grid;
use gradus_generate::suexg::Suexg;
use gradus_generate::unit::{Recipe, UnitOutput, next_of};
use gradus_generate::{Deletion, Generator, Independent};
use gradus_harness::clock::timed;

fn main() {
    let mut dice = Dice::new(1, "bench", 0);
    let count = 20_000;
    let (time, _) = timed(|| {
        (0..count)
            .map(|_| random_grid(&mut dice).0[0] as u64)
            .sum::<u64>()
    });
    println!(
        "{:22} {:>10.0} grids/s",
        "complete grids",
        count as f64 / time.as_secs_f64()
    );

    let grids: Vec<_> = (0..count).map(|_| random_grid(&mut dice)).collect();
    for (kind, units) in [
        (Independent::BottomUp, 200),
        (Independent::Deletion(Deletion::TopDown), 500),
        (Independent::Deletion(Deletion::ControlledBias), 4000),
    ] {
        let recipe = Recipe { kind, seed: 1 };
        let all = || (0..units).map(|unit| recipe.make(unit)).collect();
        let kind = Generator::from(kind);
        report(&kind.to_string(), kind, all);
    }
    let mut suexg = Suexg::from_seed(0).expect("a small seed");
    let all = || (0..200).map(|_| next_of(&mut suexg)).collect();
    report("suexg", Generator::Suexg, all);
    for deletion in [Deletion::TopDown, Deletion::ControlledBias] {
        let kind = Generator::from(deletion);
        let recipe = Recipe {
            kind: deletion,
            seed: 1,
        };
        let all = || vec![recipe.make_from(0, &grids)];
        report(&format!("{kind}, given"), kind, all);
    }
}

fn report(name: &str, kind: Generator, make: impl FnMut() -> Vec<UnitOutput>) {
    let (time, made) = timed(make);
    let puzzles: usize = made.iter().map(|made| made.products.len()).sum();
    let grids: u64 = made.iter().map(|made| made.grids).sum();
    let per_second = |count: f64| count / time.as_secs_f64();
    print!("{name:22} {:>10.1} puzzles/s", per_second(puzzles as f64));
    match kind {
        Generator::ControlledBias => println!(" {:>11.0} grids tried/s", per_second(grids as f64)),
        _ => println!(),
    }
}
