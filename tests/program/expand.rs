//! End-to-end tests of `gradus expand`, and of the chain of commands that begins with it.

use std::collections::BTreeSet;

use gradus::puzzles::book;
use gradus_harness::puzzles::{DEPTH_1, EASY, NO_SOLUTION, puzzles, sukaku};

use crate::GRADUS;

/// PBCS, figure 1.1, solved.
const SOLVED: &str =
    "673894512912735486845612973798261354526473891134589267469128735287356149351947628";

fn givens(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

#[test]
fn singles_are_the_default() {
    let input = format!("{EASY} figure 1.1\n{DEPTH_1}\n");
    let run = GRADUS.fed(["expand", "-"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], format!("{SOLVED} figure 1.1"));
    // The book's puzzle has 25 givens; classify counts the values decided by Singles.
    let table = GRADUS
        .fed(["classify", "-", "--ratings", "te", "-o", "-"], &input)
        .objects();
    assert_eq!(table[1]["clues_brt"], givens(lines[1]));
    let kept = |(a, b): (u8, u8)| a == b'.' || a == b;
    assert!(DEPTH_1.bytes().zip(lines[1].bytes()).all(kept));
    assert_eq!(
        GRADUS.fed(["expand", "-", "--by", "brt"], &input).out,
        run.out
    );
}

#[test]
fn stronger_theories_assert_more() {
    let input: String = puzzles(60)
        .iter()
        .map(|puzzle| format!("{puzzle}\n"))
        .collect();
    let count = |by: &str| {
        let run = GRADUS.fed(["expand", "-", "--by", by], &input);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out.lines().map(givens).collect::<Vec<_>>()
    };
    let (brt, w1, s) = (count("brt"), count("w1"), count("s"));
    assert!(brt.iter().zip(&w1).all(|(a, b)| a <= b) && brt != w1);
    assert!(w1.iter().zip(&s).all(|(a, b)| a <= b) && w1 != s);
    assert_eq!(GRADUS.run(["expand", "-", "--by", "b"]).code, Some(2));
}

#[test]
fn one_more_clue_in_every_way() {
    let input = format!("{EASY} comment\n");
    let run = GRADUS.fed(["expand", "-", "--one"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 81 - 17);
    for (line, place) in lines.iter().zip(EASY.match_indices('.')) {
        let mut expected = EASY.to_string();
        expected.replace_range(place.0..=place.0, &SOLVED[place.0..=place.0]);
        assert_eq!(*line, format!("{expected} comment"));
    }
    let both = GRADUS.run(["expand", "-", "--one", "--by", "s"]);
    assert_eq!(both.code, Some(2));
}

#[test]
fn other_kinds_and_sukakus() {
    let input = format!("latin:1..4.3.....1....\n{}\n", sukaku(EASY));
    let run = GRADUS.fed(["expand", "-"], &input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("latin:1") && !lines[0].contains('.'));
    assert_eq!(lines[1], sukaku(SOLVED));
    // Adding a clue requires a puzzle that consists of clues.
    let run = GRADUS.fed(["expand", "-", "--one"], &input);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.out, "");
    assert!(run.err.contains("line 1: not a 9×9 Sudoku"), "{}", run.err);
    assert!(run.err.contains("line 2: a sukaku"), "{}", run.err);
}

#[test]
fn bad_lines_are_reported_and_the_rest_is_done() {
    let twice = format!("11{}", ".".repeat(79));
    let several = ".".repeat(81);
    let input = format!("{EASY}\nnothing\n{NO_SOLUTION}\n{several}\n{twice}\n{EASY}\n");
    for command in ["expand", "minimals", "neighbours", "solve"] {
        let run = GRADUS.fed([command, "-"], &input);
        assert_eq!(run.code, Some(3), "{command}: {}", run.err);
        assert!(run.out.lines().count() >= 2, "{command}");
        for said in [
            "line 2: neither 81 characters",
            "line 3: no solution",
            "line 4: several solutions",
            "line 5: ",
        ] {
            assert!(run.err.contains(said), "{command}: {}", run.err);
        }
        let strict = GRADUS.fed([command, "-", "--strict"], &input);
        assert_eq!(strict.code, Some(1), "{command}: {}", strict.err);
    }
}

/// Reads and writes files with any number of threads.
#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let folder = GRADUS.folder();
    folder.write_lines("a.txt", &puzzles(60));
    for command in [
        "expand a.txt --by s",
        "expand a.txt --one",
        "minimals a.txt",
        "neighbours a.txt --minus 1 --plus 1",
        "solve a.txt",
    ] {
        let one = folder.done(&format!("{command} --threads 1")).out;
        assert!(one.lines().count() >= 60, "{command}");
        assert_eq!(folder.done(&format!("{command} --threads 3")).out, one);
        folder.done(&format!("{command} --threads 2 -o b.txt --force"));
        assert_eq!(folder.text("b.txt"), one, "{command}");
        folder.fails(&format!("{command} -o b.txt"), "b.txt");
    }
}

/// The commands of a hunt, step by step: each reads the output of the previous one.
#[test]
fn the_chain_of_expansions() {
    let seeds: Vec<String> = book::puzzles()
        .into_iter()
        .filter(|entry| entry.id.starts_with("PBCS-T11.5"))
        .map(|entry| entry.puzzle)
        .take(2)
        .collect();
    let link = |arguments: &[&str], input: &str| {
        let run = GRADUS.fed(arguments, input);
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
        run.out
    };
    let expanded = link(&["expand", "-", "--by", "brt"], &seeds.join("\n"));
    let more = link(&["expand", "-", "--one"], &expanded);
    let empty: usize = expanded.lines().map(|line| 81 - givens(line)).sum();
    assert_eq!(more.lines().count(), empty);
    let minimals = link(&["minimals", "-"], &more);
    let different: BTreeSet<&str> = minimals.lines().collect();
    assert!(different.len() > seeds.len());
    let forms = link(&["canon", "-", "--form", "solution", "--unique"], &minimals);
    assert!(forms.lines().count() <= different.len());
    // All are minimal: each contains no other.
    assert_eq!(link(&["minimals", "-"], &forms), forms);
    let table = link(&["classify", "-", "--ratings", "te", "-o", "-"], &forms);
    assert_eq!(table.lines().count(), forms.lines().count());
}
