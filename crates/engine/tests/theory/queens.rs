//! Queens on boards as puzzles: their text, the examples of the book, the definitions,
//! paths and drawings.

use gradus_check::{Verdict, check_record};
use gradus_csp::{Marks, Position, Solutions, Style};
use gradus_engine::proof::{path_of, prove, rating_in};
use gradus_engine::rating::{Limits, Name, Rating, Rejection, Request, classify};
use gradus_engine::solve::{count_solutions, solutions};
use gradus_harness::data::published_puzzles;
use gradus_path::notation::step_text;
use gradus_path::{Family, PathTheory};
use gradus_puzzles::read;

use crate::compare::{compare_lengths, compare_ratings};
use crate::reference::graph::Graph;
use crate::texts::puzzle;

/// PBCS 5.11.2 to 5.11.6, 7.8.2, 8.9.1 and 8.9.3, with the number of solutions and W.
/// The book prints W = 1 for the second, W = 4 for the third, and one solution of 7.8.2.
const BOOK: [(&str, u64, Option<u8>); 8] = [
    ("queens:8,r1c2,r2c7,r3c5", 1, Some(2)),
    ("queens:10,r1c7,r2c10,r4c3,r6c8,r9c9", 1, Some(0)),
    ("queens:9,r3c3,r6c2,r9c7", 1, Some(2)),
    ("queens:8,r2c7,r3c5,r4c8", 2, None),
    ("queens:6,r4c5,r5c2", 0, None),
    ("queens:9,r3c3,r6c2,r8c5", 2, None),
    ("queens:7,r2c1,r6c4", 0, None),
    ("queens:9,r2c3,r4c9,r5c4,r9c6", 0, None),
];

/// One order of guesses does not solve such boards within minutes.
#[test]
fn large_boards_with_few_queens_have_several_solutions() {
    for text in ["queens:67,r4c5,r5c2", "queens:128,r4c5", "queens:50,"] {
        assert_eq!(
            solutions(puzzle(text).as_ref()),
            Solutions::Several,
            "{text}"
        );
    }
}

#[test]
fn boards_with_queens_are_read_and_written() {
    for (text, same) in [
        ("queens:8,r1c2 r2c7 r3c5", "queens:8,r1c2,r2c7,r3c5"),
        ("QUEENS:8,r3c5, r1c2,\tr2c7", "queens:8,r1c2,r2c7,r3c5"),
        ("queens:8,", "queens:8,"),
        ("queens:12,r12c10,r2c11", "queens:12,r2c11,r12c10"),
        ("sudoqueens:9,r1c1 r2c4", "sudoqueens:9,r1c1,r2c4"),
        ("queens:40,r40c40", "queens:40,r40c40"),
    ] {
        assert_eq!(puzzle(text).to_string(), same);
        assert_eq!(puzzle(same).to_string(), same);
    }
    let reason = |text: &str| read(text).unwrap_err().to_string();
    for (text, message) in [
        (
            "queens:,",
            "queens: the size is \"\": expected a number from 1 to 128",
        ),
        (
            "queens:8",
            "queens: no comma after the size: expected the size, a comma, and the squares of queens",
        ),
        (
            "queens:129,",
            "queens: the size is \"129\": expected a number from 1 to 128",
        ),
        (
            "sudoqueens:8,",
            "sudoqueens: the size is 8: blocks need a size that is a square, such as 9 or 16",
        ),
        (
            "queens:8,r1c9",
            "queens: queen 1 is \"r1c9\": expected a square from r1c1 to r8c8",
        ),
        (
            "queens:8,r1c1,r01c2",
            "queens: queen 2 is \"r01c2\": expected a square from r1c1 to r8c8",
        ),
        (
            "queens:8,r1c1,c2",
            "queens: queen 2 is \"c2\": expected a square from r1c1 to r8c8",
        ),
        (
            "queens:8,r1c1,r1c1",
            "queens: queen 2 is on r1c1, where another one is",
        ),
    ] {
        assert_eq!(reason(text), message);
    }
}

fn check_book(text: &str, solutions: u64, w: Option<u8>) {
    let puzzle = puzzle(text);
    assert_eq!(count_solutions(puzzle.as_ref(), 10), solutions, "{text}");
    let request = Request {
        names: "te,w,b,gw,gb,s".parse().unwrap(),
        ..Request::default()
    };
    let found = classify(puzzle.as_ref(), &request);
    match (solutions, w) {
        (1, Some(w)) => {
            let found = found.unwrap();
            for name in [Name::W, Name::B] {
                assert_eq!(found.rating(name), Some(Rating::exact(w.into())), "{text}");
            }
        }
        (0, None) => assert_eq!(found.unwrap_err(), Rejection::NoSolution, "{text}"),
        _ => assert_eq!(found.unwrap_err(), Rejection::SeveralSolutions, "{text}"),
    }
}

#[test]
fn queens_of_the_book_are_rated() {
    for (text, solutions, w) in BOOK {
        check_book(text, solutions, w);
    }
    // Two queens that attack each other.
    let error = classify(puzzle("queens:8,r1c1,r4c4").as_ref(), &Request::default()).unwrap_err();
    let message = "the givens r1c1 and r4c4 contradict each other";
    assert_eq!(error.to_string(), message);
}

#[test]
fn all_published_queens_are_those_of_the_book() {
    let Some(entries) = published_puzzles("n-queens") else {
        return;
    };
    assert_eq!(entries.len(), BOOK.len());
    for (entry, (text, solutions, w)) in entries.iter().zip(BOOK) {
        let squares = entry["instance"]["queens"].as_array().unwrap().iter();
        let squares: Vec<String> = squares.map(|s| format!("r{}c{}", s[0], s[1])).collect();
        let golden = format!("queens:{},{}", entry["instance"]["n"], squares.join(" "));
        assert_eq!(puzzle(&golden).to_string(), text);
        assert_eq!(entry["check"]["solutions"].as_u64(), Some(solutions));
        assert_eq!(entry["check"]["W_loopless"].as_u64(), w.map(u64::from));
    }
}

/// A board as plain lists; blocks if there is a width.
fn graph(n: usize, block: Option<usize>) -> Graph {
    let mut variables: Vec<Vec<usize>> = Vec::new();
    for line in 0..n {
        variables.push((0..n).map(|c| line * n + c).collect());
        variables.push((0..n).map(|r| r * n + line).collect());
    }
    if let Some(width) = block {
        for b in 0..n {
            let inside = |&s: &usize| s / n / width * width + s % n / width == b;
            variables.push((0..n * n).filter(inside).collect());
        }
    }
    let mut links = Vec::new();
    for a in 0..n * n {
        for b in 0..n * n {
            if a != b && (a / n).abs_diff(b / n) == (a % n).abs_diff(b % n) {
                links.push((a, b));
            }
        }
    }
    Graph::new(n * n, variables, &links)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn queens_are_rated_by_the_definitions() {
    let mut seen = [0; 6];
    let mut chains = [[0; 4]; 4];
    let mut boards: Vec<(&str, usize, Option<usize>, Vec<usize>)> = Vec::new();
    // Every board with one solution and two queens, up to the first rows.
    for (kind, n, block) in [
        ("queens", 6, None),
        ("queens", 7, None),
        ("queens", 8, None),
        ("sudoqueens", 9, Some(3)),
    ] {
        for a in 0..n {
            for b in n..3 * n {
                boards.push((kind, n, block, vec![a, b]));
            }
        }
    }
    for (kind, n, block, givens) in boards {
        let name = |l: usize| format!("r{}c{}", l / n + 1, l % n + 1);
        let squares: Vec<String> = givens.iter().map(|&l| name(l)).collect();
        let text = format!("{kind}:{n},{}", squares.join(","));
        if !matches!(solutions(puzzle(&text).as_ref()), Solutions::One(_)) {
            continue;
        }
        let graph = graph(n, block);
        let mut state = graph.given(&givens);
        let found = compare_ratings(&text, &graph, &state, 4, 20);
        seen[found.b.unwrap_or(5)] += 1;
        assert!(graph.brt(&mut state));
        let counts = compare_lengths(&text, &graph, &state, &name, 3);
        for (all, of) in chains.iter_mut().zip(counts) {
            all.iter_mut()
                .zip(of)
                .for_each(|(all, count)| *all += count);
        }
    }
    println!("B {seen:?}, lengths {chains:?}");
    assert!(seen.iter().sum::<usize>() > 20, "{seen:?}");
    for of in chains {
        assert!(of[1..].iter().all(|&count| count > 5), "{chains:?}");
    }
}

#[test]
fn records_of_queens_are_accepted() {
    for text in [
        "queens:8,r1c2,r2c7,r3c5",
        "queens:9,r3c3,r6c2,r9c7",
        "sudoqueens:9,r1c1,r2c4",
    ] {
        let puzzle = puzzle(text);
        for theory in [
            PathTheory::S,
            PathTheory::Chains(Family::WHIP),
            PathTheory::Chains(Family::GWHIP),
            PathTheory::Chains(Family::GBRAID),
        ] {
            let rating = rating_in(puzzle.as_ref(), theory, Limits::default()).unwrap();
            let record = prove(puzzle.as_ref(), theory, rating, Limits::default()).unwrap();
            let verdict = check_record(&record, gradus_puzzles::read).unwrap();
            if rating.is_some_and(|rating| rating.value.is_some()) {
                assert_eq!(verdict, Verdict::Solution, "{theory} of {text}");
            }
            let mut changed = record.clone();
            changed.steps.remove(0);
            assert!(check_record(&changed, gradus_puzzles::read).is_err());
        }
    }
}

#[test]
fn steps_of_queens_name_rows_and_columns() {
    let puzzle = puzzle("queens:8,r1c2,r2c7,r3c5");
    let names = puzzle.domain().names();
    let theory = PathTheory::Chains(Family::WHIP);
    let path = path_of(puzzle.as_ref(), theory, None, Limits::default()).unwrap();
    let steps: Vec<String> = path
        .steps
        .iter()
        .map(|step| step_text(names, step))
        .collect();
    let last = steps.last().unwrap();
    assert!(
        last.starts_with("single-in-") && last.ends_with("=Q"),
        "{steps:?}"
    );
    assert!(
        steps.iter().any(|step| step.starts_with("whip[")),
        "{steps:?}"
    );
    for label in puzzle.domain().model().labels() {
        assert_eq!(names.label_named(&names.label(label)), Some(label));
    }
    for variable in puzzle.domain().model().variables() {
        assert_eq!(
            names.variable_named(&names.variable(variable)),
            Some(variable)
        );
    }
}

#[test]
fn queens_stand_on_a_chess_board() {
    let puzzle = puzzle("queens:4,r1c2");
    let drawing = puzzle.domain().drawing().unwrap();
    let position = Position::initial(puzzle.as_ref());
    let text = drawing.text(&position, &Marks::default(), Style::Plain);
    let rows = "r1 .  Q  .  .\nr2 .  .  .  o\nr3 o  .  o  .\nr4 o  .  o  o\n";
    assert_eq!(text, format!("   c1 c2 c3 c4\n{rows}"));
    let svg = drawing.svg(
        "Four",
        &puzzle.givens(),
        Some((&position, &Marks::default())),
    );
    assert_eq!(svg.matches("♛").count(), 1);
    assert_eq!(svg.matches("•").count(), 6);
    assert_eq!(svg.matches("gradus-area\"").count(), 1);
}
