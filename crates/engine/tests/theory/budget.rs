//! The budget of the search for solutions, and what a small budget promises for isomorphic puzzles.

use gradus_csp::{Solutions, Undecided};
use gradus_engine::rating::{Limits, Rating, Rejection, Request, Status, classify};
use gradus_engine::solve::solutions_within;
use gradus_harness::random::Rng;
use gradus_puzzles::read;

/// A budget of few nodes leaves the number of solutions open, in the library as well.
#[test]
fn few_nodes_decide_nothing() {
    let text = format!("jigsaw:{}", {
        let blocks = (0..256).map(|cell| char::from(b'a' + (cell / 64 * 4 + cell % 16 / 4) as u8));
        format!("{},{}", ".".repeat(256), blocks.collect::<String>())
    });
    let puzzle = read(&text).unwrap();
    let undecided = Undecided::Nodes(1);
    assert_eq!(solutions_within(puzzle.as_ref(), 1), Err(undecided));
    let limits = Limits {
        budget: 1,
        ..Limits::default()
    };
    let request = Request {
        names: "te".parse().unwrap(),
        limits,
    };
    let rejected = classify(puzzle.as_ref(), &request).unwrap_err();
    assert_eq!(rejected, Rejection::Undecided(undecided));
    assert_eq!(
        rejected.to_string(),
        "number of solutions not decided within 1 nodes"
    );
    let usual = solutions_within(puzzle.as_ref(), Limits::default().budget);
    assert_eq!(usual, Ok(Solutions::Several));
}

/// Sets of values that two ratings of the same puzzle allow: both have the true one.
fn agree(one: Rating, other: Rating) -> bool {
    let range = |rating: Rating| match (rating.status, rating.value) {
        (Status::Exact, Some(value)) => (value, value),
        (Status::Upper, Some(value)) => (0, value),
        (Status::Lower, Some(value)) => (value, u8::MAX),
        _ => (u8::MAX, u8::MAX),
    };
    let (one, other) = (range(one), range(other));
    one.0.max(other.0) <= one.1.min(other.1)
}

/// Isomorphic puzzles of kinds without canonical forms may get different bounds from a small
/// budget, but their bounds never exclude each other; and with the usual budget, ratings that
/// do not depend on the order of eliminations are the same.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn bounds_of_isomorphic_puzzles_of_other_kinds_never_exclude_each_other() {
    let mut rng = Rng(13);
    let (mut differ, mut compared) = (0, 0);
    for round in 0..12 {
        let cells = minimal_square(7, &mut rng);
        let texts: Vec<String> = (0..3)
            .map(|turn| match turn {
                0 => latin(&cells),
                _ => latin(&turned(&cells, &mut rng)),
            })
            .collect();
        for budget in [100, 1000, 10_000, Limits::default().budget] {
            let rated = texts.iter().map(|text| {
                let request = Request {
                    names: "te,s,w,b,z,bpb".parse().unwrap(),
                    limits: Limits {
                        budget,
                        ..Limits::default()
                    },
                };
                classify(read(text).unwrap().as_ref(), &request)
            });
            // The solution itself may take more than a few nodes.
            let rated: Vec<_> = rated.filter_map(Result::ok).collect();
            for pair in rated.windows(2) {
                for ((name, one), (_, other)) in pair[0].ratings.iter().zip(&pair[1].ratings) {
                    assert!(
                        agree(*one, *other),
                        "{name} of {texts:?}, {budget}: {one} {other}"
                    );
                    compared += 1;
                    differ += usize::from(one != other);
                    if budget == Limits::default().budget
                        && ["te", "s", "b"].contains(&name.column())
                    {
                        assert_eq!(one, other, "{name} of {texts:?}, round {round}");
                    }
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
    println!("{differ} of {compared} differ");
}

/// The cells of a Latin square with one solution, from which no clue can be taken.
fn minimal_square(size: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut full: Vec<Vec<usize>> = (0..size)
        .map(|row| (0..size).map(|column| 1 + (row + column) % size).collect())
        .collect();
    full = turned(&full, rng);
    let mut order: Vec<usize> = (0..size * size).collect();
    shuffle(&mut order, rng);
    for cell in order {
        let kept = std::mem::take(&mut full[cell / size][cell % size]);
        let puzzle = read(&latin(&full)).unwrap();
        if solutions_within(puzzle.as_ref(), u64::MAX) == Ok(Solutions::Several) {
            full[cell / size][cell % size] = kept;
        }
    }
    full
}

fn latin(cells: &[Vec<usize>]) -> String {
    let symbol = |&cell: &usize| match cell {
        0 => '.',
        cell => char::from(b'0' + cell as u8),
    };
    let symbols: String = cells.iter().flatten().map(symbol).collect();
    format!("latin:{symbols}")
}

/// The same square with rows, columns and symbols in another order.
fn turned(cells: &[Vec<usize>], rng: &mut Rng) -> Vec<Vec<usize>> {
    let size = cells.len();
    let mut orders = [0; 3].map(|_| (0..size).collect::<Vec<usize>>());
    orders.iter_mut().for_each(|order| shuffle(order, rng));
    let [rows, columns, symbols] = orders;
    let cell = |row: usize, column: usize| match cells[rows[row]][columns[column]] {
        0 => 0,
        symbol => 1 + symbols[symbol - 1],
    };
    (0..size)
        .map(|row| (0..size).map(|column| cell(row, column)).collect())
        .collect()
}

fn shuffle(order: &mut [usize], rng: &mut Rng) {
    for place in (1..order.len()).rev() {
        order.swap(place, rng.below(place + 1));
    }
}
