//! A literal implementation of the rating: slow, without caches, and written apart from the engine,
//! with which it shares no code.

pub mod aligned;
pub mod basic;
pub mod bug;
pub mod cycles;
pub mod grid;
pub mod hint;
pub mod links;
pub mod runs;
pub mod unique;

use grid::Grid;
use hint::Hint;

/// A step: technique, tenths of its rating, complexity, eliminations, placement.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    pub name: String,
    pub rating: u16,
    pub complexity: usize,
    pub eliminations: Vec<(usize, usize)>,
    pub placement: Option<(usize, usize)>,
}

pub fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0).floor() as u16
}

/// 1.4: the first hint of the first producer that has one.
pub fn next(grid: &Grid, se121: bool) -> Option<Hint> {
    use basic::*;
    let levels: &[&runs::Kind] = match se121 {
        true => &[&runs::NESTED5],
        false => &[&runs::FPGX30, &runs::FPGX31],
    };
    let producers: Vec<Box<dyn Fn() -> Vec<Hint> + '_>> = vec![
        Box::new(|| hidden_singles(grid)),
        Box::new(|| locking(grid, true)),
        Box::new(|| hidden_sets(grid, 2, true)),
        Box::new(|| naked_singles(grid)),
        Box::new(|| hidden_sets(grid, 3, true)),
        Box::new(|| locking(grid, false)),
        Box::new(|| naked_sets(grid, 2)),
        Box::new(|| fish(grid, 2)),
        Box::new(|| hidden_sets(grid, 2, false)),
        Box::new(|| naked_sets(grid, 3)),
        Box::new(|| fish(grid, 3)),
        Box::new(|| hidden_sets(grid, 3, false)),
        Box::new(|| wings(grid, false)),
        Box::new(|| wings(grid, true)),
        Box::new(|| {
            if se121 {
                unique::loops(grid)
            } else {
                Vec::new()
            }
        }),
        Box::new(|| naked_sets(grid, 4)),
        Box::new(|| fish(grid, 4)),
        Box::new(|| hidden_sets(grid, 4, false)),
        Box::new(|| if se121 { bug::bug(grid) } else { Vec::new() }),
        Box::new(|| aligned::aligned(grid, 2)),
        Box::new(|| cycles::forcing(grid)),
        Box::new(|| aligned::aligned(grid, 3)),
        Box::new(|| runs::producer(grid, &runs::NISHIO)),
        Box::new(|| runs::producer(grid, &runs::MULTIPLE)),
        Box::new(|| runs::producer(grid, &runs::DYNAMIC)),
        Box::new(|| runs::producer(grid, &runs::PLUS)),
        Box::new(|| runs::producer(grid, &runs::NESTED2)),
        Box::new(|| runs::producer(grid, &runs::NESTED3)),
        Box::new(|| runs::producer(grid, &runs::NESTED4)),
        Box::new(move || {
            levels
                .iter()
                .flat_map(|kind| runs::producer(grid, kind))
                .collect()
        }),
    ];
    producers
        .iter()
        .find_map(|producer| producer().into_iter().next())
}

/// The steps of a puzzle until it is solved, or no producer finds anything, or a step would be
/// rated above `most` tenths.
pub fn steps(grid: &Grid, se121: bool, most: u16) -> Vec<Step> {
    let mut grid = grid.clone();
    let mut steps = Vec::new();
    while !grid.solved() {
        let Some(hint) = next(&grid, se121) else {
            break;
        };
        let step = step(&hint);
        hint.apply(&mut grid);
        let stop = step.rating > most;
        steps.push(step);
        if stop {
            break;
        }
    }
    steps
}

pub fn step(hint: &Hint) -> Step {
    let removals = hint.removals.iter();
    Step {
        name: hint.name.clone(),
        rating: tenths(hint.rating),
        complexity: hint.complexity,
        eliminations: removals
            .flat_map(|(&cell, &digits)| grid::bits(digits).into_iter().map(move |d| (cell, d)))
            .collect(),
        placement: hint.placement,
    }
}

/// A step of the engine in the same form.
pub fn of_engine(step: &gradus_ser::Step) -> Step {
    let wide = |&(cell, digit): &(u8, u8)| (usize::from(cell), usize::from(digit));
    Step {
        name: step.technique.to_string(),
        rating: step.rating.0,
        complexity: step.complexity as usize,
        eliminations: step.eliminations.iter().map(wide).collect(),
        placement: step.placement.as_ref().map(wide),
    }
}
