//! Searches whose size an input controls end: by all-different reasoning, or because they have
//! visited as many nodes as they may.

use std::fmt::Write;
use std::time::Duration;

use gradus_harness::clock::timed;
use gradus_harness::puzzles::EASY;
use gradus_harness::random::Rng;

use crate::GRADUS;

/// The time that a line may take. It takes 5 seconds at most on a machine that does nothing else;
/// the machine of a test may have more to do.
const SOON: Duration = Duration::from_secs(20);

/// Pigeons, each in a hole of its own.
fn pigeons(pigeons: usize, holes: usize) -> String {
    let names: Vec<String> = (0..holes).map(|hole| format!("\"h{hole}\"")).collect();
    let variable = |pigeon| format!("\"p{pigeon}\":[{}]", names.join(","));
    let variables: Vec<String> = (0..pigeons).map(variable).collect();
    let mut links = Vec::new();
    for hole in 0..holes {
        for one in 0..pigeons {
            let other = |other| format!("[\"p{one}=h{hole}\",\"p{other}=h{hole}\"]");
            links.extend((one + 1..pigeons).map(other));
        }
    }
    let (variables, links) = (variables.join(","), links.join(","));
    format!("csp:{{\"variables\":{{{variables}}},\"links\":[{links}]}}")
}

/// A map of 20 times 20 regions: squares, of which some also border on one diagonally. The
/// numbers of the regions are shuffled.
fn map(rng: &mut Rng, diagonals: usize) -> String {
    const SIDE: usize = 20;
    let mut numbers: Vec<usize> = (1..=SIDE * SIDE).collect();
    for place in (1..numbers.len()).rev() {
        numbers.swap(place, rng.below(place + 1));
    }
    let mut borders = String::new();
    let mut border = |a: usize, b: usize| {
        let (a, b) = (numbers[a], numbers[b]);
        let _ = write!(borders, ":{a}-{b}");
    };
    for place in 0..SIDE * SIDE {
        let (right, below) = (place % SIDE + 1 < SIDE, place + SIDE < SIDE * SIDE);
        if right {
            border(place, place + 1);
        }
        if below {
            border(place, place + SIDE);
        }
        if right && below && rng.below(100) < diagonals {
            match rng.below(2) {
                0 => border(place, place + SIDE + 1),
                _ => border(place + 1, place + SIDE),
            }
        }
    }
    let givens = ".".repeat(SIDE * SIDE);
    format!("map:3,{givens},{}", &borders[1..])
}

/// An empty 25×25 jigsaw whose blocks are squares that have swapped cells at random. They are
/// not connected any more, which makes them harder.
fn jigsaw(rng: &mut Rng, swaps: usize) -> String {
    let mut blocks: Vec<usize> = (0..625)
        .map(|cell| cell / 125 * 5 + cell % 25 / 5)
        .collect();
    for _ in 0..swaps {
        let cell = rng.below(600);
        blocks.swap(cell, cell + 25);
    }
    let letter = |&block: &usize| char::from(b'a' + block as u8);
    let letters: String = blocks.iter().map(letter).collect();
    format!("jigsaw:{},{letters}", ".".repeat(625))
}

/// A 12×12 Hidato with 30 % givens on a random path.
fn hidato(rng: &mut Rng) -> String {
    const SIDE: usize = 12;
    let snake = |number: usize| match number / SIDE % 2 {
        0 => number,
        _ => number / SIDE * SIDE + SIDE - 1 - number % SIDE,
    };
    let mut path: Vec<usize> = (0..SIDE * SIDE).map(snake).collect();
    for _ in 0..6000 {
        if rng.below(2) == 0 {
            path.reverse();
        }
        // The end gets another neighbour, and the path between turns around.
        let end = path[path.len() - 1];
        let (row, column) = (end / SIDE + rng.below(3), end % SIDE + rng.below(3));
        if (1..=SIDE).contains(&row) && (1..=SIDE).contains(&column) {
            let next = (row - 1) * SIDE + column - 1;
            let place = path.iter().position(|&cell| cell == next).unwrap();
            path[place + 1..].reverse();
        }
    }
    let mut cells = vec![".".to_string(); SIDE * SIDE];
    for (number, cell) in (1..).zip(path) {
        if rng.below(100) < 30 {
            cells[cell] = number.to_string();
        }
    }
    format!("hidato:{SIDE},{}", cells.join(","))
}

/// What was endless once.
fn hard_lines() -> Vec<String> {
    let mut rng = Rng(34);
    let mut lines: Vec<String> = (12..=16).map(|holes| pigeons(holes, holes - 1)).collect();
    lines.extend([0, 10, 20, 25, 30, 40, 70].map(|diagonals| map(&mut rng, diagonals)));
    lines.extend([0, 20, 200].map(|swaps| jigsaw(&mut rng, swaps)));
    lines.extend((0..12).map(|_| hidato(&mut rng)));
    lines
}

/// The end of a line of `solve` or `classify`.
fn is_verdict(text: &str) -> bool {
    [
        "no solution",
        "several solutions",
        "number of solutions not decided within 4000000 nodes",
    ]
    .iter()
    .any(|verdict| text.contains(verdict))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn hard_lines_are_decided_or_given_up_soon() {
    for line in hard_lines() {
        let (time, run) = timed(|| GRADUS.fed(["solve", "-"], &line));
        let start: String = line.chars().take(60).collect();
        assert_eq!(run.code, Some(3), "{start}: {}", run.err);
        assert!(is_verdict(&run.err), "{start}: {}", run.err);
        assert!(time < SOON, "{start}: {time:?}");
        if line.starts_with("csp:") {
            assert!(run.err.contains("no solution"), "{start}: {}", run.err);
        }
        if line.starts_with("map:") {
            assert!(!run.err.contains("not decided"), "{start}: {}", run.err);
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn what_is_given_up_is_the_same_for_any_number_of_threads() {
    let folder = GRADUS.folder();
    let mut lines = hard_lines();
    lines.push(EASY.to_string());
    lines.push("latin:1..4.3.....1....".to_string());
    folder.write_lines("in.txt", &lines);
    let tables = [("a", 1), ("b", 2), ("c", 2)].map(|(name, threads)| {
        let command = format!(
            "classify in.txt -o {name}.csv --ratings te --budget 20000 --threads {threads}"
        );
        let run = folder.run(&command);
        assert_eq!(run.code, Some(3), "{}", run.err);
        let files = ["csv", "rejects.csv"].map(|end| folder.text(&format!("{name}.{end}")));
        assert_eq!(files[0].lines().count(), 3, "{}", files[0]);
        files
    });
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[1], tables[2]);
    assert!(tables[0][1].contains("number of solutions not decided within 20000 nodes"));
}

#[test]
fn a_budget_of_a_few_nodes_rejects() {
    let said = "number of solutions not decided within 1 nodes";
    let hard = jigsaw(&mut Rng(1), 50);
    for command in [
        &["solve", "-", "--budget", "1"][..],
        &["solve", "-", "--count-up-to", "9", "--budget", "1"],
        &["expand", "-", "--budget", "1"],
    ] {
        let run = GRADUS.fed(command.iter().copied(), &hard);
        assert_eq!(run.code, Some(3), "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
    let run = GRADUS.run(["rate", "--budget", "1", &hard]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains(said), "{}", run.err);
    let run = GRADUS.run(["explain", "--theory", "W", "--budget", "1", &hard]);
    assert!(
        run.out.contains(said) || run.err.contains(said),
        "{}{}",
        run.out,
        run.err
    );
    let folder = GRADUS.folder();
    folder.write("in.txt", &hard);
    let run = folder.run("classify in.txt -o t.csv --budget 1");
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains(said) || folder.names().iter().any(|name| name.contains("rejects")));
}

#[test]
fn a_time_limit_is_in_the_metadata() {
    let folder = GRADUS.folder();
    folder.write("in.txt", EASY);
    folder.done("classify in.txt -o timed.csv --ratings te --timeout 100");
    folder.done("classify in.txt -o plain.csv --ratings te");
    assert_eq!(folder.text("timed.csv"), folder.text("plain.csv"));
    let [timed, plain] =
        ["timed", "plain"].map(|name| folder.text(&format!("{name}.csv.meta.json")));
    assert!(timed.contains("\"timeout\":100"), "{timed}");
    assert!(!plain.contains("timeout"), "{plain}");
    let run = folder.run("classify in.txt -o no.csv --timeout 0");
    assert_eq!(run.code, Some(2), "{}", run.err);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn a_puzzle_that_takes_too_long_is_rejected() {
    // Without a limit in nodes, only the time ends the search.
    let endless = random_map(&mut Rng(5), 1500, 3520);
    let (time, run) = timed(|| GRADUS.run(["rate", "--budget", "0", "--timeout", "1", &endless]));
    assert_eq!(run.code, Some(3), "{}", run.err);
    let said = "number of solutions not decided within 1 seconds";
    assert!(run.err.contains(said), "{}", run.err);
    assert!(time < SOON, "{time:?}");
}

/// Regions with random borders, about as many as three colours allow: that is hardest.
fn random_map(rng: &mut Rng, regions: usize, borders: usize) -> String {
    let border = |_| {
        let (a, b) = (1 + rng.below(regions), 1 + rng.below(regions));
        (a != b).then(|| format!("{a}-{b}"))
    };
    let borders: Vec<String> = (0..borders).filter_map(border).collect();
    format!("map:3,{},{}", ".".repeat(regions), borders.join(":"))
}
