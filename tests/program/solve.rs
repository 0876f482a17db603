//! End-to-end tests of `gradus solve`.

use gradus::puzzles::book;
use gradus_harness::puzzles::{EASY, NO_SOLUTION, sukaku};

use crate::GRADUS;

#[test]
fn the_solutions_of_the_books() {
    let book = book::puzzles();
    let input: String = book
        .iter()
        .map(|e| format!("{} {}\n", e.puzzle, e.id))
        .collect();
    let run = GRADUS.fed(["solve", "-"], input);
    // Two of them have no solution or several.
    assert_eq!(run.code, Some(3), "{}", run.err);
    let solved = book
        .iter()
        .filter_map(|e| Some(format!("{} {}", e.solution.as_ref()?, e.id)));
    assert_eq!(
        run.out.lines().collect::<Vec<_>>(),
        solved.collect::<Vec<_>>()
    );
    assert!(run.err.contains("no solution") && run.err.contains("several solutions"));
}

#[test]
fn numbers_of_solutions() {
    let empty = ".".repeat(81);
    let square = "latin:................";
    let input = format!("{EASY} figure 1.1\n{NO_SOLUTION}\n{empty}\n{square}\n");
    let run = GRADUS.fed(["solve", "-", "--limit", "1000"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let expected = format!("{EASY} 1 figure 1.1\n{NO_SOLUTION} 0\n{empty} 1000\n{square}\t576\n");
    assert_eq!(run.out, expected);
    let run = GRADUS.fed(["solve", "-", "--limit", "1"], &input);
    assert!(run.out.contains(&format!("{square}\t1\n")));
    assert_eq!(GRADUS.run(["solve", "-", "--limit", "0"]).code, Some(2));
    // This must agree with the book's claims about its puzzles.
    for entry in book::puzzles().iter().filter(|entry| entry.solutions != 1) {
        let run = GRADUS.fed(["solve", "-", "--limit", "9"], &entry.puzzle);
        assert_eq!(run.out, format!("{} {}\n", entry.puzzle, entry.solutions));
    }
}

#[test]
fn sukakus_and_latin_squares_are_solved() {
    let input = format!("{}\nlatin:1..4.3.....1....\n", sukaku(EASY));
    let run = GRADUS.fed(["solve", "-"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    let solved = book::puzzles()[0].solution.clone().unwrap();
    assert_eq!(lines[0], sukaku(&solved));
    assert!(lines[1].starts_with("latin:1") && !lines[1].contains('.'));
}
