//! Numbrix and Hidato: texts, published ratings and counts, records before the checker, and
//! small random puzzles beside the definitions.

use gradus_check::{Refusal, Verdict, check_record};
use gradus_csp::{Marks, Position, Solutions, Style};
use gradus_engine::kernel::initial_state;
use gradus_engine::proof::{prove, rating_in};
use gradus_engine::rating::LinkCount;
use gradus_engine::rating::{Limits, Name, Rating, Rejection};
use gradus_engine::solve::{count_solutions, solutions};
use gradus_engine::with_kernel;
use gradus_harness::data::published_puzzles;
use gradus_path::record::StepRecord;
use gradus_path::{Chain, Family, PathTheory, Record};
use gradus_puzzles::read;
use serde_json::Value;

use crate::compare::compare_ratings;
use crate::reference::graph::Graph;
use crate::reference::random::Rng;
use crate::texts::{puzzle, rate, w_of};

/// Mebane III.4 (PBCS 16.2.4.3): W = B = 8 in both models.
const III_4: &str = "5,. . B . . B . . B . . 19 1 10 . . B . . B . . B . .";
/// Mebane III.7 (PBCS 16.2.4.2): 4 in the topological model, 3 in the geometric one.
const III_7: &str = "8,B B . . B . . 2 . . B B . . B . . B . B . B . . B . . B . B B B B B B . \
    B . . B . . B . B . B . . B . . B B . . 22 . . B . . B B";
/// Mebane III.10 (PBCS 16.2.4.1): 3 in both.
const III_10: &str = "8,B . . . 51 . . . . B 15 . . . . . . . B . 31 . . . . . . B . 30 . 28 \
    38 . 12 . B . . . . . . 6 . B . . . . . . . 20 B . . . . 8 . . . B";

#[test]
fn texts_are_read_with_blanks_and_commas_and_printed_with_commas() {
    let printed = "hidato:3,1,.,.,.,B,.,.,5,.";
    for text in [
        "hidato:3,1 . . . B . . 5 .",
        "hidato-geometric:3, 1 . .  . b . . 5,.",
        "Hidato:3,1,.,.,.,B,.,.,5,.",
    ] {
        assert_eq!(puzzle(text).to_string(), printed);
    }
    for kind in [
        "numbrix",
        "numbrix-topological",
        "hidato",
        "hidato-topological",
    ] {
        let text = format!("{kind}:3,1,.,.,.,B,.,.,5,.");
        assert_eq!(puzzle(&text).to_string(), text);
        assert_eq!(puzzle(&text).kind(), kind);
        assert_eq!(puzzle(&text).givens().len(), 2);
    }
}

#[test]
fn refused_texts_say_what_was_expected() {
    let message = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(
        message("hidato:1 . ."),
        "hidato: the size is \"1 . .\": expected SIZE,CELLS with a size from 1 to 25"
    );
    assert_eq!(message("numbrix:2,1 . ."), "numbrix: 3 cells: size 2 has 4");
    assert_eq!(
        message("numbrix-topological:2,1 . x ."),
        "numbrix-topological: r2c1 is \"x\": expected a number, `.` for an open cell or `B` for a black one"
    );
    assert_eq!(
        message("numbrix:2,1 . 4 B"),
        "numbrix: r2c1 is 4: the white cells have the numbers from 1 to 3"
    );
    assert_eq!(message("hidato:1,B"), "hidato: there is no white cell");
    let open = vec!["."; 25 * 25].join(",");
    assert_eq!(
        message(&format!("hidato:25,{open}")),
        "hidato: the puzzle has 390625 labels, and at most 16384 can be rated"
    );
}

#[test]
fn givens_that_are_too_far_apart_contradict_each_other() {
    for kind in ["numbrix", "numbrix-topological"] {
        let far = rate(&format!("{kind}:3,1 . . . . . . . 2"), "te").unwrap_err();
        assert_eq!(
            far.to_string(),
            "the givens n1r1c1 and n2r3c3 contradict each other"
        );
        let twice = rate(&format!("{kind}:3,1 . . . . . . . 1"), "te").unwrap_err();
        assert!(matches!(twice, Rejection::Contradictory(_)), "{twice}");
        // A cell that no number can reach.
        let alone = rate(&format!("{kind}:3,1 B . B B . . . ."), "te").unwrap_err();
        assert_eq!(alone, Rejection::NoSolution);
        // 2 has no cell: all that is beside 1 is taken.
        let stuck = rate(&format!("{kind}:3,1 4 . 6 . . . . ."), "te").unwrap_err();
        assert!(
            matches!(stuck, Rejection::NoSolution | Rejection::Contradictory(_)),
            "{stuck}"
        );
    }
}

#[test]
fn candidates_and_links_are_as_many_as_hidatorules_prints() {
    // The states of the topological model after Singles, of which there are none
    // (CSP-Rules-Examples, Hidato/Mebane).
    for (data, candidates, csp_links, links) in [
        (III_4, 199, 2480, 4453),
        (III_7, 737, 18078, 35838),
        (III_10, 705, 14130, 26706),
    ] {
        let puzzle = puzzle(&format!("hidato-topological:{data}"));
        let counted = with_kernel!(puzzle, |kernel| {
            LinkCount::new(kernel, &initial_state(kernel, puzzle.as_ref()).unwrap())
        });
        let expected = LinkCount {
            candidates,
            csp_links,
            links,
        };
        assert_eq!(counted, expected, "{data}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_the_book() {
    for (data, geometric, topological) in [(III_4, 8, 8), (III_7, 3, 4), (III_10, 3, 3)] {
        for (kind, w) in [("hidato", geometric), ("hidato-topological", topological)] {
            let found = rate(&format!("{kind}:{data}"), "w,b,gw,s").unwrap();
            assert_eq!(
                found.rating(Name::W).unwrap().value,
                Some(w),
                "{kind}:{data}"
            );
            assert_eq!(
                found.rating(Name::B).unwrap().value,
                Some(w),
                "{kind}:{data}"
            );
            assert_eq!(found.rating(Name::GW), Some(Rating::NOT_APPLICABLE));
            assert_eq!(found.rating(Name::S), Some(Rating::NOT_APPLICABLE));
        }
    }
}

fn published(entry: &Value) -> String {
    let instance = &entry["instance"];
    let word = |key: &str| instance[key].as_str().unwrap();
    format!(
        "{}-{}:{},{}",
        word("game").to_lowercase(),
        word("model"),
        instance["n"],
        word("grid")
    )
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn published_ratings() {
    let mut count = 0;
    for kind in ["numbrix", "hidato"] {
        let Some(entries) = published_puzzles(kind) else {
            return;
        };
        for entry in entries {
            // What was printed, and what an independent program found.
            let computed = entry["check"]["W_loopless"].as_u64().unwrap();
            let printed = entry["ratings"]["W"].as_u64().unwrap_or(computed);
            assert_eq!(printed, computed);
            let w = w_of(&published(&entry));
            assert_eq!(w.value.map(u64::from), Some(computed), "{}", entry["id"]);
            count += 1;
        }
    }
    assert_eq!(count, 17);
}

#[test]
fn names_are_unique_and_read_back() {
    let hidato = puzzle(&format!("hidato:{III_4}"));
    let (model, names) = (hidato.domain().model(), hidato.domain().names());
    for label in model.labels() {
        assert_eq!(names.label_named(&names.label(label)), Some(label));
    }
    for variable in model.variables() {
        let name = names.variable(variable);
        assert_eq!(names.variable_named(&name), Some(variable), "{name}");
    }
    let label = names.label_named("n2r2c2").unwrap();
    assert_eq!(names.value(label), "r2c2=2");
    assert_eq!(names.label_named("n2r9c9"), None);
    assert_eq!(names.label_named("n02r2c2"), None);
}

#[test]
fn records_are_accepted_and_changed_ones_refused() {
    let hidato = puzzle(&format!("hidato-topological:{III_10}"));
    let theory = PathTheory::Chains(Family::WHIP);
    let rating = rating_in(hidato.as_ref(), theory, Limits::default()).unwrap();
    let record = prove(hidato.as_ref(), theory, rating, Limits::default()).unwrap();
    let line = serde_json::to_string(&record).unwrap();
    let read: Record = serde_json::from_str(&line).unwrap();
    assert_eq!(
        check_record(&read, gradus_puzzles::read),
        Ok(Verdict::Solution)
    );
    // The solution has commas between its cells, and none for black ones.
    let solution = record.solution.clone().unwrap();
    assert_eq!(solution.split(',').count(), 64);
    // In the other model the links are others, but the path is as good.
    let mut other = record.clone();
    other.puzzle = other
        .puzzle
        .replace("hidato-topological", "numbrix-topological");
    assert!(check_record(&other, gradus_puzzles::read).is_err());
    let mut other = record.clone();
    other.solution = Some(solution.replacen("51", "52", 1));
    assert_eq!(
        check_record(&other, gradus_puzzles::read),
        Err(Refusal::WrongSolution)
    );
    let mut other = record;
    let chain = |step: &StepRecord| matches!(step, StepRecord::Chain(_));
    let at = other.steps.iter().position(chain).unwrap();
    if let StepRecord::Chain(Chain {
        targets: eliminates,
        ..
    }) = &mut other.steps[at]
    {
        eliminates.push("n1r1c2".into());
    }
    assert!(matches!(
        check_record(&other, gradus_puzzles::read),
        Err(Refusal::InPath(..))
    ));
}

#[test]
fn drawings_show_numbers_and_the_path() {
    let hidato = puzzle("hidato:3,1 . . . B . . 5 .");
    let drawing = hidato.domain().drawing().unwrap();
    let Solutions::One(solution) = solutions(hidato.as_ref()) else {
        panic!("one solution");
    };
    let solved = Position {
        values: solution.into_iter().collect(),
        ..Position::default()
    };
    let none = Marks::default();
    let text = drawing.text(&solved, &none, Style::Plain);
    assert_eq!(text, "   c1 c2 c3\nr1 1  2  8\nr2 3  #  7\nr3 4  5  6\n");
    let svg = drawing.svg("A Hidato", &hidato.givens(), Some((&solved, &none)));
    assert!(svg.contains("gradus-path") && svg.contains("gradus-area"));
    let givens = drawing.svg("A Hidato", &hidato.givens(), None);
    assert!(!givens.contains("class=\"gradus-path\""));
}

/// All paths through the white cells of a grid, as numbers of cells, up to a limit.
fn paths(size: usize, black: &[usize], corners: bool, limit: usize) -> Vec<Vec<usize>> {
    let beside = |a: usize, b: usize| {
        let (rows, columns) = ((a / size).abs_diff(b / size), (a % size).abs_diff(b % size));
        rows + columns == 1 || corners && rows == 1 && columns == 1
    };
    let white: Vec<usize> = (0..size * size).filter(|c| !black.contains(c)).collect();
    let mut found = Vec::new();
    let mut open: Vec<Vec<usize>> = white.iter().map(|&cell| vec![cell]).collect();
    while let Some(path) = open.pop() {
        if path.len() == white.len() {
            found.push(path);
            if found.len() == limit {
                break;
            }
            continue;
        }
        let last = path[path.len() - 1];
        for &cell in &white {
            if beside(last, cell) && !path.contains(&cell) {
                let mut longer = path.clone();
                longer.push(cell);
                open.push(longer);
            }
        }
    }
    found
}

/// The graph of a puzzle by the letter of PBCS 16.2.2: numbers and cells that are not given,
/// candidates that the givens are not too far from. Labels of givens have no links.
fn graph(
    size: usize,
    black: &[usize],
    given: &[Option<usize>],
    (corners, geometric): (bool, bool),
) -> (Graph, Vec<usize>) {
    let distance = |a: usize, b: usize| {
        let (rows, columns) = ((a / size).abs_diff(b / size), (a % size).abs_diff(b % size));
        if corners {
            rows.max(columns)
        } else {
            rows + columns
        }
    };
    let most = size * size - black.len();
    let givens: Vec<(usize, usize)> = (0..size * size)
        .filter_map(|cell| Some((cell, given[cell]?)))
        .collect();
    let mut labels = givens.clone();
    for cell in (0..size * size).filter(|c| !black.contains(c) && given[*c].is_none()) {
        for number in (1..=most).filter(|n| givens.iter().all(|g| g.1 != *n)) {
            let mut others = givens.iter();
            if others.all(|g| distance(g.0, cell) <= g.1.abs_diff(number)) {
                labels.push((cell, number));
            }
        }
    }
    let open = givens.len()..labels.len();
    let mut variables = Vec::new();
    for cell in 0..size * size {
        variables.push(
            open.clone()
                .filter(|&l| labels[l].0 == cell)
                .collect::<Vec<_>>(),
        );
    }
    for number in 1..=most {
        variables.push(open.clone().filter(|&l| labels[l].1 == number).collect());
    }
    variables.retain(|labels: &Vec<usize>| !labels.is_empty());
    let mut links = Vec::new();
    for a in open.clone() {
        for b in open.clone().filter(|&b| b > a) {
            let apart = distance(labels[a].0, labels[b].0);
            let steps = labels[a].1.abs_diff(labels[b].1);
            let far = steps > 0 && apart > steps;
            if far && (geometric || steps == 1) {
                links.push((a, b));
            }
        }
    }
    let count = labels.len();
    (
        Graph::new(count, variables, &links),
        (0..givens.len()).collect(),
    )
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn ratings_of_random_puzzles_are_those_of_the_definitions() {
    let mut rng = Rng(16);
    let mut depths = [0; 4];
    let mut lengths = [0; 5];
    for round in 0..48 {
        let (corners, geometric) = (round % 2 == 1, round % 4 < 2);
        let size = 3 + round % 3 / 2;
        let black: Vec<usize> = (0..round % 3).map(|_| rng.below(size * size)).collect();
        let mut black = black;
        black.sort_unstable();
        black.dedup();
        let all = paths(size, &black, corners, 3000);
        if all.is_empty() {
            continue;
        }
        let path = &all[rng.below(all.len())];
        let mut given = vec![None; size * size];
        for (number, &cell) in (1..).zip(path) {
            given[cell] = Some(number);
        }
        let game = if corners { "hidato" } else { "numbrix" };
        let model = if geometric {
            "geometric"
        } else {
            "topological"
        };
        let text = |given: &[Option<usize>]| {
            let cell = |cell: usize| match given[cell] {
                Some(number) => number.to_string(),
                None if black.contains(&cell) => "B".to_string(),
                None => ".".to_string(),
            };
            let cells: Vec<String> = (0..size * size).map(cell).collect();
            format!("{game}-{model}:{size},{}", cells.join(","))
        };
        let mut order: Vec<usize> = path.clone();
        while !order.is_empty() {
            let cell = order.swap_remove(rng.below(order.len()));
            let kept = given[cell].take();
            if count_solutions(puzzle(&text(&given)).as_ref(), 2) != 1 {
                given[cell] = kept;
            }
        }
        let (graph, givens) = graph(size, &black, &given, (corners, geometric));
        let start = graph.given(&givens);
        let compared = compare_ratings(&text(&given), &graph, &start, 3, 50);
        depths[compared.te.unwrap_or(3).min(3)] += 1;
        lengths[compared.b.unwrap_or(0)] += 1;
    }
    println!("depths {depths:?}, B {lengths:?}");
    assert!(depths[0] > 5 && depths[1] > 5, "{depths:?}");
}
