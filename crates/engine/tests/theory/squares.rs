//! Squares of all sizes and forms as puzzles: their text, ids of Solo, published ratings,
//! the definitions, paths, names and drawings.

use gradus_engine::solve::{count_solutions, solutions};
use std::process::Command;

use gradus_check::{Verdict, check_record};
use gradus_csp::{Instance, Marks, Position, Solutions, Style};
use gradus_engine::proof::{path_of, prove};
use gradus_engine::rating::{Limits, Name, Rating, Request, classify};
use gradus_generate::Squares;
use gradus_harness::data::published_puzzles;
use gradus_harness::skipped;
use gradus_path::notation::step_text;
use gradus_path::{Family, PathTheory};
use gradus_puzzles::read;

use crate::compare::compare_ratings;
use crate::reference::graph::Graph;
use crate::texts::puzzle as square;

/// The symbols of the only solution, row by row.
fn solution(puzzle: &dyn Instance) -> String {
    let Solutions::One(labels) = solutions(puzzle) else {
        panic!("{puzzle}: one solution");
    };
    let names = puzzle.domain().names();
    names.cells(&|label| labels.contains(&label)).concat()
}

#[test]
fn lines_of_all_sizes_are_read_and_written() {
    for (kind, sizes) in [
        ("sudoku", &[4, 6, 8, 10, 12, 16, 25][..]),
        ("sudoku-x", &[4, 6, 8, 9, 10, 12, 16, 25]),
        ("windoku", &[4, 9, 16, 25]),
        ("latin", &[1, 2, 9, 16, 25]),
        ("pandiagonal", &[5, 7, 11, 13, 17, 19, 23, 25]),
    ] {
        for &size in sizes {
            let text = format!("{kind}:{}1", ".".repeat(size * size - 1));
            let puzzle = square(&text);
            assert_eq!(puzzle.to_string(), text);
            assert_eq!(puzzle.kind(), kind);
            assert_eq!(puzzle.domain().model().label_count(), size * size * size);
        }
    }
    let nine = ".".repeat(81);
    assert_eq!(square(&format!("sudoku:{nine}")).to_string(), nine);
    let jigsaw = "jigsaw:....31....23....,BBBcaaBcdaacdddc";
    let same = "jigsaw:....31....23....,aaabccabdccbdddb";
    assert_eq!(square(jigsaw).to_string(), same);
}

#[test]
fn bad_squares_are_refused_with_a_reason() {
    let blanks = "or one of .0*_-xX for empty";
    for (text, reason) in [
        (
            "sudoku:...".to_string(),
            "sudoku: 3 characters: a Sudoku of size n has n times n, with n 4, 6, 8, 9, 10, 12, 16 or 25".to_string(),
        ),
        (
            format!("windoku:{}", ".".repeat(36)),
            "windoku: 36 characters: a windoku of size n has n times n, with n 4, 9, 16 or 25".to_string(),
        ),
        (
            format!("sudoku:{}H", ".".repeat(255)),
            format!("sudoku: character 256 is 'H': expected 1 to G {blanks}"),
        ),
        (
            format!("pandiagonal:{}", ".".repeat(36)),
            "pandiagonal: size 6: there are pandiagonal squares of sizes that are divisible neither by 2 nor by 3 only, here 5, 7, 11, 13, 17, 19, 23 or 25".to_string(),
        ),
        (
            "jigsaw:....".to_string(),
            "jigsaw: no blocks: expected a comma after the cells, then a letter for the block of each cell".to_string(),
        ),
        (
            "jigsaw:....,aab".to_string(),
            "jigsaw: 3 letters of blocks: expected 4, one for each cell".to_string(),
        ),
        (
            "jigsaw:....,aaab".to_string(),
            "jigsaw: block 'a' has 3 cells: expected 2 blocks of 2 cells each".to_string(),
        ),
        (
            "3x3k:a1".to_string(),
            "Solo id: killer Sudokus are not read: the sum of a cage is no constraint between two cells".to_string(),
        ),
        (
            "2x2:a5".to_string(),
            "Solo id: character 2 begins the number 5: expected 1 to 4".to_string(),
        ),
        ("2x2:a4".to_string(), "Solo id: 2 cells: expected 4 times 4".to_string()),
        (
            "4j:p,a".to_string(),
            "Solo id: the blocks describe 1 places between cells: expected 24".to_string(),
        ),
        (
            "6x6:z".to_string(),
            "Solo id: the size must be from 2 to 25".to_string(),
        ),
    ] {
        assert_eq!(read(&text).unwrap_err().to_string(), reason, "{text}");
    }
}

/// The examples of the description of the format.
#[test]
fn ids_of_solo_are_read() {
    let six = square("2x3:b3c6_4a5c3h6c1a2_6c3b");
    assert_eq!(
        six.to_string(),
        "sudoku:..3...64.5...3........6...1.26...3.."
    );
    assert_eq!(
        solution(six.as_ref()),
        "513642642531136254425163351426264315"
    );
    let jigsaw = square("4j:d3_1d2_3d,ba__ab__aaa_c");
    let text = "jigsaw:....31....23....,aaabccabdccbdddb";
    assert_eq!(jigsaw.to_string(), text);
    assert_eq!(solution(jigsaw.as_ref()), "2314314214234231");
    // Blocks that are not the usual ones of their size stay as they are.
    let high = square("3x2:1zh2");
    assert_eq!(high.to_string(), "sudoku:3x2:1zh2");
    assert_eq!(square(&high.to_string()).givens(), high.givens());
    let names = high.domain().names();
    assert!(names.variable_named("b6n1").is_some());
    assert_eq!(square("3x3:1zzz_b").kind(), "sudoku");
    assert_eq!(square("3x3x:1zzz_b").kind(), "sudoku-x");
}

/// Ids of the generator itself, where it is installed: each is read, has one solution
/// and is rated.
#[test]
fn generated_ids_of_solo_have_one_solution() {
    let folders = ["", "/usr/games/"];
    let binaries = folders.map(|folder| format!("{folder}sgt-solo"));
    let run = |binary: &String| Command::new(binary).arg("--help").output().is_ok();
    let Some(binary) = binaries.iter().find(|binary| run(binary)) else {
        skipped("sgt-solo is not installed");
        return;
    };
    for (parameters, count) in [
        ("2x2", "5"),
        ("2x3", "5"),
        ("3x2", "5"),
        ("2x4", "5"),
        ("3x3x", "5"),
        ("9j", "5"),
        ("6j", "5"),
        ("9jx", "5"),
        ("3x4", "5"),
        ("4x4", "3"),
    ] {
        let output = Command::new(binary)
            .args(["--generate", count, parameters])
            .output();
        let ids = String::from_utf8(output.unwrap().stdout).unwrap();
        assert_eq!(ids.lines().count().to_string(), count);
        for id in ids.lines() {
            let puzzle = square(id);
            let again = square(&puzzle.to_string());
            assert_eq!(again.to_string(), puzzle.to_string());
            assert_eq!(again.givens(), puzzle.givens());
            assert!(
                matches!(solutions(puzzle.as_ref()), Solutions::One(_)),
                "{id}"
            );
            let request = Request {
                names: "te,w".parse().unwrap(),
                ..Request::default()
            };
            let found = classify(puzzle.as_ref(), &request).unwrap();
            assert!(found.rating(Name::TE).is_some_and(|te| te.value.is_some()));
        }
    }
}

/// Rates the published squares of a kind and compares.
fn compare_published(kind: &str, prefix: &str, count: usize) {
    let Some(entries) = published_puzzles(kind) else {
        return;
    };
    assert_eq!(entries.len(), count);
    for entry in entries {
        let text = format!("{prefix}:{}", entry["instance"]["givens"].as_str().unwrap());
        let request = Request {
            names: "w,gw".parse().unwrap(),
            ..Request::default()
        };
        let found = classify(square(&text).as_ref(), &request).unwrap();
        let w = found.rating(Name::W).unwrap();
        let expected = entry["check"]["W_loopless"].as_u64().unwrap();
        assert_eq!(w, Rating::exact(expected as usize), "{}", entry["id"]);
        if entry["W_reproduced"] == true {
            assert_eq!(entry["ratings"]["W"].as_u64(), Some(expected));
        }
        let gw = found.rating(Name::GW).unwrap();
        assert_eq!(
            gw == Rating::NOT_APPLICABLE,
            prefix == "pandiagonal",
            "{text}"
        );
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn published_latin_squares_have_their_ratings() {
    compare_published("latin-square", "latin", 6);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn published_pandiagonal_squares_have_their_ratings() {
    compare_published("pandiagonal-latin", "pandiagonal", 10);
}

/// The graph of a square, stated again: the cells, and whatever sets of cells have each
/// symbol once.
fn graph(size: usize, houses: &[Vec<usize>]) -> Graph {
    let label = |symbol: usize, cell: usize| symbol * size * size + cell;
    let cells = (0..size * size).map(|cell| (0..size).map(|n| label(n, cell)).collect());
    let mut variables: Vec<Vec<usize>> = cells.collect();
    for house in houses {
        for symbol in 0..size {
            variables.push(house.iter().map(|&cell| label(symbol, cell)).collect());
        }
    }
    Graph::new(size * size * size, variables, &[])
}

/// The cells for which a function of row and column has some value, for each value.
fn sets(size: usize, of: impl Fn(usize, usize) -> Option<usize>) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new(); size];
    for cell in 0..size * size {
        if let Some(set) = of(cell / size, cell % size) {
            sets[set].push(cell);
        }
    }
    sets.retain(|set| !set.is_empty());
    sets
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn small_squares_have_the_ratings_of_the_definitions() {
    let lines = |size| {
        let mut houses = sets(size, |row, _| Some(row));
        houses.extend(sets(size, |_, column| Some(column)));
        houses
    };
    let blocks = |size, height: usize, width: usize| {
        let mut houses = lines(size);
        houses.extend(sets(size, |r, c| {
            Some(r / height * (size / width) + c / width)
        }));
        houses
    };
    let x = |size: usize, mut houses: Vec<Vec<usize>>| {
        houses.extend(sets(size, |r, c| (r == c).then_some(0)));
        houses.extend(sets(size, |r, c| (r + c == size - 1).then_some(0)));
        houses
    };
    let windows = |mut houses: Vec<Vec<usize>>| {
        let inside = |place: usize| (1..=2).contains(&place);
        houses.extend(sets(4, |r, c| (inside(r) && inside(c)).then_some(0)));
        houses
    };
    let mut pandiagonal = lines(5);
    pandiagonal.extend(sets(5, |r, c| Some((r + c) % 5)));
    pandiagonal.extend(sets(5, |r, c| Some((r + 5 - c) % 5)));
    let mut chains = 0;
    for (kind, size, houses, count) in [
        ("sudoku", 4, blocks(4, 2, 2), 6),
        ("sudoku", 6, blocks(6, 2, 3), 12),
        ("sudoku-x", 6, x(6, blocks(6, 2, 3)), 6),
        ("windoku", 4, windows(blocks(4, 2, 2)), 6),
        ("pandiagonal", 5, pandiagonal, 6),
    ] {
        let graph = graph(size, &houses);
        let squares = Squares::new(kind, size).unwrap();
        for number in 0..count {
            let (puzzle, _) = squares.top_down(1, number).unwrap();
            let text = puzzle.to_string();
            assert_eq!(square(&text).to_string(), text);
            let givens: Vec<usize> = puzzle.givens().iter().map(|l| l.index()).collect();
            println!("{text}");
            let found = compare_ratings(&text, &graph, &graph.given(&givens), 4, 20);
            chains += usize::from(found.w.is_some_and(|w| w > 1));
        }
    }
    for id in [
        "6j:d2_3b6b5a2h3a6b2b4_1d,__caa_bcddec_aa_b__baaba",
        "6jx:3f5a3f5b2f5a6f4,acaaaaaa_aaa_abe_bac_caac_",
    ] {
        let puzzle = square(id);
        let text = puzzle.to_string();
        let blocks: Vec<u8> = text.split_once(',').unwrap().1.bytes().collect();
        let mut houses = lines(6);
        houses.extend(sets(6, |r, c| Some(usize::from(blocks[6 * r + c] - b'a'))));
        if id.contains('x') {
            houses = x(6, houses);
        }
        let graph = graph(6, &houses);
        let givens: Vec<usize> = puzzle.givens().iter().map(|l| l.index()).collect();
        compare_ratings(&text, &graph, &graph.given(&givens), 4, 20);
    }
    println!("{chains} puzzles with chains");
    assert!(chains > 1);
}

#[test]
fn paths_of_squares_pass_the_checker() {
    for (kind, size) in [
        ("sudoku", 6),
        ("sudoku", 12),
        ("sudoku-x", 9),
        ("windoku", 9),
        ("pandiagonal", 7),
        ("latin", 7),
    ] {
        let squares = Squares::new(kind, size).unwrap();
        for number in 0..2 {
            let (puzzle, _) = squares.top_down(2, number).unwrap();
            let theory = PathTheory::Chains(Family::WHIP);
            let record = prove(puzzle.as_ref(), theory, None, Limits::default()).unwrap();
            let verdict = check_record(&record, gradus_puzzles::read).unwrap();
            let solved = record.steps.len() > 1 && verdict == Verdict::Solution;
            assert!(solved || verdict != Verdict::Solution, "{puzzle}");
            let mut changed = record.clone();
            changed.steps.remove(0);
            assert!(
                check_record(&changed, gradus_puzzles::read).is_err(),
                "{puzzle}"
            );
        }
    }
}

#[test]
fn names_of_large_squares_are_decimal() {
    let puzzle = square(&format!("sudoku:{}", ".".repeat(256)));
    let names = puzzle.domain().names();
    let model = puzzle.domain().model();
    let label = names.label_named("n15r11c13").unwrap();
    let block = names.variable_named("b12n15").unwrap();
    assert!(model.labels_of(block).contains(&label));
    assert_eq!(names.variable(block), "b12n15");
    assert_eq!(names.answer(block, label), "r11c13");
    assert_eq!(names.value(label), "r11c13=15");
    let group = model.glabels_of(block).next().unwrap();
    assert_eq!(names.glabel(group), "n15r9c13,14,15,16");
    for variable in model.variables().step_by(7) {
        assert_eq!(
            names.variable_named(&names.variable(variable)),
            Some(variable)
        );
    }
    let pandiagonal = square(&format!("pandiagonal:{}", ".".repeat(49)));
    let names = pandiagonal.domain().names();
    let (label, model) = (
        names.label_named("n5r3c4").unwrap(),
        pandiagonal.domain().model(),
    );
    let variables: Vec<String> = model
        .variables_of(label)
        .map(|v| names.variable(v))
        .collect();
    assert_eq!(variables, ["r3c4", "r3n5", "c4n5", "d6n5", "a2n5"]);
}

#[test]
fn free_blocks_are_drawn_with_their_borders() {
    let puzzle = square("4j:d3_1d2_3d,ba__ab__aaa_c");
    let drawing = puzzle.domain().drawing().unwrap();
    let position = Position::initial(puzzle.as_ref());
    let text = drawing.text(&position, &Marks::default(), Style::Plain);
    // The first line has the names of the columns.
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines[0].chars().filter(|&c| c == '+').count(), 3, "{text}");
    assert!(
        lines
            .iter()
            .all(|line| line.chars().count() == lines[0].chars().count()),
        "{text}"
    );
    let svg = drawing.svg("a jigsaw", &puzzle.givens(), None);
    assert!(svg.contains("gradus-thick"));
    let windoku = square("windoku:1....2.3......2.");
    let drawing = windoku.domain().drawing().unwrap();
    assert!(drawing.svg("windows", &[], None).contains("gradus-area"));
}

#[test]
fn steps_of_pandiagonal_squares_name_diagonals() {
    // CSP-Rules manual 7.2.4.
    let puzzle = square("pandiagonal:.1.....4.........3..5..........6......2..........");
    let theory = PathTheory::Chains(Family::WHIP);
    let path = path_of(puzzle.as_ref(), theory, None, Limits::default()).unwrap();
    let names = puzzle.domain().names();
    let steps: Vec<String> = path
        .steps
        .iter()
        .map(|step| step_text(names, step))
        .collect();
    assert!(
        steps
            .iter()
            .any(|step| step.contains("d1n") || step.contains("a1n")),
        "{steps:?}"
    );
}

#[test]
fn the_same_seed_gives_the_same_squares() {
    let squares = Squares::new("sudoku", 12).unwrap();
    let one = |seed, number| squares.top_down(seed, number).unwrap().0.to_string();
    assert_eq!(one(5, 3), one(5, 3));
    assert_ne!(one(5, 3), one(5, 4));
    assert_ne!(one(5, 3), one(6, 3));
    let (puzzle, clues) = squares.top_down(5, 3).unwrap();
    assert_eq!(puzzle.givens().len(), clues);
    assert!(matches!(solutions(puzzle.as_ref()), Solutions::One(_)));
    let text = puzzle.to_string();
    for (place, found) in text.char_indices().filter(|(place, _)| *place > 6) {
        if found != '.' {
            let mut less = text.clone();
            less.replace_range(place..=place, ".");
            assert_eq!(
                solutions(square(&less).as_ref()),
                Solutions::Several,
                "{less}"
            );
        }
    }
    assert_eq!(Squares::new("jigsaw", 9), None);
    assert_eq!(Squares::new("sudoku", 7), None);
    assert_eq!(Squares::new("sudoku", 25), None);
}

#[test]
fn an_empty_square_of_25_is_searched_on_a_small_stack() {
    let search = || {
        let empty = square(&format!("sudoku:{}", ".".repeat(625)));
        assert_eq!(count_solutions(empty.as_ref(), 1), 1);
    };
    let small = std::thread::Builder::new().stack_size(1 << 20);
    small.spawn(search).unwrap().join().unwrap();
}
